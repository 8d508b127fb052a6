; Every kind of instruction that code for re-execution has.  What follows
; "; CODE:" in a function must be in the text of its code, in this order; what
; follows "; NOT:" must not be anywhere in it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@x = global i32 0
@y = global i64 0
@table = global [8 x { i32, i16 }] zeroinitializer
@constants = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@pointer = global ptr null

declare void @outside(ptr, i32)
declare i32 @answer(i32)
declare { i64, i32 } @two_words(i64)
declare i32 @__gxx_personality_v0(...)
declare i32 @setjmp(ptr) returns_twice

; ---- memory -----------------------------------------------------------------

define i32 @accesses(i32 %i, i64 %j) {
; CODE: accesses
; CODE: i32 i64
; CODE: entry
; CODE: %2 = load i32 #4 @1:0 fixed
; CODE: %3 = sext i64 from i32 %0
; CODE: %4 = address #4 fixed %3 *8
; CODE: store i16 #2 @2:0 %4 7
; CODE: %5 = rmw uadd i32 #4 @3:0 fixed 1
; CODE: rmw copy i64 #8 @4:0 fixed %1
; CODE: %6 = rmw umax i32 #4 @5:0 fixed %0
; CODE: %7 = cas i32 #4 @6:0 fixed %5 %6
; CODE: fence @8:0
; CODE: %9 = select i32 %8 %2 %7
; CODE: return i32 %9
  %a = load i32, ptr @x
  %at = getelementptr [8 x { i32, i16 }], ptr @table, i64 0, i32 %i, i32 1
  store i16 7, ptr %at
  %b = atomicrmw add ptr @x, i32 1 seq_cst
  %c = atomicrmw xchg ptr @y, i64 %j monotonic
  %d = atomicrmw umax ptr @x, i32 %i acquire
  %e = cmpxchg ptr @x, i32 %b, i32 %d seq_cst monotonic
  fence seq_cst
  %old = extractvalue { i32, i1 } %e, 0
  %done = extractvalue { i32, i1 } %e, 1
  %r = select i1 %done, i32 %a, i32 %old
  ret i32 %r
}

define i32 @own_memory(i32 %i) {
; CODE: alloca local #16 1
; CODE: alloca #4 1
; CODE: entry
; CODE: set local %1 0 16
; CODE: address %1
; CODE: store i32 local #4
; CODE: load i32 local #4
; CODE: = load i32 #4 %
; CODE: call #08566bfb5df8d6e4 @1:0 nothing %2
  %own = alloca [4 x i32]
  %shown = alloca i32
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 16, i1 false)
  %j = and i32 %i, 3
  %at = getelementptr [4 x i32], ptr %own, i64 0, i32 %j
  store i32 %i, ptr %at
  %k = load i32, ptr %own
  %constant = getelementptr [4 x i32], ptr @constants, i64 0, i32 %j
  %l = load i32, ptr %constant
  call void @outside(ptr %shown, i32 %l)
  %m = load i32, ptr %shown
  %n = add i32 %k, %m
  ret i32 %n
}

define void @ranges(ptr %to, ptr %from, i64 %n) {
; CODE: copy @1:0 %0 %1 %2
; CODE: set @2:0 %0 255 %2
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 -1, i64 %n, i1 false)
  ret void
}

%struct.big = type { i64, i64, i64 }

define i64 @copied(ptr byval(%struct.big) %big, i64 %i) {
; CODE: i64 i64
; CODE: %2 = alloca local #24 1
; CODE: copy local %2 %0 24
; CODE: entry
; CODE: address %2 %1 *8
; CODE: load i64 local #8
; CODE: store i64 #8 @1:0 fixed
  %at = getelementptr i64, ptr %big, i64 %i
  %v = load i64, ptr %at
  store i64 %v, ptr @y
  ret i64 %v
}

define double @floats(double %d) {
; CODE: floats
; CODE: : i64
; CODE: %1 = load i64 #8 @1:0 fixed
; CODE: %2 = float fadd i64 from i64 %1 %0
; CODE: store i64 #8 @2:0 fixed %2
; CODE: %3 = float fcompare i1 from i64 #4 %2 4607182418800017408
; CODE: %4 = select i64 %3 4611686018427387904 %2
; CODE: return i64 %4
  %a = load double, ptr @y
  %b = fadd double %d, %a
  store double %b, ptr @y
  %c = fcmp olt double %b, 1.0
  %e = select i1 %c, double 2.0, double %b
  ret double %e
}

declare float @llvm.sqrt.f32(float)
declare double @llvm.fmuladd.f64(double, double, double)

