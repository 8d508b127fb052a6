# squashfs-tools: mksquashfs with two compressors of blocks, two of fragments, a reader and a
# writer, which hand buffers over in queues and caches (zlib1g-dev).
sources=squashfs-tools
program=squashfs-tools/squashfs-tools/mksquashfs
arguments=(folder out.sqfs -processors 2 -b 4096 -no-progress -noappend -no-exports)
build() { make -C squashfs-tools/squashfs-tools -j"$JOBS" CC="$CC" mksquashfs; }
workload() {
  mkdir folder folder/inner
  cp "$tree"/squashfs-tools/squashfs-tools/{action,sort,swap,xattr}.c folder
  cp "$tree"/squashfs-tools/squashfs-tools/[a-g]*.h folder/inner
  cp folder/sort.c folder/inner/copy
}
