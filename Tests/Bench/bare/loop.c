// What nobody who keeps a camera's last seconds can do without: frames are taken from the driver, copied into a ring and
// handed back. No other work, no other memory; what livecam costs while it is armed is held against it.
//
// usage: loop SECONDS DEVICE|memory:FILE:BYTES:COUNT [PCM [MILLISECONDS]]
//
// `memory:` has no camera: a timer goes off 30 times a second, and COUNT payloads of BYTES each are copied from FILE in
// turn, from one buffer into the next as a driver would and from there into the ring. What a camera behind a preload
// library costs more than that is the library. PCM is a microphone of ALSA's, 48 kHz, one channel, in periods of that
// many milliseconds; 10, which are GStreamer's, if none are given.
#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 4, SLOTS = 75, RATE = 48000, SOUND = RATE * 5 / 2 };

static unsigned period = RATE / 100;

static void fail(const char *what) {
  perror(what);
  exit(70);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static struct { uint8_t *bytes; size_t room; } ring[SLOTS];
static long frames;

static void keep(const uint8_t *bytes, size_t count) {
  int slot = frames++ % SLOTS;
  if (ring[slot].room < count) {
    free(ring[slot].bytes);
    ring[slot].bytes = malloc(ring[slot].room = count);
    if (!ring[slot].bytes) fail("malloc");
  }
  memcpy(ring[slot].bytes, bytes, count);
}

static void *listen_to(void *name) {
  static int16_t sound[SOUND];
  snd_pcm_t *pcm;
  snd_pcm_hw_params_t *wish;
  unsigned rate = RATE, buffer = 400000;
  snd_pcm_uframes_t frames = period;
  snd_pcm_hw_params_alloca(&wish);
  if (snd_pcm_open(&pcm, name, SND_PCM_STREAM_CAPTURE, 0) < 0) fail("snd_pcm_open");
  snd_pcm_hw_params_any(pcm, wish);
  snd_pcm_hw_params_set_access(pcm, wish, SND_PCM_ACCESS_RW_INTERLEAVED);
  snd_pcm_hw_params_set_format(pcm, wish, SND_PCM_FORMAT_S16_LE);
  snd_pcm_hw_params_set_channels(pcm, wish, 1);
  snd_pcm_hw_params_set_rate_near(pcm, wish, &rate, NULL);
  snd_pcm_hw_params_set_period_size_near(pcm, wish, &frames, NULL);
  snd_pcm_hw_params_set_buffer_time_near(pcm, wish, &buffer, NULL);
  if (snd_pcm_hw_params(pcm, wish) < 0) fail("snd_pcm_hw_params");
  for (size_t at = 0;; at = at + 2 * period > SOUND ? 0 : at + period)
    if (snd_pcm_readi(pcm, sound + at, period) < 0) snd_pcm_recover(pcm, -EPIPE, 1);
  return NULL;
}

static void from_memory(char *description, double end) {
  char *path = strtok(description, ":"), *bytes = strtok(NULL, ":"), *count = strtok(NULL, ":");
  if (!count) fail("memory:FILE:BYTES:COUNT");
  size_t size = atol(bytes), many = atol(count);
  int file = open(path, O_RDONLY), timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  uint8_t *footage = mmap(NULL, size * many, PROT_READ, MAP_SHARED, file, 0);
  uint8_t *buffers = mmap(NULL, size * BUFFERS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (file < 0 || footage == MAP_FAILED || buffers == MAP_FAILED) fail(path);
  struct itimerspec interval = {.it_value.tv_nsec = 33333333, .it_interval.tv_nsec = 33333333};
  timerfd_settime(timer, 0, &interval, NULL);
  while (now() < end) {
    struct pollfd entry = {.fd = timer, .events = POLLIN};
    uint64_t times;
    if (poll(&entry, 1, 1000) <= 0 || read(timer, &times, sizeof times) < 0) continue;
    uint8_t *buffer = buffers + frames % BUFFERS * size;
    memcpy(buffer, footage + frames % many * size, size);
    keep(buffer, size);
  }
}

static void from_camera(const char *path, double end) {
  int device = open(path, O_RDWR | O_NONBLOCK);
  struct v4l2_requestbuffers request = {.count = BUFFERS, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (device < 0 || ioctl(device, VIDIOC_REQBUFS, &request) < 0) fail(path);
  void *places[BUFFERS];
  for (unsigned index = 0; index < request.count && index < BUFFERS; index++) {
    struct v4l2_buffer buffer = {.index = index, .type = request.type, .memory = request.memory};
    if (ioctl(device, VIDIOC_QUERYBUF, &buffer) < 0) fail("VIDIOC_QUERYBUF");
    places[index] = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, device, buffer.m.offset);
    if (places[index] == MAP_FAILED || ioctl(device, VIDIOC_QBUF, &buffer) < 0) fail("VIDIOC_QBUF");
  }
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  if (ioctl(device, VIDIOC_STREAMON, &type) < 0) fail("VIDIOC_STREAMON");
  while (now() < end) {
    struct pollfd entry = {.fd = device, .events = POLLIN};
    if (poll(&entry, 1, 1000) <= 0) continue;
    struct v4l2_buffer buffer = {.type = request.type, .memory = request.memory};
    if (ioctl(device, VIDIOC_DQBUF, &buffer) < 0) fail("VIDIOC_DQBUF");
    keep(places[buffer.index], buffer.bytesused);
    if (ioctl(device, VIDIOC_QBUF, &buffer) < 0) fail("VIDIOC_QBUF");
  }
}

int main(int count, char **words) {
  if (count < 3) fail("see the top of loop.c for its arguments");
  double end = now() + atof(words[1]);
  pthread_t listener;
  if (count > 4) period = RATE / 1000 * atoi(words[4]);
  if (period == 0 || period > SOUND) fail("MILLISECONDS");
  if (count > 3 && pthread_create(&listener, NULL, listen_to, words[3])) fail("pthread_create");
  if (strncmp(words[2], "memory:", 7) == 0) from_memory(words[2] + 7, end);
  else from_camera(words[2], end);
  printf("{\"frames\": %ld}\n", frames);
  return 0;
}
