#!/bin/bash
# Traces from people who mean harm (docs/reference/security.md).
. "$(dirname "$0")/lib.sh"

cd "$work" || exit 1
mkfifo fifo.c
printf '%b' '\033[31mT1\007<script>alert(1)</script>"|w(x\033[2J</script><img src=x onerror=alert(1)>\302\233)|/etc/passwd:1\n' \
  'T2|fork(T3)|a"b&<i>\n' \
  'T3|w(x\033[2J</script><img src=x onerror=alert(1)>\302\233)|fifo.c:3\n' \
  '\377\376|r(../../x)|../../../../dev/zero:1\n' >evil.std

for format in text list json sarif junit html; do
  exits 66 "$format" timeout "$patience" "$foretrace" check --format $format -o "out.$format" evil.std
  ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "out.$format"
  report $? "$format: no control character"
done
! grep -q "$(printf '\302\233')" out.text out.list
report $? "text: no C1 control either"
/usr/bin/python3 -c '
import json, xml.dom.minidom
json.load (open ("out.json", encoding = "utf-8"))
json.load (open ("out.sarif", encoding = "utf-8"))
xml.dom.minidom.parse ("out.junit")' 2>err
report $? "JSON, SARIF and JUnit are well-formed"
! grep -qE '</script><(img|script)' out.html
report $? "HTML: names end no script"
! grep -q 'root:x:0' out.text out.html
report $? "no line of a file that a location names"

exits 66 "witnesses" "$foretrace" check -q --witness-dir witnesses evil.std
[ "$(find . -newer evil.std -type f -path '*witness*' | grep -vc '^./witnesses/')" -eq 0 ]
report $? "stay in their directory"

# Sanitizers map terabytes that they do not use.
limit=4000000
case $build in */san) limit=unlimited ;; esac
head -c 200000000 /dev/zero | zstd -q -o zeros.std.zst
exits 65 "a compressed file of zeros" sh -c "ulimit -v $limit; exec '$foretrace' check zeros.std.zst"
says 'zeros.std.zst:1: ' "with its line"
yes '' | head -c 100000000 | zstd -q -o lines.std.zst
exits 65 "a compressed file of empty lines" sh -c "ulimit -v $limit; exec '$foretrace' check lines.std.zst"
