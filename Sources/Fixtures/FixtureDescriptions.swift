import CaptureDevices
import MediaCore

/// Devices, modes and formats as JSON.
enum FixtureDescriptions {
  /// What a frame of raw pixels may take, so that nobody reserves more for one.
  private static let frameBytesLimit = 1 << 30
  /// From one frame to the next, in seconds.
  private static let intervals = 1e-5...3600
  private static let sampleRates = 1000...1_000_000

  static func json(_ camera: VideoDevice) -> FixtureJSON {
    var members: [(String, FixtureJSON)] = [("id", .text(camera.id)), ("name", .text(camera.name))]
    if let node = camera.node { members.append(("node", .text(node))) }
    members += [("identity", json(camera.identity)), ("driver", .text(camera.driver))]
    if !camera.modes.isEmpty { members.append(("modes", .list(camera.modes.map(json)))) }
    if !camera.controls.isEmpty { members.append(("controls", .list(camera.controls.map(json)))) }
    return .members(members)
  }

  static func camera(_ fields: FixtureFields) throws(FixtureError) -> VideoDevice {
    var modes: [VideoModeCapability] = []
    for mode in try fields.list("modes") { modes.append(try capability(mode)) }
    var controls: [DeviceControl] = []
    for control in try fields.list("controls") { controls.append(try self.control(control)) }
    return VideoDevice(
      id: try fields.text("id"), name: try fields.text("name"), node: try fields.optionalText("node"),
      identity: try identity(fields.fields("identity")), driver: try fields.text("driver"), modes: modes,
      controls: controls)
  }

  static func json(_ microphone: AudioDevice) -> FixtureJSON {
    var members: [(String, FixtureJSON)] = [
      ("id", .text(microphone.id)), ("name", .text(microphone.name)), ("pcm", .text(microphone.pcm)),
      ("identity", json(microphone.identity)),
    ]
    if !microphone.formats.isEmpty { members.append(("formats", .list(microphone.formats.map(json)))) }
    return .members(members)
  }

  static func microphone(_ fields: FixtureFields) throws(FixtureError) -> AudioDevice {
    var formats: [AudioFormat] = []
    for format in try fields.list("formats") { formats.append(try audioFormat(format)) }
    return AudioDevice(
      id: try fields.text("id"), name: try fields.text("name"), pcm: try fields.text("pcm"),
      identity: try identity(fields.fields("identity")), formats: formats)
  }

  static func json(_ mode: VideoMode) -> FixtureJSON {
    let format = mode.format
    let planes = format.planes.map {
      FixtureJSON.integers([Int64($0.offset), Int64($0.strideBytes), Int64($0.rows), Int64($0.rowBytes)])
    }
    return .members([
      ("pixelFormat", json(format.pixelFormat)), ("width", .integer(Int64(format.width))),
      ("height", .integer(Int64(format.height))), ("range", .text(format.range == .full ? "full" : "video")),
      ("planes", .list(planes)), ("interval", json(mode.frameInterval)),
    ])
  }

  static func mode(_ fields: FixtureFields) throws(FixtureError) -> VideoMode {
    let range: ColorRange
    switch try fields.text("range") {
    case "full": range = .full
    case "video": range = .video
    default: throw fields.damaged("'range' is neither full nor video")
    }
    let planes = try fields.tuples("planes", count: 4, in: 0...Int64(frameBytesLimit)).map {
      PlaneLayout(offset: Int($0[0]), strideBytes: Int($0[1]), rows: Int($0[2]), rowBytes: Int($0[3]))
    }
    guard planes.count <= 8, planes.allSatisfy({ $0.rows <= 65_536 && $0.end <= frameBytesLimit }) else {
      throw fields.damaged("'planes' do not fit a frame")
    }
    let format = VideoFormat(
      pixelFormat: try pixelFormat(fields), width: try fields.int("width", in: 1...65_535),
      height: try fields.int("height", in: 1...65_535), planes: planes, range: range)
    // Strides and places may be the driver's own, rows and their lengths follow from the coding.
    let usual = VideoFormat(pixelFormat: format.pixelFormat, width: format.width, height: format.height).planes
    let isKnown = !usual.isEmpty || format.pixelFormat.isCompressed
    let fits =
      planes.count == usual.count
      && zip(planes, usual).allSatisfy {
        $0.rows == $1.rows && $0.rowBytes == $1.rowBytes && $0.strideBytes >= $0.rowBytes
      }
    guard !isKnown || fits else { throw fields.damaged("'planes' are not those of \(format)") }
    return VideoMode(format: format, frameInterval: try interval(fields))
  }

  private static func interval(_ fields: FixtureFields) throws(FixtureError) -> MediaTime {
    guard let value = fields.object["interval"] else { return .invalid }
    guard case .integers(let pair) = value, let interval = interval(pair), intervals.contains(interval.seconds) else {
      throw fields.damaged("'interval' is no time between frames: from 10 µs to an hour")
    }
    return interval
  }

  private static func interval(_ pair: [Int64]) -> MediaTime? {
    guard pair.count == 2, (1...Int64(Int32.max)).contains(pair[0]), let timescale = Int32(exactly: pair[1]),
      timescale > 0
    else { return nil }
    return MediaTime(value: pair[0], timescale: timescale)
  }

