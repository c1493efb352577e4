// What the camera answers, as drivers/media/v4l2-core and uvcvideo have it.
#include "shim.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CAPTURE = V4L2_BUF_TYPE_VIDEO_CAPTURE };

static int query_capabilities(const struct ec_header *index, struct v4l2_capability *answer) {
  memset(answer, 0, sizeof *answer);
  memcpy(answer->driver, index->driver, sizeof answer->driver);
  memcpy(answer->card, index->card, sizeof answer->card);
  memcpy(answer->bus_info, index->bus, sizeof answer->bus_info);
  answer->driver[sizeof answer->driver - 1] = answer->card[sizeof answer->card - 1] = 0;
  answer->bus_info[sizeof answer->bus_info - 1] = 0;
  answer->version = 0x060100;
  answer->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_READWRITE | V4L2_CAP_EXT_PIX_FORMAT;
  answer->capabilities = answer->device_caps | V4L2_CAP_DEVICE_CAPS;
  return 0;
}

static int list_formats(const struct ec_header *index, struct v4l2_fmtdesc *entry) {
  if (entry->type != CAPTURE || entry->index != 0) return -EINVAL;
  struct v4l2_fmtdesc answer = {.type = CAPTURE, .pixelformat = index->pixel_format};
  answer.flags = index->row_bytes == 0 ? V4L2_FMT_FLAG_COMPRESSED : 0;
  memcpy(answer.description, index->coding, sizeof answer.description - 1);
  *entry = answer;
  return 0;
}

static int format(struct ec_handle *handle, uint32_t request, struct v4l2_format *format) {
  const struct ec_header *index = ec_world()->index;
  if (format->type != CAPTURE) return -EINVAL;
  if (request == VIDIOC_S_FMT && (handle->buffer_count > 0 || ec_is_claimed_elsewhere(handle))) return -EBUSY;
  // Asked for another, a camera takes the nearest that it has; this one has a single one.
  memset(&format->fmt, 0, sizeof format->fmt);
  struct v4l2_pix_format *picture = &format->fmt.pix;
  picture->width = index->width;
  picture->height = index->height;
  picture->pixelformat = index->pixel_format;
  picture->field = V4L2_FIELD_NONE;
  picture->bytesperline = index->row_bytes;
  picture->sizeimage = index->picture_bytes;
  picture->colorspace = index->colorspace;
  picture->quantization = index->quantization;
  picture->xfer_func = index->transfer;
  picture->ycbcr_enc = V4L2_YCBCR_ENC_DEFAULT;
  picture->priv = V4L2_PIX_FMT_PRIV_MAGIC;
  return 0;
}

static int list_sizes(const struct ec_header *index, struct v4l2_frmsizeenum *entry) {
  if (entry->index != 0 || entry->pixel_format != index->pixel_format) return -EINVAL;
  *entry = (struct v4l2_frmsizeenum){.pixel_format = index->pixel_format,
                                     .type = V4L2_FRMSIZE_TYPE_DISCRETE,
                                     .discrete = {.width = index->width, .height = index->height}};
  return 0;
}

static int list_intervals(const struct ec_header *index, struct v4l2_frmivalenum *entry) {
  if (entry->index != 0 || entry->pixel_format != index->pixel_format || entry->width != index->width ||
      entry->height != index->height)
    return -EINVAL;
  entry->type = V4L2_FRMIVAL_TYPE_DISCRETE;
  memset(&entry->stepwise, 0, sizeof entry->stepwise);
  memset(entry->reserved, 0, sizeof entry->reserved);
  entry->discrete.numerator = index->interval_numerator;
  entry->discrete.denominator = index->interval_denominator;
  return 0;
}

static int parameters(const struct ec_header *index, struct v4l2_streamparm *parameters) {
  if (parameters->type != CAPTURE) return -EINVAL;
  memset(&parameters->parm, 0, sizeof parameters->parm);
  parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
  parameters->parm.capture.timeperframe.numerator = index->interval_numerator;
  parameters->parm.capture.timeperframe.denominator = index->interval_denominator;
  parameters->parm.capture.readbuffers = 4;
  return 0;
}

static int list_inputs(struct v4l2_input *input) {
  if (input->index != 0) return -EINVAL;
  *input = (struct v4l2_input){.type = V4L2_INPUT_TYPE_CAMERA};
  strcpy((char *)input->name, "Camera 1");
  return 0;
}

