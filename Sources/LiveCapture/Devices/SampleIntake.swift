import CaptureDevices

/// The part of a lane that depends on the kind of device: the meaning of its samples' times. A plain value behind the
/// lane's lock.
protocol SampleIntake: SendableMetatype {
  associatedtype Sample
  associatedtype Footage: SampleFootage where Footage.Sample == Sample
  associatedtype Source: Sendable

  /// Indicates whether silence replaces the samples that a closed lane does not bring: then nobody waits, and the
  /// ring's contents stay valid.
  static var endsInSilence: Bool { get }
  static func name(of source: Source) -> String
  static func start(_ source: Source, delivering lane: Lane<Self>) throws(DeviceError)
  static func stop(_ source: Source)

  /// The number of frames that a microphone takes in a second of the session's clock.
  var clockRate: Double { get }
  /// Forgets what it has learnt of the device's times.
  mutating func reset()
}
