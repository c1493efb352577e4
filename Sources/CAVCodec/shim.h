// Types and constants only: the library itself is opened when a movie needs its encoder, because
// linking it would load some 150 shared objects at every start.
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>

// These are computed by macros that Swift cannot see.
enum { CAV_ERROR_AGAIN = AVERROR(EAGAIN), CAV_ERROR_EOF = AVERROR_EOF };
