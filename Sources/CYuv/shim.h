#include <stddef.h>
#include <stdint.h>
#include <libyuv/convert.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>
