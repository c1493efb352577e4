// Types and constants only: the library itself is opened when a movie needs its encoder, because
// linking it would load some 150 shared objects at every start.
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
