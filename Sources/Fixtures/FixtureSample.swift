/// A frame or a stretch of sound, as far as the recorder treats them alike.
protocol FixtureSample: Sendable {
  static var kind: FixtureDeviceEvent.Kind { get }
  /// The names of a block of samples and of a loss in a manifest.
  static var names: (samples: String, loss: String) { get }
  /// The instant at which the sample was delivered, in nanoseconds from the fixture's begin.
  var arrivalNanoseconds: Int64 { get }
  /// The position of the sample in the stream's sound; 0 for pictures.
  var position: Int64 { get }
  /// The number of units by which a replay counts the sample: the bytes of a picture, the frames of sound.
  var unitCount: Int { get }
  /// Tells whether the sample may stand in one block with the sample before it.
  func follows(_ last: Self) -> Bool
  /// Tells whether a stream that begins at a time, in nanoseconds from the fixture's begin, may begin with the sample.
  func isComplete(atNanoseconds time: Int64) -> Bool
  /// The members of a block between the number of samples and the checksum; there is at least one sample.
  static func columns(_ samples: [Self]) -> [(String, FixtureJSON?)]
  /// The samples of a block that comes behind those of `track`.
  static func read(
    _ block: FixtureFields, count: Int, behind track: FixtureTrack<Self>
  ) throws(FixtureError) -> [Self]
}
