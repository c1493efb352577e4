// A microphone for libasound that needs no sound card: a PCM plugin that plays a raw file, as fast as it is read,
// and fails where it is told to. Tests compile it and name it in a configuration of their own:
//
//   pcm_type.scripted { lib "/…/scripted_microphone.so" }
//   pcm.microphone { type scripted file "/…/sound.raw" format S32_LE channels 1 rate 16000 overrun 4800 }
//
// overrun, suspend, unplug: the count of frames at which this happens, once. Unpaced: a period is always there; with
// "paced 1" sound comes in real time, the file over and over, as from a card that interrupts once a period.

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <poll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>

struct microphone {
  snd_pcm_ioplug_t io;
  FILE *file;
  long frames;
  long overrun, suspend, unplug;
  int drowsy;
  int paced;
  long long begin;  // of what is paced, in nanoseconds
  long transferred;  // since then
};

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void set_timer(snd_pcm_ioplug_t *io, long long first, long long interval) {
  struct itimerspec time = {.it_value = {first / 1000000000, first % 1000000000},
                            .it_interval = {interval / 1000000000, interval % 1000000000}};
  timerfd_settime(io->poll_fd, TFD_TIMER_ABSTIME, &time, NULL);
}

static int start(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (!microphone->paced) return 0;
  long long period = io->period_size * 1000000000LL / io->rate;
  microphone->begin = now();
  microphone->transferred = 0;
  set_timer(io, microphone->begin + period, period);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (microphone->paced) set_timer(io, 0, 0);
  return 0;
}

// Sound is there when a period's time has passed since the last that was read.
static int revents(snd_pcm_ioplug_t *io, struct pollfd *entries, unsigned int count, unsigned short *found) {
  struct microphone *microphone = io->private_data;
  unsigned long long expired;
  *found = count > 0 ? entries[0].revents : 0;
  if (microphone->paced && *found & POLLIN && read(io->poll_fd, &expired, sizeof expired) < 0) *found = 0;
  return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (microphone->overrun >= 0 && microphone->frames >= microphone->overrun) {
    microphone->overrun = -1;
    poll(NULL, 0, 30);  // The time whose sound is lost.
    return -EPIPE;
  }
  if (microphone->paced) {
    long there = (now() - microphone->begin) / 1000 * io->rate / 1000000;
    if (there - microphone->transferred > (long)io->buffer_size) return -EPIPE;
    return there % io->buffer_size;
  }
  return (io->appl_ptr + io->period_size) % io->buffer_size;
}

static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                  snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  struct microphone *microphone = io->private_data;
  if (microphone->unplug >= 0 && microphone->frames >= microphone->unplug) {
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
    return -ENODEV;
  }
  if (microphone->suspend >= 0 && microphone->frames >= microphone->suspend) {
    microphone->suspend = -1;
    microphone->drowsy = 3;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
    return -ESTRPIPE;
  }
  size_t frame = areas->step / 8;
  char *to = (char *)areas->addr + areas->first / 8 + offset * frame;
  size_t got = fread(to, frame, size, microphone->file);
  if (got < size && microphone->paced) {
    rewind(microphone->file);
    got += fread(to + got * frame, frame, size - got, microphone->file);
  }
  memset(to + got * frame, 0, (size - got) * frame);
  microphone->transferred += size;
  microphone->frames += size;
  return size;
}

// Not awake at the first calls, as real drivers are while the bus still sleeps.
static int resume(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  if (microphone->drowsy-- > 0) return -EAGAIN;
  snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  return 0;
}

static int release(snd_pcm_ioplug_t *io) {
  struct microphone *microphone = io->private_data;
  close(io->poll_fd);
  fclose(microphone->file);
  free(microphone);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
                                                      .stop = stop,
                                                      .pointer = pointer,
                                                      .transfer = transfer,
                                                      .resume = resume,
                                                      .poll_revents = revents,
                                                      .close = release};

static int limit(snd_pcm_ioplug_t *io, snd_pcm_format_t format, long channels, long rate) {
  // ALSA's converters want to map the memory of what they convert.
  unsigned int formats[] = {format}, access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
  int result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
  if (!result) result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
  if (!result) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  if (!result) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
  if (!result) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 16, 1 << 16);
  if (!result) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 64);
  return result;
}

SND_PCM_PLUGIN_DEFINE_FUNC(scripted) {
  (void)root;
  const char *file = NULL, *format = "S16_LE";
  long channels = 2, rate = 48000, overrun = -1, suspend = -1, unplug = -1, paced = 0;
  snd_config_iterator_t entry, next;
  snd_config_for_each(entry, next, conf) {
    snd_config_t *value = snd_config_iterator_entry(entry);
    const char *id;
    if (snd_config_get_id(value, &id) < 0) continue;
    if (!strcmp(id, "file")) snd_config_get_string(value, &file);
    if (!strcmp(id, "format")) snd_config_get_string(value, &format);
    if (!strcmp(id, "channels")) snd_config_get_integer(value, &channels);
    if (!strcmp(id, "rate")) snd_config_get_integer(value, &rate);
    if (!strcmp(id, "overrun")) snd_config_get_integer(value, &overrun);
    if (!strcmp(id, "suspend")) snd_config_get_integer(value, &suspend);
    if (!strcmp(id, "unplug")) snd_config_get_integer(value, &unplug);
    if (!strcmp(id, "paced")) snd_config_get_integer(value, &paced);
  }
  struct microphone *microphone = calloc(1, sizeof *microphone);
  if (!microphone) return -ENOMEM;
  microphone->file = file ? fopen(file, "rb") : NULL;
  if (stream != SND_PCM_STREAM_CAPTURE || !microphone->file) {
    free(microphone);
    return -ENOENT;
  }
  microphone->overrun = overrun, microphone->suspend = suspend, microphone->unplug = unplug;
  microphone->io.version = SND_PCM_IOPLUG_VERSION;
  microphone->io.name = "A microphone that follows a script";
  microphone->io.callback = &callbacks;
  microphone->io.private_data = microphone;
  microphone->paced = paced != 0;
  // Without a pace always readable: there is always sound.
  microphone->io.poll_fd = paced ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK) : eventfd(1, EFD_CLOEXEC);
  microphone->io.poll_events = POLLIN;
  int result = snd_pcm_ioplug_create(&microphone->io, name, stream, mode);
  if (result < 0) {
    release(&microphone->io);
    return result;
  }
  result = limit(&microphone->io, snd_pcm_format_value(format), channels, rate);
  if (result < 0) {
    snd_pcm_ioplug_delete(&microphone->io);
    return result;
  }
  *pcmp = microphone->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(scripted);
