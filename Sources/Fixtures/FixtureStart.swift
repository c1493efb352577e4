/// The start of a device that was plugged in and opened again: what follows is another stream, with numbers of its own.
public struct FixtureStart: Sendable, Hashable {
  /// The instant at which the first of the stream was told, in nanoseconds from the fixture's begin.
  public let arrivalNanoseconds: Int64
  /// The number of times that the device had been plugged in since the fixture's begin: 1 for the first time that it
  /// was back.
  public let instance: Int
}
