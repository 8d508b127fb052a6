// RACE-FREE
// WHY: as mutex_robust_recovered.c; processes share the mutex, and the kernel frees it when its owner ends

#define SHARED
#include "mutex_robust_recovered.c"
