// The stream: frames become due, buffers are filled, and whoever waits is woken.
//
// No thread does it. Whenever the program calls, everything that has become due since the last call is carried out
// in order; between two calls no buffer changes hands, so it comes out as if it had been done in time. A descriptor's
// timer goes off when the next frame is due, which wakes the program.
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void push(struct ec_line *line, uint32_t index) { line->items[line->count++] = (uint8_t)index; }

static uint32_t pop(struct ec_line *line) {
  uint32_t first = line->items[0];
  memmove(line->items, line->items + 1, --line->count);
  return first;
}

// The frame that is next, with its round's share in times and numbers.
static struct ec_frame next_frame(const struct ec_world *world, const struct ec_handle *handle) {
  const struct ec_header *index = world->index;
  uint64_t round = handle->position / index->frame_count;
  struct ec_frame frame = world->frames[handle->position % index->frame_count];
  frame.time += handle->start + (int64_t)(round * index->period);
  frame.arrival += handle->start + (int64_t)(round * index->period);
  frame.sequence += (uint32_t)(round * index->period_sequences);
  return frame;
}

static int64_t arrival(const struct ec_world *world, const struct ec_handle *handle) {
  bool is_over = handle->position >= world->index->frame_count && !world->index->loops;
  return is_over ? EC_NEVER : next_frame(world, handle).arrival;
}

// What goes wrong with the frame that is next; 0 if nothing does.
static const struct ec_fault *next_fault(const struct ec_world *world, struct ec_handle *handle) {
  const struct ec_header *index = world->index;
  while (handle->fault < index->fault_count && world->faults[handle->fault].frame < handle->position) handle->fault++;
  if (handle->fault == index->fault_count) return NULL;
  const struct ec_fault *fault = &world->faults[handle->fault];
  return fault->frame == handle->position ? fault : NULL;
}

static void fill(const struct ec_world *world, struct ec_handle *handle, const struct ec_fault *fault) {
  const struct ec_frame frame = next_frame(world, handle);
  struct ec_buffer *buffer = &handle->buffers[handle->queued.items[0]];
  push(&handle->done, pop(&handle->queued));
  uint32_t bytes = frame.bytes;
  if (fault && fault->kind == EC_TRUNCATE && fault->bytes < bytes) bytes = fault->bytes;
  buffer->used = bytes < buffer->length ? bytes : buffer->length;
  memcpy(buffer->bytes, world->footage + frame.offset, buffer->used);
  buffer->sequence = frame.sequence;
  buffer->time = frame.time;
  buffer->arrival = frame.arrival;
  buffer->flags = fault && fault->kind == EC_ERROR ? V4L2_BUF_FLAG_ERROR : 0;
  buffer->state = EC_DONE;
}

void ec_advance(struct ec_handle *handle, int64_t now) {
  const struct ec_world *world = ec_world();
  int64_t goes;
  if (handle->dead || !world) return;
  bool gone = ec_gone(world, handle->opened, now, &goes);
  while (handle->streaming) {
    int64_t due = arrival(world, handle);
    if (due > now || due >= goes) break;
    const struct ec_fault *fault = next_fault(world, handle);
    bool dropped = fault && fault->kind == EC_DROP;
    if (!dropped && handle->queued.count == 0) 
      ec_log("lost", ", \"sequence\": %u, \"arrival\": %.9f", next_frame(world, handle).sequence, (double)due / 1e9);
    else if (!dropped) fill(world, handle, fault);
    handle->position++;
  }
  // What was filmed before the fixture's end is still there to be taken; an unplugged camera has nothing any more.
  bool ended = handle->streaming && arrival(world, handle) == EC_NEVER && handle->done.count == 0 &&
               now >= handle->start + world->index->end;
  if (gone || ended) {
    handle->dead = true;
    handle->streaming = false;
    ec_unclaim(handle);
  }
}

