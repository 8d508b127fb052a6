// RACE-FREE
// FLAGS: -O0
// WHY: as streams_without_locks.c, where the functions are inline but for a buffer
// that is empty or full; here they are called

#include "streams_without_locks.c"