static int request_buffers(struct ec_handle *handle, struct v4l2_requestbuffers *request) {
  if (request->type != CAPTURE) return -EINVAL;
  if (request->memory != V4L2_MEMORY_MMAP && request->memory != V4L2_MEMORY_USERPTR) return -EINVAL;
  uint32_t granted = 0;
  int failure = ec_request(handle, request->count, request->memory, &granted);
  if (failure) return failure;
  *request = (struct v4l2_requestbuffers){.count = granted, .type = CAPTURE, .memory = request->memory};
  request->capabilities =
      V4L2_BUF_CAP_SUPPORTS_MMAP | V4L2_BUF_CAP_SUPPORTS_USERPTR | V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS;
  return 0;
}

static void describe(const struct ec_handle *handle, uint32_t index, struct v4l2_buffer *answer) {
  const struct ec_buffer *buffer = &handle->buffers[index];
  memset(answer, 0, sizeof *answer);
  answer->index = index;
  answer->type = CAPTURE;
  answer->memory = handle->memory;
  answer->length = buffer->length;
  answer->field = V4L2_FIELD_NONE;
  answer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | ec_world()->index->stamp_flags;
  if (buffer->state == EC_QUEUED) answer->flags |= V4L2_BUF_FLAG_QUEUED;
  if (buffer->state == EC_DONE) answer->flags |= V4L2_BUF_FLAG_DONE;
  if (buffer->mappings > 0) answer->flags |= V4L2_BUF_FLAG_MAPPED;
  answer->flags |= buffer->flags;
  if (handle->memory == V4L2_MEMORY_MMAP) answer->m.offset = (uint32_t)(index * handle->buffer_room);
  else answer->m.userptr = (unsigned long)buffer->user;
  if (buffer->state == EC_QUEUED) return;
  answer->bytesused = buffer->used;
  answer->sequence = buffer->sequence;
  answer->timestamp.tv_sec = buffer->time / 1000000000;
  answer->timestamp.tv_usec = buffer->time % 1000000000 / 1000;
}

static int query_buffer(struct ec_handle *handle, struct v4l2_buffer *buffer) {
  if (buffer->type != CAPTURE || handle->reading || buffer->index >= handle->buffer_count) return -EINVAL;
  describe(handle, buffer->index, buffer);
  return 0;
}

// Whether all of it is memory of this process: the kernel would say so before it filled it.
static bool is_memory(uint64_t place, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint64_t first = place / page * page, last = (place + bytes + page - 1) / page * page;
  unsigned char resident[64];
  if (place == 0 || last <= first) return false;
  for (uint64_t at = first; at < last; at += sizeof resident * page) {
    size_t part = last - at < sizeof resident * page ? last - at : sizeof resident * page;
    if (mincore((void *)at, part, resident) != 0) return false;
  }
  return true;
}

static int queue_buffer(struct ec_handle *handle, struct v4l2_buffer *request) {
  if (ec_is_claimed_elsewhere(handle) || handle->reading) return -EBUSY;
  if (request->type != CAPTURE || request->index >= handle->buffer_count || request->memory != handle->memory ||
      request->flags & V4L2_BUF_FLAG_REQUEST_FD)
    return -EINVAL;
  struct ec_buffer *buffer = &handle->buffers[request->index];
  if (buffer->state != EC_DEQUEUED) return -EINVAL;
  if (handle->memory == V4L2_MEMORY_USERPTR) {
    if (request->length < ec_world()->index->picture_bytes) return -EINVAL;
    if (!is_memory(request->m.userptr, request->length)) return -EFAULT;
    buffer->user = request->m.userptr;
    buffer->bytes = (uint8_t *)(uintptr_t)request->m.userptr;
    buffer->length = request->length;
  }
  int failure = ec_enqueue(handle, request->index);
  if (!failure) describe(handle, request->index, request);
  return failure;
}

static int dequeue_buffer(struct ec_handle *handle, struct v4l2_buffer *request) {
  if (ec_is_claimed_elsewhere(handle) || handle->reading) return -EBUSY;
  if (request->type != CAPTURE) return -EINVAL;
  int index = ec_take(handle);
  if (index < 0) return index;
  describe(handle, (uint32_t)index, request);
  return 0;
}

static int switch_stream(struct ec_handle *handle, bool on, uint32_t type) {
  if (type != CAPTURE) return -EINVAL;
  if (ec_is_claimed_elsewhere(handle) || handle->reading) return -EBUSY;
  if (on) return ec_stream_on(handle);
  ec_stream_off(handle);
  return 0;
}

