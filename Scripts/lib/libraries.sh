# The Debian packages of the libraries that livecam is built against and runs on, Package.swift names the same; and what
# a Swift toolchain needs for a build, which the smallest Debian does not have.
#
# shellcheck shell=bash disable=SC2034 # for scripts that source this file
readonly libraries=(
  # cameras and microphones
  libv4l-dev libasound2-dev libsamplerate0-dev
  # pictures, moving and still
  libx264-dev libx265-dev libturbojpeg0-dev libyuv-dev libsqlite3-dev libheif-dev libpng-dev libwebp-dev libexpat1-dev
  # archives, and what tells files apart
  zlib1g-dev libxxhash-dev
  # scripts of captures
  libyaml-dev
  # sound, and everybody else's files
  libvo-aacenc-dev libavcodec-dev libavformat-dev libswscale-dev libswresample-dev
  # opened at run time only: the colours of GIF
  libavfilter8
  # the toolchain: what its programs are linked to, what it links with, and how packages are fetched and found
  libcurl4 libncurses6 libsqlite3-0 libxml2 tzdata binutils libc6-dev libgcc-12-dev libstdc++-12-dev
  ca-certificates git pkg-config)
