/// The arrival or departure of a recorded camera or microphone.
public struct FixtureDeviceEvent: Sendable, Hashable {
  /// The two kinds of devices that a fixture records.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The camera.
    case camera
    /// The microphone.
    case microphone
  }

  /// Whether the camera or the microphone came or went.
  public let kind: Kind
  /// A Boolean value that indicates whether the device came.
  public let isConnected: Bool
  /// The instant, in nanoseconds from the fixture's begin.
  public let arrivalNanoseconds: Int64
  /// The place where it came: the camera's node, or what ALSA opens the microphone by; `nil` where that is not known.
  public let node: String?
}

extension FixtureDeviceEvent {
  /// The largest number of times that devices may come and go.
  static let limit = 10_000

  var json: FixtureJSON {
    .members([
      ("device", .text(kind.rawValue)), ("connected", .boolean(isConnected)),
      ("arrival", .integer(arrivalNanoseconds)), ("node", node.map { .text($0) }),
    ])
  }

  /// Creates the event that a block tells of; it comes behind others.
  init(_ block: FixtureFields, behind events: [FixtureDeviceEvent]) throws(FixtureError) {
    guard events.count < Self.limit else { throw block.damaged("devices come and go too often") }
    guard let kind = Kind(rawValue: try block.text("device")) else {
      throw block.damaged("'device' is neither camera nor microphone")
    }
    self.init(
      kind: kind, isConnected: try block.flag("connected"),
      arrivalNanoseconds: try block.arrival(after: events.last?.arrivalNanoseconds),
      node: try block.optionalText("node"))
  }
}

extension [FixtureDeviceEvent] {
  /// Tells whether a device is plugged in at a time, in nanoseconds from the fixture's begin, and how often it has been
  /// plugged in by then.
  func presence(
    of kind: FixtureDeviceEvent.Kind, atNanoseconds time: Int64
  ) -> (isPresent: Bool, instance: Int) {
    var (isPresent, instance) = (true, 0)
    for event in self where event.kind == kind && event.arrivalNanoseconds <= time {
      isPresent = event.isConnected
      if event.isConnected { instance += 1 }
    }
    return (isPresent, instance)
  }
}
