#include "PictureTracking.h"

#include <algorithm>
#include <memory>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/video/tracking.hpp>

namespace {

// Surroundings of 21 by 21 samples, and three halvings: points are found up to some 80 samples from a guess.
const cv::Size window(21, 21);
constexpr int halvings = 3;

// Samples whose corners are weaker than this share of the picture's best are noise or compression.
constexpr double weakest = 0.003;

cv::Mat mat(const uint8_t *luma, int width, int height, int stride) {
  return cv::Mat(height, width, CV_8U, const_cast<uint8_t *>(luma), size_t(stride));
}

std::vector<cv::Point2f> corners(const cv::Mat &picture, int cell, int perCell) {
  cv::Mat strength;
  cv::cornerMinEigenVal(picture, strength, 7);
  double best = 0;
  cv::minMaxLoc(strength, nullptr, &best);
  std::vector<cv::Point2f> points;
  for (int y = 0; y < picture.rows; y += cell) {
    for (int x = 0; x < picture.cols; x += cell) {
      cv::Rect place(x, y, std::min(cell, picture.cols - x), std::min(cell, picture.rows - y));
      cv::Mat part = strength(place);
      for (int count = 0; count < perCell; count++) {
        double value = 0;
        cv::Point peak;
        cv::minMaxLoc(part, nullptr, &value, nullptr, &peak);
        if (value <= best * weakest) break;
        points.emplace_back(float(x + peak.x), float(y + peak.y));
        cv::circle(part, peak, cell / 4, cv::Scalar(0), cv::FILLED);
      }
    }
  }
  return points;
}

}  // namespace

struct picture_tracking {
  int width;
  int height;
  std::vector<cv::Point2f> points;
  std::vector<cv::Mat> reference;
};

picture_tracking *picture_tracking_create(
  const uint8_t *luma, int width, int height, int stride, int cell, int perCell) {
  try {
    // The caller's thread does it all: results do not depend on the machine, and no thread outlives the work.
    cv::setNumThreads(1);
    cv::Mat picture = mat(luma, width, height, stride);
    auto tracking = std::make_unique<picture_tracking>();
    tracking->width = width;
    tracking->height = height;
    tracking->points = corners(picture, cell, perCell);
    cv::buildOpticalFlowPyramid(picture, tracking->reference, window, halvings);
    return tracking.release();
  } catch (...) {
    return nullptr;
  }
}

void picture_tracking_free(picture_tracking *tracking) { delete tracking; }

int picture_tracking_points(const picture_tracking *tracking, const float **places) {
  *places = tracking->points.empty() ? nullptr : &tracking->points[0].x;
  return int(tracking->points.size());
}

int picture_tracking_follow(
  picture_tracking *tracking, const uint8_t *luma, int stride, float *places, float *differences) {
  try {
    int count = int(tracking->points.size());
    if (count == 0) return 0;
    std::vector<cv::Mat> picture;
    cv::buildOpticalFlowPyramid(mat(luma, tracking->width, tracking->height, stride), picture, window, halvings);
    cv::Mat found(count, 1, CV_32FC2, places), error(count, 1, CV_32F, differences);
    std::vector<uint8_t> status;
    cv::calcOpticalFlowPyrLK(
      tracking->reference, picture, tracking->points, found, status, error, window, halvings,
      cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 30, 0.01), cv::OPTFLOW_USE_INITIAL_FLOW);
    for (int index = 0; index < count; index++) {
      if (!status[size_t(index)]) differences[index] = -1;
    }
    return 0;
  } catch (...) {
    return -1;
  }
}

int picture_tracking_fit(
  const float *from, const float *to, int count, double tolerance, double motion[4], uint8_t *agrees) {
  try {
    if (count < 3) return 0;
    cv::Mat source(count, 1, CV_32FC2, const_cast<float *>(from));
    cv::Mat target(count, 1, CV_32FC2, const_cast<float *>(to));
    cv::Mat inliers;
    cv::Mat found = cv::estimateAffinePartial2D(source, target, inliers, cv::RANSAC, tolerance);
    if (found.empty()) return 0;
    motion[0] = found.at<double>(0, 0);
    motion[1] = found.at<double>(1, 0);
    motion[2] = found.at<double>(0, 2);
    motion[3] = found.at<double>(1, 2);
    std::copy_n(inliers.ptr<uint8_t>(), count, agrees);
    return cv::countNonZero(inliers);
  } catch (...) {
    return -1;
  }
}
