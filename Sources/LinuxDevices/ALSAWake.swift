enum ALSAWake: Sendable, Equatable {
  /// The stream has something to read, or an error to report by a read.
  case ready
  case stopped
  /// The wait itself failed, with a positive error number.
  case failed(Int32)
}
