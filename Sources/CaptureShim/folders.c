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
};

static struct listing *listings;

static struct listing *listing_of(DIR *stream) {
  if (!EC_HEAD(listings)) return NULL;
  ec_lock();
  struct listing *one = listings;
  while (one && one->stream != stream) one = one->next;
  ec_unlock();
  return one;
}

static DIR *noted(DIR *stream, const char *path) {
  const struct ec_world *world = ec_world();
  uint32_t number;
  bool is_dev = ec_is_folder(world, path);
  bool is_class = strcmp(path, "/sys/class/video4linux") == 0 || strcmp(path, "/sys/class/video4linux/") == 0;
  if (!stream || !world || !(is_dev || is_class) || !ec_plugged(world, ec_now(), &number)) return stream;
  struct listing *listing = calloc(1, sizeof *listing);
  if (!listing) return stream;
  listing->stream = stream;
  listing->entry.d_ino = ec_file_number(world, ec_now());
  listing->entry.d_type = is_dev ? DT_CHR : DT_LNK;
  listing->entry.d_reclen = sizeof listing->entry;
  snprintf(listing->entry.d_name, sizeof listing->entry.d_name, "video%u", number);
  ec_lock();
  EC_PUSH(listings, listing);
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
  if (EC_HEAD(listings)) {
    ec_lock();
    EC_REMOVE(listings, one, one->stream == stream);
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
EC_EXPORT struct dirent *readdir(DIR *stream) {
  struct listing *listing = listing_of(stream);
  for (;;) {
    struct dirent *entry = EC_REAL(readdir)(stream);
    if (!listing || (entry && strcmp(entry->d_name, listing->entry.d_name) != 0)) return entry;
    if (entry) continue;
    if (listing->told) return NULL;
    listing->told = true;
    return &listing->entry;
  }
}
EC_EXPORT struct dirent64 *readdir64(DIR *stream) __attribute__((alias("readdir")));
