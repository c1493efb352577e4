// The part of OpenCV that follows points from picture to picture, as functions of C.
//
// livecam opens this library when it needs it: OpenCV's libraries, linked, would load at every start. The caller's types
// of these functions are in VideoCoding, `PictureTracker`.
#ifndef PICTURE_TRACKING_H
#define PICTURE_TRACKING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct picture_tracking picture_tracking;

// Chooses points that can be told from their surroundings, at most `perCell` in each cell of a grid; null when memory is
// short or the size is none of a picture's.
picture_tracking *picture_tracking_create(
  const uint8_t *luma, int width, int height, int stride, int cell, int perCell);

void picture_tracking_free(picture_tracking *tracking);

// How many points there are, and their places, x and y in turns, which live as long as the tracking.
int picture_tracking_points(const picture_tracking *tracking, const float **places);

// Finds the points in another picture of the same size. `places` are guesses and become what is found; `differences` say
// how much the surroundings differ there, in levels, and are negative for points that are not found. Returns 0, or -1
// when the library fails.
int picture_tracking_follow(
  picture_tracking *tracking, const uint8_t *luma, int stride, float *places, float *differences);

// Fits x' = a x - b y + c, y' = b x + a y + d to pairs of points of which the most agree within `tolerance`, and marks
// those. Returns how many they are; 0 when there is no such motion, -1 when the library fails.
int picture_tracking_fit(
  const float *from, const float *to, int count, double tolerance, double motion[4], uint8_t *agrees);

#ifdef __cplusplus
}
#endif

#endif