define i32 @more_floats(float %f, i16 %n) {
; CODE: more_floats
; CODE: %2 = load i64 #8 @1:0 fixed
; CODE: %3 = float fsqrt i32 from i32 %0
; CODE: %4 = float fconvert i64 from i32 %3
; CODE: %5 = float from-signed i64 from i16 %1
; CODE: %6 = float fmuladd i64 from i64 %4 %5 %2
; CODE: %7 = uninterpreted i64 %6 %2
; CODE: %8 = float to-unsigned i32 from i64 %7
; CODE: return i32 %8
  %d = load double, ptr @y
  %a = call float @llvm.sqrt.f32(float %f)
  %b = fpext float %a to double
  %c = sitofp i16 %n to double
  %e = call double @llvm.fmuladd.f64(double %b, double %c, double %d)
  %g = fadd fast double %e, %d
  %h = fptoui double %g to i32
  ret i32 %h
}

define i32 @other_space(ptr addrspace(257) %p) {
; CODE: %1 = havoc i32 %0
  %v = load i32, ptr addrspace(257) %p
  ret i32 %v
}

; ---- arithmetic -------------------------------------------------------------

define i32 @promises(i32 %a, i32 %b, i32 %c) {
; CODE: = compute add i32 %0 %1
; CODE: = compute usub i32
; CODE: = compute ult i32
; CODE: undefined
; CODE: = compute umul i32
; CODE: = overflow umul i32
; CODE: undefined
; CODE: compute ushl i32
; CODE: compute shr i32
; CODE: compute ne i32
; CODE: undefined
; CODE: compute udiv i32
; CODE: compute umul i32
; CODE: compute ne i32
; CODE: undefined
; CODE: return i32 silent
  %d = add nsw i32 %a, %b
  %e = sub nuw i32 %d, %c
  %f = mul nuw i32 %e, %a
  %g = shl nsw i32 %f, %b
  %h = udiv exact i32 %g, %c
  ret i32 %h
}

define i64 @conversions(i64 %a, i32 %b) {
; CODE: zext i32 from i64 %0
; CODE: zext i64 from i32
; CODE: compute ne i64
; CODE: undefined
; CODE: sext i64 from i32
  %c = trunc nuw i64 %a to i32
  %d = xor i32 %c, %b
  %e = sext i32 %d to i64
  ret i64 %e
}

define i64 @intrinsics(i64 %a, i64 %b, i1 %c) {
; CODE: %3 = overflow add i64 %0 %1
; CODE: select i64 %4 %
  %s = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue { i64, i1 } %s, 0
  %o = extractvalue { i64, i1 } %s, 1
  %m = call i64 @llvm.umin.i64(i64 %v, i64 %b)
  %r = select i1 %o, i64 %m, i64 %a
  ret i64 %r
}

define i32 @words(i32 %a, i32 %b, i32 %n) {
; CODE: compute ugt i32 %0 %1
; CODE: select i32
; CODE: compute lt i32
; CODE: select i32
; CODE: compute usub i32 0
; CODE: compute ult i32 %0 %1
; CODE: select i32
; CODE: compute ushl i32
; CODE: compute and i32
; CODE: uninterpreted i32
  %c = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  %d = call i32 @llvm.smin.i32(i32 %c, i32 %n)
  %e = call i32 @llvm.abs.i32(i32 %d, i1 false)
  %f = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  %g = call i32 @llvm.fshl.i32(i32 %e, i32 %f, i32 5)
  %h = call i32 @llvm.bswap.i32(i32 %g)
  %i = call i32 @llvm.ctpop.i32(i32 %f)
  %j = add i32 %h, %i
  ret i32 %j
}

define i32 @assumed(i32 %a) {
; CODE: compute gt i32 %0 3
; CODE: compute eq i1
; CODE: undefined
  %c = icmp sgt i32 %a, 3
  call void @llvm.assume(i1 %c)
  ret i32 %a
}

define i128 @odd(i128 %a, i24 %b) {
; CODE: i0 i0
; CODE: %2 = uninterpreted %1
; CODE: return silent %3
  %c = zext i24 %b to i128
  %d = mul i128 %a, %c
  ret i128 %d
}

define <4 x i32> @vectors(<4 x i32> %v, ptr %p) {
; CODE: load #16 @1:0 %1
; CODE: uninterpreted %
; CODE: havoc %
  %a = load <4 x i32>, ptr %p
  %b = add <4 x i32> %v, %a
  %c = sdiv <4 x i32> %b, %a
  ret <4 x i32> %c
}

; ---- control ----------------------------------------------------------------