// Whether another handle has the say.
bool ec_is_outranked(const struct ec_handle *handle) {
  for (const struct ec_handle *one = ec_handles(); one; one = one->next)
    if (one->priority > handle->priority) return true;
  return false;
}

static int priority(struct ec_handle *handle, uint32_t request, uint32_t *value) {
  if (request == VIDIOC_S_PRIORITY) {
    if (ec_is_outranked(handle)) return -EBUSY;
    if (*value < V4L2_PRIORITY_BACKGROUND || *value > V4L2_PRIORITY_RECORD) return -EINVAL;
    handle->priority = *value;
    return 0;
  }
  *value = V4L2_PRIORITY_UNSET;
  for (const struct ec_handle *one = ec_handles(); one; one = one->next)
    if (one->priority > *value) *value = one->priority;
  return 0;
}

// What the camera has an answer to. EXPBUF and CREATE_BUFS are not among it: memory of a process is nothing that other
// devices could use.
static const uint32_t known[] = {
    // The calls that another handle's priority forbids.
    VIDIOC_S_FMT, VIDIOC_S_PARM, VIDIOC_S_INPUT, VIDIOC_S_CTRL, VIDIOC_S_EXT_CTRLS, VIDIOC_REQBUFS, VIDIOC_STREAMON,
    VIDIOC_STREAMOFF,
    // All others.
    VIDIOC_QUERYCAP, VIDIOC_ENUM_FMT, VIDIOC_G_FMT, VIDIOC_TRY_FMT, VIDIOC_ENUM_FRAMESIZES, VIDIOC_ENUM_FRAMEINTERVALS,
    VIDIOC_G_PARM, VIDIOC_ENUMINPUT, VIDIOC_G_INPUT, VIDIOC_G_PRIORITY, VIDIOC_S_PRIORITY, VIDIOC_QUERYBUF, VIDIOC_QBUF,
    VIDIOC_DQBUF, VIDIOC_QUERYCTRL, VIDIOC_QUERY_EXT_CTRL, VIDIOC_QUERYMENU, VIDIOC_G_CTRL, VIDIOC_G_EXT_CTRLS,
    VIDIOC_TRY_EXT_CTRLS, VIDIOC_SUBSCRIBE_EVENT, VIDIOC_UNSUBSCRIBE_EVENT, VIDIOC_DQEVENT,
};
enum { RANKED = 8, KNOWN = sizeof known / sizeof *known };

static int answer(struct ec_handle *handle, uint32_t request, void *argument) {
  const struct ec_header *index = ec_world()->index;
  switch (request) {
    case VIDIOC_QUERYCAP: return query_capabilities(index, argument);
    case VIDIOC_ENUM_FMT: return list_formats(index, argument);
    case VIDIOC_G_FMT:
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT: return format(handle, request, argument);
    case VIDIOC_ENUM_FRAMESIZES: return list_sizes(index, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS: return list_intervals(index, argument);
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: return parameters(index, argument);
    case VIDIOC_ENUMINPUT: return list_inputs(argument);
    case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
    case VIDIOC_S_INPUT: return *(int *)argument == 0 ? 0 : -EINVAL;
    case VIDIOC_G_PRIORITY:
    case VIDIOC_S_PRIORITY: return priority(handle, request, argument);
    case VIDIOC_REQBUFS: return request_buffers(handle, argument);
    case VIDIOC_QUERYBUF: return query_buffer(handle, argument);
    case VIDIOC_QBUF: return queue_buffer(handle, argument);
    case VIDIOC_DQBUF: return dequeue_buffer(handle, argument);
    case VIDIOC_STREAMON: return switch_stream(handle, true, *(uint32_t *)argument);
    case VIDIOC_STREAMOFF: return switch_stream(handle, false, *(uint32_t *)argument);
    default: return ec_control_ioctl(handle, request, argument);
  }
}

int ec_ioctl(struct ec_handle *handle, uint32_t request, void *argument) {
  ec_advance(handle, ec_now());
  if (handle->dead) return -ENODEV;
  uint32_t place = 0;
  while (place < KNOWN && known[place] != request) place++;
  if (place == KNOWN) return -ENOTTY;
  // What is no place of a program's memory; others crash the program, where the kernel would say so.
  if ((uintptr_t)argument < 4096) return -EFAULT;
  if (place < RANKED && ec_is_outranked(handle)) return -EBUSY;
  ec_hold(handle);
  int result = answer(handle, request, argument);
  if (handle->descriptors > 0) ec_arm(handle, ec_now());
  ec_release(handle);
  return result;
}
