// When the camera is there.
#include "shim.h"

#include <time.h>

int64_t ec_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The last thing that has happened to the plug; -1 before any.
static int64_t last_plug(const struct ec_world *world, int64_t now) {
  int64_t begin = atomic_load(&world->shared->begin), last = -1;
  if (begin == 0) return last;
  for (uint32_t at = 0; at < world->index->plug_count && begin + world->plugs[at].time <= now; at++) last = at;
  return last;
}

bool ec_plugged(const struct ec_world *world, int64_t now, uint32_t *number) {
  int64_t last = last_plug(world, now);
  *number = last < 0 ? world->index->number : world->plugs[last].number;
  return last < 0 || world->plugs[last].connected;
}

ino_t ec_file_number(const struct ec_world *world, int64_t now) {
  return ((ino_t)world->index->number << 32) + 0x4c560000u + (uint32_t)(last_plug(world, now) + 1);
}

bool ec_has_gap(const struct ec_world *world) {
  for (uint32_t at = 0; at < world->index->plug_count; at++)
    if (world->plugs[at].connected == EC_GOES_ON) return true;
  return false;
}

bool ec_goes_on(const struct ec_world *world, int64_t begin, int64_t now) {
  int64_t last = last_plug(world, now);
  return last >= 0 && world->plugs[last].connected == EC_GOES_ON && now < begin + world->index->end;
}

bool ec_gone(const struct ec_world *world, int64_t opened, int64_t now, int64_t *next) {
  int64_t begin = atomic_load(&world->shared->begin);
  *next = EC_NEVER;
  if (begin == 0) return false;
  for (uint32_t at = 0; at < world->index->plug_count; at++) {
    int64_t time = begin + world->plugs[at].time;
    if (world->plugs[at].connected || time <= opened) continue;
    *next = time;
    return time <= now;
  }
  return false;
}
