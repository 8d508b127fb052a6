// BUG: CVE-2009-3547: pipe_rdwr_open uses inode->i_pipe, which another thread's release has cleared
// FIRST: access through a null pointer
// RACE: data race on 'inode\.i_pipe'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct pipe_info {
  int readers;
};

static struct {
  struct pipe_info *i_pipe;
} inode;
static struct pipe_info pipe_info;

static void *open_pipe (void *a) {
  inode.i_pipe->readers++;
  return a;
}

static void *release_pipe (void *a) {
  inode.i_pipe = NULL;
  return a;
}

int main (void) {
  pthread_t t, u;
  inode.i_pipe = &pipe_info;
  pthread_create (&t, 0, open_pipe, 0);
  pthread_create (&u, 0, release_pipe, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
