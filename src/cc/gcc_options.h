// Options of gcc that clang 19 refuses and that do not change the meaning of a
// program, only its optimisation or gcc's output: they are left out.  Options
// that change the meaning or the binary interface (-freg-struct-return,
// -mregparm=) are not in the list, so that clang refuses them with an error.
//
// A name stands for -fNAME, -fno-NAME, -mNAME and -mno-NAME, with or without a
// value; a name that ends in '-' stands for all names with this prefix.

#ifndef FT_CC_GCC_OPTIONS_H
#define FT_CC_GCC_OPTIONS_H

// clang-format off
#define FT_CC_GCC_OPTIONS(G)                                                   \
  G ("aggressive-loop-optimizations") G ("allocation-dce") G ("analyzer")      \
  G ("analyzer-") G ("auto-inc-dec") G ("bit-tests") G ("branch-target-")      \
  G ("btr-bb-exclusive") G ("callgraph-info") G ("check-data-deps")            \
  G ("checking") G ("code-hoisting") G ("combine-stack-adjustments")           \
  G ("compare-debug") G ("compare-elim") G ("conserve-stack")                  \
  G ("cprop-registers") G ("crossjumping") G ("cse-follow-jumps")              \
  G ("cse-skip-blocks") G ("dbg-cnt") G ("dce") G ("delayed-branch")           \
  G ("delete-dead-exceptions") G ("devirtualize-") G ("devirtualize")          \
  G ("disable-") G ("dse") G ("dump-") G ("early-inlining") G ("enable-")      \
  G ("eliminate-dwarf2-dups") G ("expensive-optimizations")                    \
  G ("fat-lto-objects") G ("forward-propagate") G ("gcse") G ("gcse-")         \
  G ("gnat-encodings") G ("graphite") G ("graphite-")                          \
  G ("guess-branch-probability") G ("harden-") G ("hoist-adjacent-loads")      \
  G ("if-conversion") G ("if-conversion2") G ("indirect-inlining")             \
  G ("inline-limit") G ("inline-small-functions")                              \
  G ("inline-functions-called-once") G ("ipa-") G ("ira-")                     \
  G ("isolate-erroneous-paths-") G ("keep-inline-functions")                   \
  G ("large-source-files") G ("lifetime-dse") G ("limit-function-alignment")   \
  G ("live-range-shrinkage") G ("loop-") G ("lra-remat") G ("mem-report")      \
  G ("mem-report-") G ("modulo-sched") G ("modulo-sched-")                     \
  G ("move-loop-invariants") G ("move-loop-stores") G ("opt-info")             \
  G ("opt-info-") G ("optimize-register-move") G ("optimize-strlen")           \
  G ("partial-inlining") G ("peel-loops") G ("peephole") G ("peephole2")       \
  G ("post-ipa-mem-report") G ("pre-ipa-mem-report")                           \
  G ("predictive-commoning") G ("prefetch-loop-arrays")                        \
  G ("printf-return-value") G ("profile-reorder-functions")                    \
  G ("profile-report") G ("random-seed") G ("ree") G ("regmove")               \
  G ("rename-registers") G ("reorder-") G ("report-bug")                       \
  G ("rerun-cse-after-loop") G ("rerun-loop-opt")                              \
  G ("reschedule-modulo-scheduled-loops") G ("sched-") G ("sched2-")           \
  G ("schedule-") G ("section-anchors") G ("sel-sched-")                       \
  G ("selective-scheduling") G ("selective-scheduling2") G ("shrink-wrap")     \
  G ("shrink-wrap-separate") G ("simd-cost-model")                             \
  G ("split-ivs-in-unroller") G ("split-loops") G ("split-paths")              \
  G ("split-wide-types") G ("split-wide-types-early") G ("ssa-")               \
  G ("stack-check") G ("stack-reuse") G ("stdarg-opt") G ("store-merging")     \
  G ("strict-volatile-bitfields") G ("sync-libcalls") G ("thread-jumps")       \
  G ("toplevel-reorder") G ("tracer") G ("tree-")                              \
  G ("unconstrained-commons") G ("unroll-all-loops")                           \
  G ("unroll-completely-grow-size") G ("unswitch-loops") G ("use-linker-")     \
  G ("var-tracking") G ("var-tracking-")                                       \
  G ("variable-expansion-in-unroller") G ("vect-cost-model")                   \
  G ("version-loops-for-strides") G ("vpt") G ("web") G ("zee")                \
  G ("accumulate-outgoing-args") G ("align-data") G ("align-stringops")        \
  G ("avx256-split-unaligned-") G ("branch-cost") G ("dispatch-scheduler")     \
  G ("inline-all-stringops") G ("inline-stringops-dynamically")                \
  G ("memcpy-strategy") G ("memset-strategy") G ("move-max")                   \
  G ("prefer-avx128") G ("push-args") G ("relax-cmpxchg-loop")                 \
  G ("store-max") G ("stringop-strategy") G ("stv") G ("tune-ctrl")
// clang-format on

#endif
