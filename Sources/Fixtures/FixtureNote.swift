import CaptureDevices

/// Something that a device told, or that happened to it.
enum FixtureNote: Sendable {
  case camera(FixtureEvent<FixtureFrame>)
  case microphone(FixtureEvent<FixtureChunk>)
  case device(FixtureDeviceEvent)

  static func start(_ start: FixtureStart, of kind: FixtureDeviceEvent.Kind) -> FixtureNote {
    kind == .camera ? .camera(.start(start)) : .microphone(.start(start))
  }

  static func end(_ end: FixtureEnd, of kind: FixtureDeviceEvent.Kind) -> FixtureNote {
    kind == .camera ? .camera(.end(end)) : .microphone(.end(end))
  }

  static func loss(
    count: Int, _ reason: SkipReason?, arrivalNanoseconds arrival: Int64, of kind: FixtureDeviceEvent.Kind
  ) -> FixtureNote {
    kind == .camera
      ? .camera(.loss(count: count, reason: reason, arrivalNanoseconds: arrival))
      : .microphone(.loss(count: count, reason: reason, arrivalNanoseconds: arrival))
  }
}
