// What library functions are recorded to touch.  Compiled with its calls
// renamed, as instrumented code is.  After "//=": records, as dump.c prints
// them; the numbers of objects are those of addresses, in order.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static char a[100], b[100], d[100]; // d becomes the copy
static int numbers[] = {3, 1, 2};
static char out[200];
static volatile long sink; // a call whose result nobody uses may be left out

static int compare (const void *x, const void *y) {
  return *(const int *)x - *(const int *)y;
}

int main (void) {
  strcpy (a, "text"); //= 0 READ_RANGE @0 5
                      //= 0 WRITE_RANGE @1 5
  sink = strlen (a);         //= 0 READ_RANGE @1 5
  memcpy (b, a, 5);   //= 0 READ_RANGE @1 5
                      //= 0 WRITE_RANGE @2 5
  memcpy (b, a, 0);
  b[2] = 'y';
  sink = strcmp (a, b);      //= 0 READ_RANGE @1 3
                      //= 0 READ_RANGE @2 3
  sink = strncmp (a, b, 2);  //= 0 READ_RANGE @1 2
                      //= 0 READ_RANGE @2 2
  sink = memcmp (a, b, 5);   //= 0 READ_RANGE @1 3
                      //= 0 READ_RANGE @2 3
  sink = strchr (a, 'x') != NULL;    //= 0 READ_RANGE @1 3
  strncpy (d, a, 8);  //= 0 READ_RANGE @1 5
                      //= 0 WRITE_RANGE @3 8
  strcat (a, b);      //= 0 READ_RANGE @1 5
                      //= 0 READ_RANGE @2 5
                      //= 0 WRITE_RANGE @4 5
  memset (b, 0, 7);   //= 0 WRITE_RANGE @2 7 of 0
  char *copy = strdup (d); //= 0 READ_RANGE @3 5
                           //= 0 ALLOC @5 5 undefined
                           //= 0 WRITE_RANGE @5 5
  free (copy);        //= 0 FREE @5 0
  sink = atoi ("123 ");      //= 0 READ_RANGE @6 4
  snprintf (out, 4, "%s%d%.2s%n", d, 5, a, numbers);
                      //= 0 READ_RANGE @7 11
                      //= 0 READ_RANGE @3 5
                      //= 0 READ_RANGE @1 2
                      //= 0 WRITE_RANGE @8 4
                      //= 0 WRITE_RANGE @9 4
  sprintf (out, "%5.1f|%ls|%c|%%|%lld|%*d|%s", 1.5, L"w", 'c', 1LL, 4, 5, d);
                      //= 0 READ_RANGE @10 28
                      //= 0 READ_RANGE @11 8
                      //= 0 READ_RANGE @3 5
                      //= 0 WRITE_RANGE @9 24
  long l;
  short h;
  sscanf ("17 word 4 3.5", "%ld %99s %*d %hd %n", &l, b, &h, numbers);
                      //= 0 READ_RANGE @12 14
                      //= 0 READ_RANGE @13 20
                      //= 0 WRITE_RANGE @14 8
                      //= 0 WRITE_RANGE @2 5
                      //= 0 WRITE_RANGE @15 2
                      //= 0 WRITE_RANGE @8 4
  qsort (numbers, 3, sizeof *numbers, compare);
                      //= 0 READ_RANGE @8 12
                      //= 0 WRITE_RANGE @8 12
  int ends[2];
  pipe (ends);        //= 0 WRITE_RANGE @16 8
  // Room, flags and children do not matter to the write, nor flags to the read.
  write (ends[1], a, 3); //= 0 READ_RANGE @1 3
                         //= 0 ATOMIC_RMW @17 0 1 1288
                         //= 0 ATOMIC_RMW @18 0 1 1288
                         //= 0 ATOMIC_READ @19 0 776
                         //= 0 ATOMIC_READ @19 0 776
                         //= 0 ATOMIC_READ @19 0 776
  read (ends[0], b, 9);  //= 0 ATOMIC_READ @17 1 776
                         //= 0 ATOMIC_READ @20 0 776
                         //= 0 ATOMIC_READ @19 0 776
                         //= 0 ATOMIC_READ @21 0 776
                         //= 0 ATOMIC_RMW @21 0 1 1288
                         //= 0 ATOMIC_RMW @22 0 1 1288
                         //= 0 ATOMIC_READ @19 0 776
                         //= 0 WRITE_RANGE @2 3
  void *p = malloc (10);    //= 0 ALLOC @5 10 undefined
  void *q = realloc (p, 9); //= 0 READ_RANGE @5 9
                            //= 0 FREE @5 0
                            //= 0 ALLOC @5 9
                            //= 0 WRITE_RANGE @5 9
  free (q);                 //= 0 FREE @5 0
  p = calloc (3, 4);        //= 0 ALLOC @23 12 zeros
  free (p);                 //= 0 FREE @23 0
  struct timespec some = {0, 1};
  clock_nanosleep (CLOCK_MONOTONIC, 0, &some, NULL); //= 0 READ_RANGE @24 16
  thrd_sleep (&some, NULL); //= 0 READ_RANGE @24 16
  return 0;
}
