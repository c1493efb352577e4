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

// What the libraries had to say, kept for the thread that called them: they would print it. Called from one Swift file
// only, since each has its own copy of these functions and of what they keep.
typedef int (*cff_format_line)(void *, int, const char *, va_list, char *, int, int *);
enum { CFF_COMPLAINT_BYTES = 256 };

static inline char *cff_complaint(void) {
  static _Thread_local char first_complaint[CFF_COMPLAINT_BYTES];
  return first_complaint;
}

static inline cff_format_line *cff_formatter(void) {
  static cff_format_line formatter;
  return &formatter;
}

static inline void cff_keep_complaint(void *context, int level, const char *format, va_list arguments) {
  int prefix = 1;
  // The first is the cause, those after it are consequences.
  if (level > AV_LOG_ERROR || cff_complaint()[0] || !*cff_formatter()) return;
  (*cff_formatter())(context, level, format, arguments, cff_complaint(), CFF_COMPLAINT_BYTES, &prefix);
}

// Swift has no type for functions with a va_list, so the two come as addresses: av_log_set_callback and
// av_log_format_line2.
static inline void cff_keep_complaints(void *set_callback, void *format_line) {
  *cff_formatter() = (cff_format_line)format_line;
  ((void (*)(void (*)(void *, int, const char *, va_list)))set_callback)(cff_keep_complaint);
}
