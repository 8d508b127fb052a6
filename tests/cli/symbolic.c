/* What functions of the library make of their input, for test_symbolic.sh:
   'symbolic FUNCTION A B' leaves in 'result' what the function returns, which
   another thread has accessed, so that the write is an event. */
#define _GNU_SOURCE
#include <ctype.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long result;
static char copy[64], line[64];

static void *touch (void *unused) {
  result++;
  return unused;
}

static long sum (const char *text) {
  long total = 0;
  for (size_t i = 0; i < strlen (text); i++)
    total = 31 * total + text[i];
  return total;
}

static long copies (const char *how, const char *a) {
  char *d = NULL;
  if (!strcmp (how, "strcpy"))
    strcpy (copy, a);
  else if (!strcmp (how, "strncpy"))
    strncpy (copy, a, 6);
  else if (!strcmp (how, "strcat"))
    strcat (strcpy (copy, "x"), a);
  else if (!strcmp (how, "memcpy"))
    memcpy (copy, a, 3);
  else
    d = strdup (a);
  return sum (d ? d : copy);
}

static long place (const char *found, const char *text) {
  return found ? found - text : -1;
}

static long tokens (const char *how, char *a) {
  char *rest = a, *t;
  long total = 0;
  if (!strcmp (how, "strsep"))
    while ((t = strsep (&rest, "=1")))
      total = 7 * total + sum (t);
  else if (!strcmp (how, "strtok"))
    for (t = strtok (a, "=1"); t; t = strtok (NULL, "=1"))
      total = 7 * total + sum (t) + (t - a);
  else
    for (t = strtok_r (a, "5x", &rest); t; t = strtok_r (NULL, "5x", &rest))
      total = 7 * total + sum (t) + (t - a);
  return total;
}

static long searches (const char *how, const char *a, const char *b) {
  if (!strcmp (how, "strcasecmp"))
    return strcasecmp (a, b);
  if (!strcmp (how, "strncasecmp"))
    return strncasecmp (a, b, 2);
  if (!strcmp (how, "strspn"))
    return (long)strspn (a, "0123456789");
  if (!strcmp (how, "strcspn"))
    return (long)strcspn (a, "57x=");
  if (!strcmp (how, "strpbrk"))
    return place (strpbrk (a, "57x="), a);
  if (!strcmp (how, "strrchr"))
    return place (strrchr (a, '5'), a);
  if (!strcmp (how, "strstr"))
    return place (strstr (a, "5"), a) + 10 * place (strstr (a, "=1"), a);
  if (!strcmp (how, "strcasestr"))
    return place (strcasestr (a, "X1"), a);
  return place (memmem (a, strlen (a), "12", 2), a);
}

static long reads (const char *how) {
  char *made = NULL;
  size_t room = 0;
  if (!strcmp (how, "getline"))
    return 100 * getline (&made, &room, stdin) + sum (made);
  if (!strcmp (how, "getdelim"))
    return 100 * getdelim (&made, &room, '5', stdin) + sum (made);
  if (!strcmp (how, "fgets"))
    return fgets (line, sizeof line, stdin) ? sum (line) : -1;
  if (!strcmp (how, "read"))
    return read (0, line, 8) > 0 ? sum (line) : -1;
  if (!strcmp (how, "fread"))
    return fread (line, 1, 5, stdin) ? sum (line) : -1;
  int a = getchar (), b = fgetc (stdin);
  return 1000 * a + b;
}

static const short table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

static long classes (const char *a) {
  long sum = 0;
  for (int i = 0; i < 2; i++) {
    int c = (unsigned char)a[i];
    sum = 100 * sum + toupper (c) - 2 * tolower (c);
    sum = 2 * sum + !!isdigit (c) - !!isalpha (c) + 3 * !!ispunct (c);
  }
  return sum;
}

static long scans (const char *how, const char *a) {
  int n = 0, k = 0;
  long m = 0;
  char word[32] = "";
  if (!strcmp (how, "sscanf"))
    k = sscanf (a, "%d%31s", &n, word);
  else if (!strcmp (how, "sscanf_key"))
    k = sscanf (a, "%3[a-z]=%i%ln", word, &n, &m);
  else if (!strcmp (how, "sscanf_hex"))
    k = sscanf (a, "%2x%*c%hhn%ho", (unsigned *)&n, (signed char *)word,
                (short *)&m);
  else if (!strcmp (how, "scanf_hex"))
    k = scanf ("%c%x%5[^9]", word, (unsigned *)&n, word + 1);
  else
    k = scanf ("%2s %ld", word, &m);
  return 1000 * k + n + 100 * m + word[0];
}

static bool is_one_of (const char *how, const char *list) {
  const char *at = strstr (list, how);
  size_t n = strlen (how);
  return at && at[n] == ' ' && (at == list || at[-1] == ' ');
}

static long compute (const char *how, char *a, const char *b) {
  char *end = a;
  if (is_one_of (how, "strtok strtok_r strsep "))
    return tokens (how, a);
  if (is_one_of (how, "strcasecmp strncasecmp strspn strcspn strpbrk strrchr "
                      "strstr strcasestr memmem "))
    return searches (how, a, b);
  if (!strcmp (how, "strtol16"))
    return 100 * strtol (a, &end, 16) + place (end, a);
  if (!strcmp (how, "strtol36"))
    return strtol (a, NULL, 36);
  if (!strcmp (how, "atoi"))
    return atoi (a);
  if (!strcmp (how, "strtol0"))
    return strtol (a, NULL, 0);
  if (!strcmp (how, "strtol8"))
    return strtol (a, NULL, 8);
  if (!strcmp (how, "strtoul"))
    return (long)strtoul (a, NULL, 10);
  if (!strcmp (how, "strlen"))
    return (long)strlen (a);
  if (!strcmp (how, "strcmp"))
    return strcmp (a, b);
  if (!strcmp (how, "strncmp"))
    return strncmp (a, b, 2);
  if (!strcmp (how, "memcmp"))
    return memcmp (a, b, 2);
  if (!strcmp (how, "strchr"))
    return strchr (a, '5') ? strchr (a, '5') - a : -1;
  if (is_one_of (how, "sscanf sscanf_key sscanf_hex scanf scanf_hex "))
    return scans (how, a);
  if (!strcmp (how, "ctype"))
    return classes (a);
  if (!strcmp (how, "table"))
    return 10 * table[a[0] & 15] + table[(a[1] & 7) + 4];
  if (!strcmp (how, "memchr"))
    return memchr (a, '5', 2) ? 1 : 0;
  if (is_one_of (how, "getchar fgets read fread getline getdelim "))
    return reads (how);
  return copies (how, a);
}

int main (int argc, char **argv) {
  pthread_t t;
  if (argc < 4)
    return 2;
  pthread_create (&t, NULL, touch, NULL);
  long value = compute (argv[1], argv[2], argv[3]);
  result = value;
  printf ("%ld\n", value);
  pthread_join (t, NULL);
  return 0;
}
