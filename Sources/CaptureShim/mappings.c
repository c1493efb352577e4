// Which buffers the program has mapped.
#include "shim.h"

#include <stdlib.h>
#include <sys/mman.h>

struct mapping {
  struct mapping *next;
  struct ec_handle *handle;  // NULL once its buffers have been given back
  uint32_t buffer;
  void *place;
  size_t bytes;
};

static struct mapping *_Atomic mappings;

void *ec_map(struct ec_handle *handle, void *place, size_t bytes, int protection, int flags, off_t offset) {
  ec_advance(handle, ec_now());
  errno = ENODEV;
  if (handle->dead) return MAP_FAILED;
  errno = EINVAL;
  if (handle->buffer_count == 0 || handle->memory != V4L2_MEMORY_MMAP) return MAP_FAILED;
  bool shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (!shared || !(protection & PROT_READ)) return MAP_FAILED;
  errno = EBUSY;
  if (handle->reading) return MAP_FAILED;
  errno = EINVAL;
  if (offset < 0 || (size_t)offset % handle->buffer_room != 0 || bytes > handle->buffer_room) return MAP_FAILED;
  uint32_t index = (uint32_t)((size_t)offset / handle->buffer_room);
  if (index >= handle->buffer_count) return MAP_FAILED;
  struct mapping *mapping = malloc(sizeof *mapping);
  errno = ENOMEM;
  if (!mapping) return MAP_FAILED;
  void *base = EC_REAL(mmap)(place, bytes, protection, flags, handle->memory_file, offset);
  if (base == MAP_FAILED) {
    free(mapping);
    return MAP_FAILED;
  }
  *mapping = (struct mapping){atomic_load(&mappings), handle, index, base, bytes};
  atomic_store(&mappings, mapping);
  handle->buffers[index].mappings++;
  return base;
}

static void forget(const void *place, size_t bytes) {
  for (struct mapping *one = atomic_load(&mappings), *before = NULL, *next; one; one = next) {
    next = one->next;
    bool overlaps = (const char *)one->place < (const char *)place + bytes &&
                    (const char *)place < (const char *)one->place + one->bytes;
    if (!overlaps) {
      before = one;
      continue;
    }
    if (one->handle) one->handle->buffers[one->buffer].mappings--;
    if (before) before->next = next;
    else atomic_store(&mappings, next);
    free(one);
  }
}

void ec_unmapped(void *place, size_t bytes) {
  if (!atomic_load_explicit(&mappings, memory_order_relaxed)) return;
  ec_lock();
  forget(place, bytes);
  ec_unlock();
}

void ec_forget_mappings(struct ec_handle *handle) {
  for (struct mapping *one = atomic_load(&mappings); one; one = one->next)
    if (one->handle == handle) one->handle = NULL;
}
