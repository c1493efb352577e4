/// The faults that are still to befall the samples of a camera or a microphone.
public protocol SourceFaults: Sendable {
  /// Describes a device of the kind.
  associatedtype Device: Sendable
  /// An open device of the kind.
  associatedtype Source: Sendable
  /// Takes the samples of an open device.
  associatedtype Sink: Sendable

  /// Creates a list of faults without any.
  init()
}