  /// A fraction of a second as numerator and denominator; null where nobody knows.
  private static func json(_ interval: MediaTime) -> FixtureJSON {
    guard interval.isNumeric, (1...Int64(Int32.max)).contains(interval.value) else { return .null }
    return .integers([interval.value, Int64(interval.timescale)])
  }

  static func json(_ format: AudioFormat) -> FixtureJSON {
    .members([
      ("sampleFormat", .text(format.sampleFormat.rawValue)), ("sampleRate", .integer(Int64(format.sampleRate))),
      ("channels", .integer(Int64(format.channelCount))),
    ])
  }

  static func audioFormat(_ fields: FixtureFields) throws(FixtureError) -> AudioFormat {
    guard let sampleFormat = SampleFormat(rawValue: try fields.text("sampleFormat")) else {
      throw fields.damaged("'sampleFormat' is none that is known")
    }
    return AudioFormat(
      sampleRate: try fields.int("sampleRate", in: sampleRates),
      channelCount: try fields.int("channels", in: 1...64), sampleFormat: sampleFormat)
  }

  private static func json(_ identity: DeviceIdentity) -> FixtureJSON {
    var members: [(String, FixtureJSON)] = []
    if let serial = identity.serial { members.append(("serial", .text(serial))) }
    if let port = identity.portPath { members.append(("portPath", .text(port))) }
    return .members(members + [("model", .text(identity.model))])
  }

  private static func identity(_ fields: FixtureFields) throws(FixtureError) -> DeviceIdentity {
    DeviceIdentity(
      serial: try fields.optionalText("serial"), portPath: try fields.optionalText("portPath"),
      model: try fields.text("model"))
  }

  private static func json(_ mode: VideoModeCapability) -> FixtureJSON {
    .members([
      ("pixelFormat", json(mode.pixelFormat)), ("width", .integer(Int64(mode.width))),
      ("height", .integer(Int64(mode.height))), ("intervals", .list(mode.frameIntervals.map { json($0) })),
    ])
  }

  private static func capability(_ fields: FixtureFields) throws(FixtureError) -> VideoModeCapability {
    var intervals: [MediaTime] = []
    for element in fields.object["intervals"]?.elements ?? [] {
      // One that nobody knows was written as null.
      guard element != .null else { continue }
      guard case .integers(let pair) = element, let interval = interval(pair) else {
        throw fields.damaged("'intervals' are no fractions of a second")
      }
      intervals.append(interval)
    }
    return VideoModeCapability(
      pixelFormat: try pixelFormat(fields), width: Int(try fields.integer("width", in: 0...Int64(Int32.max))),
      height: Int(try fields.integer("height", in: 0...Int64(Int32.max))), frameIntervals: intervals)
  }

  /// V4L2's four characters; the number where one of them does not print.
  private static func json(_ format: PixelFormat) -> FixtureJSON {
    PixelFormat(format.description) == format ? .text(format.description) : .integer(Int64(format.fourCC))
  }

  private static func pixelFormat(_ fields: FixtureFields) throws(FixtureError) -> PixelFormat {
    switch fields.object["pixelFormat"] {
    case .integer(let code):
      guard let code = UInt32(exactly: code) else { break }
      return PixelFormat(fourCC: code)
    case .text(let name):
      guard let format = PixelFormat(name) else { break }
      return format
    default: break
    }
    throw fields.damaged("'pixelFormat' is no code of four characters")
  }

  private static func json(_ control: DeviceControl) -> FixtureJSON {
    var members: [(String, FixtureJSON)] = [
      ("id", .integer(Int64(control.id))), ("name", .text(control.name)), ("kind", .text(control.kind.rawValue)),
      ("minimum", .integer(control.minimum)), ("maximum", .integer(control.maximum)), ("step", .integer(control.step)),
      ("default", .integer(control.defaultValue)),
    ]
    if let value = control.value { members.append(("value", .integer(value))) }
    if !control.menu.isEmpty {
      members.append(("menu", .members(control.menu.sorted { $0.key < $1.key }.map { ("\($0.key)", .text($0.value)) })))
    }
    return .members(members)
  }

  private static func control(_ fields: FixtureFields) throws(FixtureError) -> DeviceControl {
    guard let kind = DeviceControl.Kind(rawValue: try fields.text("kind")) else {
      throw fields.damaged("'kind' is none that is known")
    }
    let all = Int64.min...Int64.max
    var menu: [Int64: String] = [:]
    if fields.has("menu") {
      for member in try fields.fields("menu").object.members {
        guard let value = Int64(member.name), case .text(let name) = member.value else {
          throw fields.damaged("'menu' has an entry that is none")
        }
        menu[value] = name
      }
    }
    return DeviceControl(
      id: UInt32(try fields.integer("id", in: 0...Int64(UInt32.max))), name: try fields.text("name"), kind: kind,
      minimum: try fields.integer("minimum", in: all), maximum: try fields.integer("maximum", in: all),
      step: try fields.integer("step", in: all), defaultValue: try fields.integer("default", in: all),
      value: fields.has("value") ? try fields.integer("value", in: all) : nil, menu: menu)
  }
}
