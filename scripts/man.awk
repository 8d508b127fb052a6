# The output of --help as a man page; see scripts/man.

function escaped(text) {
  gsub (/\\/, "\\e", text)
  gsub (/-/, "\\-", text)
  gsub (/'/, "\\(aq", text)
  if (text ~ /^[.]/)
    text = "\\&" text
  return text
}

function begin(title) {
  section = title
  print ".SH " title
}

# "  -o, --output FILE   help": the help begins behind two blanks, or is below.
function option(line,   rest, at) {
  sub (/^ +/, "", line)
  at = match (line, /  +/)
  rest = at ? substr (line, at + RLENGTH) : ""
  if (at)
    line = substr (line, 1, at - 1)
  print ".TP"
  print "\\fB" escaped(line) "\\fR"
  if (rest != "")
    print escaped(rest)
}

NR == 1 {
  title = toupper (name)
  gsub (/-/, "\\-", title)
  printf ".TH %s 1 \"\" \"foretrace %s\" \"foretrace\"\n", title, version
  begin("NAME")
  print escaped(name) " \\- " escaped(what)
  begin("SYNOPSIS")
  sub (/^usage: /, "")
  print ".B " escaped($0)
  next
}

NR == 2 && $0 == "" { begin("DESCRIPTION"); next }
/^Options:$/ { begin("OPTIONS"); next }
/^Example:$/ { begin("EXAMPLES"); print ".nf"; next }
section == "DESCRIPTION" && /^Exit (status|code):/ {
  begin("EXIT STATUS")
  sub (/^Exit (status|code): */, "")
}
section == "OPTIONS" && /^  +-/ && match ($0, /[^ ]/) < 9 { option($0); next }
section == "OPTIONS" { sub (/^ +/, ""); if ($0 != "") print escaped($0); next }
section == "EXAMPLES" { sub (/^  /, ""); print escaped($0); next }
$0 == "" { print ".PP"; next }
{ print escaped($0) }

END {
  if (section == "EXAMPLES")
    print ".fi"
  begin("SEE ALSO")
  print ".BR foretrace (1)"
}
