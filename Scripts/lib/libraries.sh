# The Debian packages of the libraries that livecam is built against and runs on; Package.swift names the same.
#
# shellcheck shell=bash disable=SC2034 # for scripts that source this file
readonly libraries=(
  # cameras and microphones
  libv4l-dev libasound2-dev libsamplerate0-dev
  # pictures, moving and still
  libx264-dev libx265-dev libturbojpeg0-dev libyuv-dev libsqlite3-dev libheif-dev libpng-dev libwebp-dev libexpat1-dev
  # archives, and what tells files apart
  zlib1g-dev libxxhash-dev
  # sound, and everybody else's files
  libavcodec-dev libavformat-dev libswscale-dev libswresample-dev
  # opened at run time only: the colours of GIF
  libavfilter8)