void ec_arm(struct ec_handle *handle, int64_t now) {
  const struct ec_world *world = ec_world();
  if (!world) return;
  int64_t when = 1, goes;
  ec_gone(world, handle->opened, now, &goes);
  bool ready = handle->dead || !handle->streaming || handle->done.count > 0 || ec_has_event(handle);
  if (!ready) {
    when = goes;
    int64_t due = arrival(world, handle);
    if (due == EC_NEVER) due = handle->start + world->index->end;
    if ((handle->queued.count > 0 || arrival(world, handle) == EC_NEVER) && due < when) when = due;
    if (when < 1) when = 1;
  }
  if (when == handle->armed) return;
  struct itimerspec time = {.it_interval.tv_sec = EC_SIGNATURE + world->index->number};
  if (when != EC_NEVER) {
    time.it_value.tv_sec = when / 1000000000;
    time.it_value.tv_nsec = when % 1000000000;
  }
  timerfd_settime(handle->timer, TFD_TIMER_ABSTIME, &time, NULL);
  handle->armed = when;
}

short ec_mask(struct ec_handle *handle, short events, int64_t now) {
  ec_advance(handle, now);
  if (handle->dead) return POLLERR | POLLHUP | POLLPRI;
  short mask = ec_has_event(handle) ? POLLPRI : 0;
  if (!(events & (POLLIN | POLLRDNORM))) return mask;
  // As the kernel has it: who waits for pictures without having asked for buffers means to read().
  if (handle->buffer_count == 0 && !handle->reading && ec_start_reading(handle) != 0) return mask | POLLERR;
  if (!handle->streaming) return mask | POLLERR;
  ec_advance(handle, now);
  return handle->done.count > 0 ? mask | POLLIN | POLLRDNORM : mask;
}

// The camera is back as it was when it was recorded: its frames are those that came then, from now on.
static void join_in(const struct ec_world *world, struct ec_handle *handle, int64_t begin) {
  const int64_t now = handle->start;
  handle->start = begin;
  while (handle->position < world->index->frame_count && arrival(world, handle) < now) handle->position++;
}

int ec_stream_on(struct ec_handle *handle) {
  const struct ec_world *world = ec_world();
  if (handle->buffer_count == 0) return -EINVAL;
  if (handle->streaming) return 0;
  handle->start = ec_now();
  handle->position = 0;
  handle->fault = 0;
  handle->streaming = true;
  int64_t before = 0;
  bool first = atomic_compare_exchange_strong(&world->shared->begin, &before, handle->start);
  if (!first && ec_goes_on(world, before, handle->start)) join_in(world, handle, before);
  // Behind its end a fixture with a gap begins anew, and with it all that comes and goes.
  if (!first && ec_has_gap(world) && handle->start >= before + world->index->end)
    first = atomic_compare_exchange_strong(&world->shared->begin, &before, handle->start);
  if (first) ec_tell_begin(world);
  ec_log("streamOn", "%s", "");
  return 0;
}

void ec_stream_off(struct ec_handle *handle) {
  if (handle->streaming) ec_log("streamOff", "%s", "");
  handle->streaming = false;
  handle->queued.count = handle->done.count = 0;
  for (uint32_t index = 0; index < handle->buffer_count; index++) handle->buffers[index].state = EC_DEQUEUED;
}

void ec_free_buffers(struct ec_handle *handle) {
  ec_stream_off(handle);
  ec_forget_mappings(handle);
  if (handle->memory_base) EC_REAL(munmap)(handle->memory_base, handle->memory_bytes);
  if (handle->memory_file >= 0) EC_REAL(close)(handle->memory_file);
  handle->memory_base = NULL;
  handle->memory_file = -1;
  handle->buffer_count = 0;
  handle->memory = 0;
  handle->reading = false;
  handle->reading_buffer = -1;
  ec_unclaim(handle);
}

