// The libraries that livecam makes movies with, called in a plain loop on the same pictures and sound with the same
// settings: what a capture cannot cost less than. Nothing is kept, written or timed but the loop itself.
//
// usage: bare mjpeg|yuyv PICTURES WIDTH HEIGHT RATE FRAMES PRESET THREADS [SOUND]
//
// Prints a line of JSON: seconds of processor and of wall time, and the bytes that came out. Of 0 frames the pictures are
// read and nothing else is done.
#include <libavcodec/avcodec.h>
#include <libyuv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <turbojpeg.h>
#include <x264.h>

typedef struct { const uint8_t *start; size_t count; } Picture;

static void fail(const char *what) {
  fprintf(stderr, "bare: %s\n", what);
  exit(70);
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static uint8_t *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  *count = ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*count);
  if (!bytes || fread(bytes, 1, *count, file) != *count) fail(path);
  fclose(file);
  return bytes;
}

// Pictures one behind the other; ffmpeg's JPEGs hold none inside them.
static Picture *split(const uint8_t *bytes, size_t count, size_t size, int *found) {
  Picture *pictures = malloc(sizeof(Picture) * (size ? count / size + 1 : count / 128 + 1));
  *found = 0;
  for (size_t place = 0, start = 0; place + 1 < count; place++) {
    if (size) {
      if (place + size > count) break;
      pictures[(*found)++] = (Picture){bytes + place, size};
      place += size - 1;
    } else if (bytes[place] == 0xff && bytes[place + 1] == 0xd8) {
      start = place;
    } else if (bytes[place] == 0xff && bytes[place + 1] == 0xd9) {
      pictures[(*found)++] = (Picture){bytes + start, place + 2 - start};
    }
  }
  if (!*found) fail("there is no picture");
  return pictures;
}

static x264_t *open_encoder(int width, int height, int rate, const char *preset, int threads, int is_full) {
  x264_param_t param;
  if (x264_param_default_preset(&param, preset, "zerolatency")) fail("x264_param_default_preset");
  param.i_width = width;
  param.i_height = height;
  param.i_csp = X264_CSP_I420;
  param.b_vfr_input = 0;
  param.i_fps_num = rate;
  param.i_fps_den = 1;
  param.vui.b_fullrange = is_full;
  param.rc.i_rc_method = X264_RC_CRF;
  param.rc.f_rf_constant = 20;
  param.i_keyint_max = rate / 2;
  param.i_scenecut_threshold = 0;
  param.i_bframe = 0;
  param.i_threads = threads;
  param.b_sliced_threads = 1;
  param.b_deterministic = 1;
  param.b_annexb = 0;
  param.b_repeat_headers = 0;
  param.analyse.b_transform_8x8 = 1;
  param.i_log_level = X264_LOG_ERROR;
  x264_param_apply_profile(&param, "high");
  x264_t *encoder = x264_encoder_open(&param);
  if (!encoder) fail("x264_encoder_open");
  return encoder;
}

static long encode_sound(const char *path, double seconds) {
  size_t count;
  const int16_t *samples = (const int16_t *)read_file(path, &count);
  count /= 2;
  const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_AAC);
  AVCodecContext *context = avcodec_alloc_context3(codec);
  context->bit_rate = 96000;
  context->sample_rate = 48000;
  context->sample_fmt = AV_SAMPLE_FMT_FLTP;
  context->time_base = (AVRational){1, 48000};
  context->thread_count = 1;
  context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT;
  av_channel_layout_default(&context->ch_layout, 1);
  if (avcodec_open2(context, codec, NULL)) fail("avcodec_open2");
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  frame->nb_samples = 1024;
  frame->format = AV_SAMPLE_FMT_FLTP;
  av_channel_layout_default(&frame->ch_layout, 1);
  if (av_frame_get_buffer(frame, 0)) fail("av_frame_get_buffer");
  long bytes = 0;
  for (long first = 0; first < (long)(seconds * 48000); first += 1024) {
    if (av_frame_make_writable(frame)) fail("av_frame_make_writable");
    float *plane = (float *)frame->data[0];
    for (int index = 0; index < 1024; index++) plane[index] = samples[(first + index) % count] / 32768.0f;
    frame->pts = first;
    if (avcodec_send_frame(context, frame)) fail("avcodec_send_frame");
    while (!avcodec_receive_packet(context, packet)) {
      bytes += packet->size;
      av_packet_unref(packet);
    }
  }
  return bytes;
}

