/// The way in which a node describes pictures, of V4L2's two.
enum V4L2BufferType: UInt32 {
  // One buffer a picture. `V4L2_BUF_TYPE_VIDEO_CAPTURE`.
  case single = 1
  // A picture may lie in several buffers; livecam uses the formats that need just one.
  // `V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE`.
  case multiPlanar = 9
}
