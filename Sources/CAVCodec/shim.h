// Types and constants, and tables of the functions that are used: the library itself is opened when a movie needs its
// encoder, because linking it would load some 150 shared objects at every start.
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>

// These are computed by macros that Swift cannot see.
enum { CAV_ERROR_AGAIN = AVERROR(EAGAIN), CAV_ERROR_EOF = AVERROR_EOF };

#define CAV_CODEC_FUNCTIONS(F) \
  F(avcodec_find_encoder) \
  F(avcodec_alloc_context3) \
  F(avcodec_free_context) \
  F(avcodec_open2) \
  F(avcodec_send_frame) \
  F(avcodec_receive_packet) \
  F(av_packet_alloc) \
  F(av_packet_unref) \
  F(av_packet_free)
#define CAV_UTIL_FUNCTIONS(F) \
  F(av_frame_alloc) \
  F(av_frame_get_buffer) \
  F(av_frame_make_writable) \
  F(av_frame_free) \
  F(av_channel_layout_default) \
  F(av_strerror)

#define CAV_FIELD(name) __typeof__(name) *name;
struct cav_codec_functions { CAV_CODEC_FUNCTIONS(CAV_FIELD) };
struct cav_util_functions { CAV_UTIL_FUNCTIONS(CAV_FIELD) };

// The functions' names, in the order of their table.
#define CAV_NAME(name) #name,
static const char *const cav_codec_names[] = {CAV_CODEC_FUNCTIONS(CAV_NAME)};
static const char *const cav_util_names[] = {CAV_UTIL_FUNCTIONS(CAV_NAME)};
