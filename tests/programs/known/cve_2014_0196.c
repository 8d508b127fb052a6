// BUG: CVE-2014-0196: two writers of a tty find the same room in its buffer, and the second writes behind its end
// FIRST: access beyond a block
// RACE: data race on 'tb->used'.*(MEMORY ERROR|CRASH)

#include <pthread.h>
#include <stdlib.h>

struct tty_buffer {
  int used, size;
  char *data;
};

static struct tty_buffer *tb;

static void *n_tty_write (void *a) {
  int n = 8;
  if (tb->used + n <= tb->size) {
    for (int i = 0; i < n; i++)
      tb->data[tb->used + i] = 'x';
    tb->used += n;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  tb = calloc (1, sizeof *tb);
  tb->size = 8;
  tb->data = malloc (8);
  pthread_create (&t, 0, n_tty_write, 0);
  pthread_create (&u, 0, n_tty_write, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (tb->data);
  free (tb);
  return 0;
}
