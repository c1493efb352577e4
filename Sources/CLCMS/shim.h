#include <lcms2.h>
#include <lcms2_plugin.h>

// These are computed by macros that Swift cannot see.
enum : cmsUInt32Number {
  CLCMS_RGB_8 = TYPE_RGB_8,
  CLCMS_GREY_8 = TYPE_GRAY_8,
};
