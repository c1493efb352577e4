// Types and constants only: the libraries themselves are opened when a file of the world has to be read, because
// linking them would load some 150 shared objects at every start.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdarg.h>

// These are computed by macros that Swift cannot see.
enum : int {
  CFF_ERROR_AGAIN = AVERROR(EAGAIN),
  CFF_ERROR_EOF = AVERROR_EOF,
  CFF_ERROR_EXIT = AVERROR_EXIT,
  CFF_ERROR_INVALID = AVERROR_INVALIDDATA,
  CFF_ERROR_INPUT = AVERROR(EIO),
  CFF_ERROR_MEMORY = AVERROR(ENOMEM),
  CFF_ERROR_REFUSED = AVERROR(EPERM),
  CFF_ERROR_TOO_LARGE = AVERROR(EFBIG),
};

// libavfilter's own header is not needed: its objects are addresses to us.
void *avfilter_graph_alloc(void);
void avfilter_graph_free(void **);
int avfilter_graph_parse2(void *, const char *, void **, void **);
void avfilter_inout_free(void **);
int avfilter_graph_config(void *, void *);
void *avfilter_graph_get_filter(void *, const char *);
int av_buffersrc_add_frame_flags(void *, AVFrame *, int);
int av_buffersink_get_frame(void *, AVFrame *);

// The functions that are used, by the library that has them or depends on the one that has.
#define CFF_AVFORMAT(X) \
  X(av_dict_free) \
  X(av_dict_get) \
  X(av_dict_set) \
  X(av_frame_alloc) \
  X(av_frame_free) \
  X(av_frame_get_buffer) \
  X(av_frame_unref) \
  X(av_freep) \
  X(av_guess_frame_rate) \
  X(av_interleaved_write_frame) \
  X(av_log_format_line2) \
  X(av_log_set_callback) \
  X(av_malloc) \
  X(av_max_alloc) \
  X(av_opt_set_int) \
  X(av_packet_alloc) \
  X(av_packet_free) \
  X(av_packet_rescale_ts) \
  X(av_packet_unref) \
  X(av_pix_fmt_desc_get) \
  X(av_read_frame) \
  X(av_seek_frame) \
  X(av_strdup) \
  X(av_stream_get_side_data) \
  X(av_strerror) \
  X(av_write_trailer) \
  X(av_channel_layout_default) \
  X(avcodec_alloc_context3) \
  X(avcodec_find_decoder) \
  X(avcodec_find_encoder_by_name) \
  X(avcodec_flush_buffers) \
  X(avcodec_free_context) \
  X(avcodec_get_name) \
  X(avcodec_open2) \
  X(avcodec_parameters_from_context) \
  X(avcodec_parameters_to_context) \
  X(avcodec_receive_frame) \
  X(avcodec_receive_packet) \
  X(avcodec_send_frame) \
  X(avcodec_send_packet) \
  X(avformat_alloc_context) \
  X(avformat_alloc_output_context2) \
  X(avformat_close_input) \
  X(avformat_find_stream_info) \
  X(avformat_free_context) \
  X(avformat_new_stream) \
  X(avformat_open_input) \
  X(avformat_write_header) \
  X(avio_alloc_context) \
  X(avio_context_free) \
  X(avio_flush) \
  X(swr_alloc_set_opts2) \
  X(swr_convert) \
  X(swr_free) \
  X(swr_get_delay) \
  X(swr_get_out_samples) \
  X(swr_init)
#define CFF_SWSCALE(X) \
  X(sws_freeContext) \
  X(sws_getCoefficients) \
  X(sws_getContext) \
  X(sws_scale) \
  X(sws_setColorspaceDetails)
#define CFF_AVFILTER(X) \
  X(avfilter_graph_alloc) \
  X(avfilter_graph_free) \
  X(avfilter_graph_parse2) \
  X(avfilter_inout_free) \
  X(avfilter_graph_config) \
  X(avfilter_graph_get_filter) \
  X(av_buffersrc_add_frame_flags) \
  X(av_buffersink_get_frame)

// The functions under their names and with the types of their headers, and those names in the same order.
#define CFF_FIELD(name) __typeof__(name) *name;
#define CFF_NAME(name) #name,
#define CFF_TABLE(table, LIST) \
  struct table { LIST(CFF_FIELD) }; \
  static const char *const table##_names[] = {LIST(CFF_NAME)};
CFF_TABLE(cff_avformat, CFF_AVFORMAT)
CFF_TABLE(cff_swscale, CFF_SWSCALE)
CFF_TABLE(cff_avfilter, CFF_AVFILTER)

// What the libraries had to say, kept for the thread that called them: they would print it. Called from one Swift file
// only, since each has its own copy of these functions and of what they keep.
enum { CFF_COMPLAINT_BYTES = 256 };

static inline char *cff_complaint(void) {
  static _Thread_local char first_complaint[CFF_COMPLAINT_BYTES];
  return first_complaint;
}

static inline __typeof__(av_log_format_line2) **cff_formatter(void) {
  static __typeof__(av_log_format_line2) *formatter;
  return &formatter;
}

static inline void cff_keep_complaint(void *context, int level, const char *format, va_list arguments) {
  int prefix = 1;
  // The first is the cause, those after it are consequences.
  if (level > AV_LOG_ERROR || cff_complaint()[0] || !*cff_formatter()) return;
  (*cff_formatter())(context, level, format, arguments, cff_complaint(), CFF_COMPLAINT_BYTES, &prefix);
}

// Swift has no type for functions with a va_list.
static inline void cff_keep_complaints(const struct cff_avformat *calls) {
  *cff_formatter() = calls->av_log_format_line2;
  calls->av_log_set_callback(cff_keep_complaint);
}
