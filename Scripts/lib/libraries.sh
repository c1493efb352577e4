# The Debian packages of the libraries that livecam is built against, which Package.swift names; of those that it or a
# dependency finds in other ways; and what a Swift toolchain needs for a build, which the smallest Debian does not have.
#
# shellcheck shell=bash disable=SC2034 # for scripts that source this file
manifest=$(dirname "${BASH_SOURCE[0]}")/../../Package.swift
mapfile -t libraries < <(sed -n 's/.*\.apt(\[\([^]]*\)\]).*/\1/p' "$manifest" | tr -d '",' | tr ' ' '\n')
# An empty list would leave a machine without headers, and the build with errors that do not say why.
((${#libraries[@]})) || { echo "$manifest: no Debian package is named in it" >&2; exit 70; }
libraries+=(
  # opened at run time only: the colours of GIF, and of movies that have others than BT.709's
  libavfilter8
  # opened at run time only: whether the coding of HEIC's tiles ends where their bytes do
  libde265-0
  # opened at run time only: what templates are drawn by, and a font for their words
  libpangocairo-1.0-0 fonts-dejavu-core
  # OpenCV, which libPictureTracking.so is linked to
  libopencv-video-dev libopencv-calib3d-dev
  # the toolchain: what its programs are linked to, what it links with, and how packages are fetched and found
  libcurl4 libncurses6 libsqlite3-0 libxml2 tzdata binutils libc6-dev libgcc-12-dev libstdc++-12-dev
  ca-certificates git pkg-config)
readonly libraries
unset manifest