int main(int count, char **words) {
  if (count < 9) fail("see the top of bare.c for its arguments");
  int is_jpeg = !strcmp(words[1], "mjpeg"), width = atoi(words[3]), height = atoi(words[4]), rate = atoi(words[5]);
  int frames = atoi(words[6]), found;
  size_t length;
  const uint8_t *bytes = read_file(words[2], &length);
  Picture *pictures = split(bytes, length, is_jpeg ? 0 : (size_t)width * height * 2, &found);
  if (!frames) return 0;

  double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  int half = (width + 1) / 2, half_rows = (height + 1) / 2;
  uint8_t *luma = malloc(width * height), *cb = malloc(half * half_rows), *cr = malloc(half * half_rows);
  uint8_t *wide_cb = malloc(half * height), *wide_cr = malloc(half * height);
  tjhandle decoder = tjInitDecompress();
  x264_t *encoder = open_encoder(width, height, rate, words[7], atoi(words[8]), is_jpeg);
  long total = 0;
  for (int index = 0; index < frames; index++) {
    Picture picture = pictures[index % found];
    if (is_jpeg) {
      int jpeg_width, jpeg_height, sampling, space;
      if (tjDecompressHeader3(decoder, picture.start, picture.count, &jpeg_width, &jpeg_height, &sampling, &space))
        fail("tjDecompressHeader3");
      if (jpeg_width != width || jpeg_height != height) fail("the pictures are of another size");
      int is_422 = sampling == TJSAMP_422;
      if (!is_422 && sampling != TJSAMP_420) fail("the pictures are neither 4:2:2 nor 4:2:0");
      uint8_t *planes[3] = {luma, is_422 ? wide_cb : cb, is_422 ? wide_cr : cr};
      int strides[3] = {width, half, half};
      if (tjDecompressToYUVPlanes(decoder, picture.start, picture.count, planes, width, strides, height, 0))
        fail("tjDecompressToYUVPlanes");
      if (is_422)
        I422ToI420(NULL, 0, wide_cb, half, wide_cr, half, NULL, 0, cb, half, cr, half, width, height);
    } else {
      YUY2ToI420(picture.start, width * 2, luma, width, cb, half, cr, half, width, height);
    }
    x264_picture_t input, output;
    x264_picture_init(&input);
    input.i_type = index == frames / 2 ? X264_TYPE_IDR : X264_TYPE_AUTO;
    input.i_pts = index;
    input.img.i_csp = X264_CSP_I420;
    input.img.i_plane = 3;
    uint8_t *planes[3] = {luma, cb, cr};
    int strides[3] = {width, half, half};
    memcpy(input.img.plane, planes, sizeof planes);
    memcpy(input.img.i_stride, strides, sizeof strides);
    x264_nal_t *units;
    int unit_count, size = x264_encoder_encode(encoder, &units, &unit_count, &input, &output);
    if (size < 0) fail("x264_encoder_encode");
    total += size;
  }
  x264_encoder_close(encoder);
  if (count > 9) total += encode_sound(words[9], (double)frames / rate);
  printf("{\"frames\": %d, \"cpu\": %f, \"wall\": %f, \"bytes\": %ld}\n", frames, now(CLOCK_PROCESS_CPUTIME_ID) - cpu,
         now(CLOCK_MONOTONIC) - wall, total);
  return 0;
}
