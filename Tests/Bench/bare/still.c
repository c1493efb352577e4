// TurboJPEG called in a plain loop: what a still of a raw picture cannot cost less than.
//
// usage: still PICTURES WIDTH HEIGHT QUALITY TIMES
//
// PICTURES are YUYV. Each is taken apart into planes of 4:2:2 and compressed, as livecam does it. Prints a line of JSON:
// the median and the 95th part of a hundred of the wall time, and the median of the processor time, in milliseconds.
#include <libyuv.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <turbojpeg.h>

static void fail(const char *what) {
  fprintf(stderr, "still: %s\n", what);
  exit(70);
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

int main(int count, char **words) {
  if (count < 6) fail("see the top of still.c for its arguments");
  int width = atoi(words[2]), height = atoi(words[3]), quality = atoi(words[4]), times = atoi(words[5]);
  size_t size = (size_t)width * height * 2;
  FILE *file = fopen(words[1], "rb");
  uint8_t *picture = malloc(size), *planes = malloc(size);
  double *wall = malloc(sizeof *wall * times), *cpu = malloc(sizeof *cpu * times);
  if (!file || !picture || !planes || !wall || !cpu || times < 1) fail(words[1]);
  tjhandle encoder = tjInitCompress();
  for (int index = 0; index < times; index++) {
    if (fread(picture, 1, size, file) != size) {
      rewind(file);
      if (fread(picture, 1, size, file) != size) fail("there is no picture");
    }
    double begin = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
    uint8_t *parts[3] = {planes, planes + (size_t)width * height, planes + (size_t)width * height * 3 / 2};
    int strides[3] = {width, width / 2, width / 2};
    YUY2ToI422(picture, width * 2, parts[0], width, parts[1], width / 2, parts[2], width / 2, width, height);
    unsigned char *jpeg = NULL;
    unsigned long bytes = 0;
    if (tjCompressFromYUVPlanes(encoder, (const uint8_t **)parts, width, strides, height, TJSAMP_422, &jpeg, &bytes,
                                quality, 0))
      fail(tjGetErrorStr2(encoder));
    tjFree(jpeg);
    wall[index] = now(CLOCK_MONOTONIC) - begin;
    cpu[index] = now(CLOCK_PROCESS_CPUTIME_ID) - used;
  }
  qsort(wall, times, sizeof *wall, ascending);
  qsort(cpu, times, sizeof *cpu, ascending);
  printf("{\"median\": %f, \"p95\": %f, \"cpu\": %f}\n", wall[times / 2], wall[times * 95 / 100], cpu[times / 2]);
  return 0;
}
