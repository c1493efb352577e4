// Listings of /dev and of sysfs: the camera is among the names there.
#include "shim.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct listing {
  struct listing *next;
  DIR *stream;
  bool told;
  struct dirent entry;
  struct dirent64 entry64;
};

static struct listing *_Atomic listings;

static struct listing *listing_of(DIR *stream) {
  struct listing *one = atomic_load_explicit(&listings, memory_order_relaxed);
  if (!one) return NULL;
  ec_lock();
  for (one = atomic_load(&listings); one && one->stream != stream;) one = one->next;
  ec_unlock();
  return one;
}

static DIR *noted(DIR *stream, const char *path) {
  const struct ec_world *world = ec_world();
  uint32_t number;
  bool is_dev = strcmp(path, "/dev") == 0 || strcmp(path, "/dev/") == 0;
  bool is_class = strcmp(path, "/sys/class/video4linux") == 0 || strcmp(path, "/sys/class/video4linux/") == 0;
  if (!stream || !world || !(is_dev || is_class) || !ec_plugged(world, ec_now(), &number)) return stream;
  struct listing *listing = calloc(1, sizeof *listing);
  if (!listing) return stream;
  listing->stream = stream;
  listing->entry.d_ino = listing->entry64.d_ino =
      ((ino_t)world->index->number << 32) + 0x4c560000u + ec_generation(world, ec_now());
  listing->entry.d_type = listing->entry64.d_type = is_dev ? DT_CHR : DT_LNK;
  listing->entry.d_reclen = sizeof listing->entry;
  listing->entry64.d_reclen = sizeof listing->entry64;
  snprintf(listing->entry.d_name, sizeof listing->entry.d_name, "video%u", number);
  strcpy(listing->entry64.d_name, listing->entry.d_name);
  ec_lock();
  listing->next = atomic_load(&listings);
  atomic_store(&listings, listing);
  ec_unlock();
  return stream;
}

EC_EXPORT DIR *opendir(const char *path) {
  char room[PATH_MAX];
  return noted(EC_REAL(opendir)(ec_redirected(ec_world(), path, room)), path);
}

EC_EXPORT DIR *fdopendir(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = ec_world() ? EC_REAL(readlink)(link, path, sizeof path - 1) : 0;
  path[count > 0 ? count : 0] = 0;
  return noted(EC_REAL(fdopendir)(descriptor), path);
}

EC_EXPORT int closedir(DIR *stream) {
  if (atomic_load_explicit(&listings, memory_order_relaxed)) {
    ec_lock();
    for (struct listing *one = atomic_load(&listings), *before = NULL; one; before = one, one = one->next) {
      if (one->stream != stream) continue;
      if (before) before->next = one->next;
      else atomic_store(&listings, one->next);
      free(one);
      break;
    }
    ec_unlock();
  }
  return EC_REAL(closedir)(stream);
}

EC_EXPORT void rewinddir(DIR *stream) {
  struct listing *listing = listing_of(stream);
  if (listing) listing->told = false;
  EC_REAL(rewinddir)(stream);
}

// The machine's entries but for one of the camera's name, then the camera's.
#define EC_NEXT(real, own)                                                                      \
  struct listing *listing = listing_of(stream);                                                 \
  for (;;) {                                                                                    \
    __typeof__(real(stream)) entry = real(stream);                                              \
    if (!listing || (entry && strcmp(entry->d_name, listing->own.d_name) != 0)) return entry;   \
    if (entry) continue;                                                                        \
    if (listing->told) return NULL;                                                             \
    listing->told = true;                                                                       \
    return &listing->own;                                                                       \
  }

EC_EXPORT struct dirent *readdir(DIR *stream) { EC_NEXT(EC_REAL(readdir), entry) }
EC_EXPORT struct dirent64 *readdir64(DIR *stream) { EC_NEXT(EC_REAL(readdir64), entry64) }
