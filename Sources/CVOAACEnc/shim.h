// Types and constants only: the library itself is opened when a movie needs its encoder.
#include <vo-aacenc/cmnMemory.h>
#include <vo-aacenc/voAAC.h>

// This is a sum of macros, which Swift cannot see.
enum { CVO_PARAMETERS = VO_PID_AAC_ENCPARAM };