define i32 @control(i32 %a) {
; CODE: b0:
; CODE: branch
; CODE: b1:
; CODE: switch i32 %0 b
; CODE: phi i32 b
; CODE: call #08566bfb5df8d6e4 @3:0 nothing 5 0
; CODE: unreachable
entry:
  %v = load volatile i32, ptr @x
  %c = icmp eq i32 %v, 5
  br i1 %c, label %many, label %loop
many:
  switch i32 %a, label %out [ i32 1, label %loop
                              i32 -2, label %never
                              i32 3, label %loop ]
loop:
  %i = phi i32 [ 0, %entry ], [ 9, %many ], [ 9, %many ], [ %j, %loop ]
  %w = load volatile i32, ptr @x
  %j = add i32 %i, %w
  %d = icmp ult i32 %j, %a
  br i1 %d, label %loop, label %out
out:
  %r = phi i32 [ 1, %many ], [ %j, %loop ]
  ret i32 %r
never:
  call void @outside(ptr inttoptr (i64 5 to ptr), i32 0)
  unreachable
}

define i32 @calls(ptr %f, i32 %a) {
; CODE: call i32 #67cf8608037190df @1:0 nothing %1
; CODE: call i32 @2:0 %0 %
  %b = call i32 @answer(i32 %a)
  %c = call i32 %f(i32 %b)
  ret i32 %c
}

define i32 @replaced(i32 %a) {
; CODE: entry
; CODE: tail_exit
; CODE: call i32 #
; CODE: return i32 silent
  store i32 %a, ptr @x
  %r = musttail call i32 @answer(i32 %a)
  ret i32 %r
}

define i32 @thrown(i32 %a) personality ptr @__gxx_personality_v0 {
; CODE: call i32 #
; CODE: jump b1
; CODE: return i32 %
; CODE: uninterpreted
; CODE: unwind
; CODE: call
; CODE: unreachable
  %r = invoke i32 @answer(i32 %a) to label %fine unwind label %caught
fine:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } cleanup
  call void @outside(ptr null, i32 1)
  resume { ptr, i32 } %e
}

define i32 @catches(i32 %a) personality ptr @__gxx_personality_v0 {
; CODE: call i32 caught #
; CODE: jump b1
; CODE: unwind
  %r = invoke i32 @answer(i32 %a) to label %fine unwind label %caught
fine:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}

define i32 @twice(ptr %buffer) {
; CODE: call i32 #
; CODE: unwind
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %r
}

define i32 @assembly(i32 %a) {
; CODE: uninterpreted i32 %0
; CODE: fence @1:0
; CODE: %2 = rmw copy i32 #4 @2:0 fixed %1
; NOT: call
; NOT: havoc
  %b = call i32 asm "", "=r,0"(i32 %a)
  call void asm sideeffect "mfence", "~{memory}"()
  %c = call i32 asm sideeffect "xchg $0, $1", "=r,=*m,0"(ptr elementtype(i32) @x, i32 %b)
  ret i32 %c
}

define i32 @silent(i32 %a) {
; CODE: silent
; CODE: return i32 silent
; NOT: entry
; NOT: fence
  call void asm sideeffect "", "~{memory}"()
  %b = call i32 @llvm.expect.i32(i32 %a, i32 4)
  %c = xor i32 %b, 21
  ret i32 %c
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32, i32)

; ---- two words --------------------------------------------------------------

define { i64, i32 } @gives(i64 %n) {
; CODE: gives
; CODE: %1 = call #
; CODE: %2 = take i64 %1
; CODE: %3 = take i32 #1 %1
; CODE: give i64 %4
; CODE: give i32 #1 %3
; CODE: return
  %p = call { i64, i32 } @two_words(i64 %n)
  %a = extractvalue { i64, i32 } %p, 0
  %b = extractvalue { i64, i32 } %p, 1
  %c = add i64 %a, 1
  %q = insertvalue { i64, i32 } poison, i64 %c, 0
  %r = insertvalue { i64, i32 } %q, i32 %b, 1
  ret { i64, i32 } %r
}

define { i64, i32 } @gives_either(i64 %n, i1 %which, i1 %again) {
; CODE: gives_either
; CODE: take i64
; CODE: %6 = phi i64 b1 %4 b0 5
; CODE: %7 = phi i32 b1 %5 b0 6
; CODE: select i64 %2 %6 0
; CODE: select i32 %2 %7 0
; CODE: give i64
; CODE: give i32 #1
; NOT: uninterpreted
  br i1 %which, label %calls, label %constants
calls:
  %p = call { i64, i32 } @two_words(i64 %n)
  br label %end
constants:
  br label %end
end:
  %q = phi { i64, i32 } [ %p, %calls ], [ { i64 5, i32 6 }, %constants ]
  %r = select i1 %again, { i64, i32 } %q, { i64, i32 } zeroinitializer
  ret { i64, i32 } %r
}