// Gives every buffer a place in memory that programs can map.
static int place_buffers(struct ec_handle *handle, uint32_t count) {
  size_t bytes = handle->buffer_room * count;
  int file = memfd_create("livecam-emulate", MFD_CLOEXEC);
  if (file < 0) return -ENOMEM;
  void *base = MAP_FAILED;
  if (ftruncate(file, (off_t)bytes) == 0)
    base = EC_REAL(mmap)(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (base == MAP_FAILED) {
    EC_REAL(close)(file);
    return -ENOMEM;
  }
  handle->memory_file = file;
  handle->memory_base = base;
  handle->memory_bytes = bytes;
  return 0;
}

int ec_request(struct ec_handle *handle, uint32_t count, uint32_t memory, uint32_t *granted) {
  const uint32_t length = ec_world()->index->picture_bytes;
  if (!ec_claim(handle)) return -EBUSY;
  if (handle->reading || (handle->streaming && count > 0)) return -EBUSY;
  ec_free_buffers(handle);
  *granted = 0;
  if (count == 0) return 0;
  if (!ec_claim(handle)) return -EBUSY;
  // A single buffer would be the program's or the camera's, never both's.
  count = count < 2 ? 2 : count > EC_MOST_BUFFERS ? EC_MOST_BUFFERS : count;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  handle->buffer_room = ((size_t)length + page - 1) / page * page;
  int failure = memory == V4L2_MEMORY_MMAP ? place_buffers(handle, count) : 0;
  if (failure) {
    ec_unclaim(handle);
    return failure;
  }
  memset(handle->buffers, 0, sizeof handle->buffers);
  for (uint32_t index = 0; index < count; index++) {
    handle->buffers[index].length = length;
    if (memory == V4L2_MEMORY_MMAP) handle->buffers[index].bytes = handle->memory_base + index * handle->buffer_room;
  }
  handle->memory = memory;
  handle->buffer_count = *granted = count;
  return 0;
}

int ec_enqueue(struct ec_handle *handle, uint32_t index) {
  struct ec_buffer *buffer = &handle->buffers[index];
  if (buffer->state != EC_DEQUEUED) return -EINVAL;
  buffer->state = EC_QUEUED;
  buffer->flags = 0;
  push(&handle->queued, index);
  return 0;
}

int ec_take(struct ec_handle *handle) {
  for (;;) {
    int64_t now = ec_now();
    ec_advance(handle, now);
    if (handle->dead) return -ENODEV;
    if (!handle->streaming) return -EINVAL;
    if (handle->done.count > 0) break;
    if (!ec_waits(handle)) return -EAGAIN;
    // A read of the timer waits as the ioctl would: signals interrupt it or do not, as the program has asked for.
    ec_arm(handle, now);
    uint64_t expirations;
    ec_hold(handle);
    ec_unlock();
    ssize_t result = EC_REAL(read)(handle->timer, &expirations, sizeof expirations);
    int failure = errno;
    ec_lock();
    handle->armed = -1;
    bool closed = handle->descriptors == 0;
    ec_release(handle);
    if (closed) return -EBADF;
    if (result < 0 && failure != EAGAIN) return -failure;
  }
  uint32_t index = pop(&handle->done);
  const struct ec_buffer *buffer = &handle->buffers[index];
  handle->buffers[index].state = EC_DEQUEUED;
  ec_log("frame", ", \"sequence\": %u, \"bytes\": %u, \"taken\": %.9f, \"arrival\": %.9f", buffer->sequence, buffer->used,
         (double)buffer->time / 1e9, (double)buffer->arrival / 1e9);
  return (int)index;
}

// read() has buffers of its own, which nobody sees.
int ec_start_reading(struct ec_handle *handle) {
  uint32_t granted;
  int failure = ec_request(handle, 4, V4L2_MEMORY_MMAP, &granted);
  if (failure) return failure;
  for (uint32_t index = 0; index < granted; index++) ec_enqueue(handle, index);
  handle->reading = true;
  return ec_stream_on(handle);
}

ssize_t ec_read(struct ec_handle *handle, void *bytes, size_t count) {
  ec_advance(handle, ec_now());
  if (handle->dead) return -ENODEV;
  if (handle->buffer_count > 0 && !handle->reading) return -EBUSY;
  if (!handle->reading) {
    int failure = ec_start_reading(handle);
    if (failure) return failure;
  }
  if (count == 0) return 0;
  if (handle->reading_buffer < 0) {
    int index = ec_take(handle);
    if (index < 0) return index;
    handle->reading_buffer = index;
    handle->reading_at = 0;
  }
  struct ec_buffer *buffer = &handle->buffers[handle->reading_buffer];
  size_t left = buffer->used - handle->reading_at;
  if (count > left) count = left;
  memcpy(bytes, buffer->bytes + handle->reading_at, count);
  handle->reading_at += (uint32_t)count;
  if (handle->reading_at >= buffer->used) {
    ec_enqueue(handle, (uint32_t)handle->reading_buffer);
    handle->reading_buffer = -1;
  }
  return (ssize_t)count;
}
