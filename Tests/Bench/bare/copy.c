// What a session that is armed cannot do without: each picture is copied, once, into memory that is used again when
// the picture in it has become too old.
//
// usage: copy PICTURES SLOTS COUNT
//
// Prints the seconds of processor time that COUNT copies took.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void fail(const char *what) {
  fprintf(stderr, "copy: %s\n", what);
  exit(70);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count != 4) fail("see the top of copy.c for its arguments");
  FILE *file = fopen(words[1], "rb");
  if (!file) fail(words[1]);
  fseek(file, 0, SEEK_END);
  size_t length = ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(length);
  if (!bytes || fread(bytes, 1, length, file) != length) fail(words[1]);
  fclose(file);

  // JPEGs of ffmpeg, one behind the other: none holds another.
  size_t found = 0, most = 0, *starts = malloc(sizeof(size_t) * (length / 4 + 2));
  for (size_t place = 0; place + 1 < length; place++)
    if (bytes[place] == 0xff && bytes[place + 1] == 0xd8) starts[found++] = place;
  if (!found) fail("there is no picture");
  starts[found] = length;
  for (size_t index = 0; index < found; index++) {
    size_t size = starts[index + 1] - starts[index];
    if (size > most) most = size;
  }
  long slots = atol(words[2]), copies = atol(words[3]);
  uint8_t **ring = malloc(sizeof(uint8_t *) * slots);
  for (long index = 0; index < slots; index++) {
    ring[index] = malloc(most);
    memset(ring[index], 0, most);
  }
  double start = now();
  for (long index = 0; index < copies; index++) {
    size_t picture = index % found;
    memcpy(ring[index % slots], bytes + starts[picture], starts[picture + 1] - starts[picture]);
    __asm__ volatile("" ::: "memory");
  }
  printf("%f\n", now() - start);
  return 0;
}
