// Types and constants, and a table of the functions that are used: the library itself is opened when a movie needs its
// encoder, because linking it would load some 150 shared objects at every start.
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>

// These are computed by macros that Swift cannot see.
enum { CAV_ERROR_AGAIN = AVERROR(EAGAIN), CAV_ERROR_EOF = AVERROR_EOF };

// Those of libavutil are found through libavcodec, which depends on it.
#define CAV_FUNCTIONS(F) \
  F(avcodec_find_encoder) \
  F(avcodec_alloc_context3) \
  F(avcodec_free_context) \
  F(avcodec_open2) \
  F(avcodec_send_frame) \
  F(avcodec_receive_packet) \
  F(av_packet_alloc) \
  F(av_packet_unref) \
  F(av_packet_free) \
  F(av_frame_alloc) \
  F(av_frame_get_buffer) \
  F(av_frame_make_writable) \
  F(av_frame_free) \
  F(av_channel_layout_default) \
  F(av_strerror)

#define CAV_FIELD(name) __typeof__(name) *name;
struct cav_functions { CAV_FUNCTIONS(CAV_FIELD) };

// The functions' names, in the order of their table.
#define CAV_NAME(name) #name,
static const char *const cav_names[] = {CAV_FUNCTIONS(CAV_NAME)};
