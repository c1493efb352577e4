/// Which of V4L2's two ways of describing pictures a node uses.
enum V4L2BufferType: UInt32 {
  // One buffer a picture. `V4L2_BUF_TYPE_VIDEO_CAPTURE`.
  case single = 1
  // A picture may lie in several buffers; livecam uses the formats that need just one.
  // `V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE`.
  case multiPlanar = 9
}
