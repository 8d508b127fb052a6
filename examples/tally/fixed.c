// Counts the words of files, a thread for each.

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
  long words;
  long files;
} tally;

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER; // protects tally
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;

static void say (const char *what, const char *name) {
  pthread_mutex_lock (&output);
  fprintf (stderr, "%s %s\n", what, name);
  pthread_mutex_unlock (&output);
}

static long count (FILE *file) {
  long words = 0;
  int last = ' ';
  for (int c; (c = getc (file)) != EOF; last = c)
    if (!isspace (c) && isspace (last))
      words++;
  return words;
}

static void *work (void *name) {
  say ("counting", name);
  FILE *file = fopen (name, "r");
  if (!file) {
    say ("cannot read", name);
    exit (2);
  }
  long words = count (file);
  fclose (file);
  pthread_mutex_lock (&counting);
  tally.words += words;
  tally.files++;
  pthread_mutex_unlock (&counting);
  say ("finished", name);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[argc];
  for (int i = 1; i < argc; i++)
    pthread_create (&threads[i], NULL, work, argv[i]);
  for (int i = 1; i < argc; i++)
    pthread_join (threads[i], NULL);
  printf ("%ld words in %ld files\n", tally.words, tally.files);
  return 0;
}
