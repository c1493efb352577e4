import CaptureDevices
import MediaCore

// Devices, modes and formats as JSON, in both directions.

extension VideoDevice {
  var json: FixtureJSON {
    .members([
      ("id", .text(id)), ("name", .text(name)), ("node", node.map { .text($0) }), ("identity", identity.json),
      ("driver", .text(driver)), ("modes", modes.isEmpty ? nil : .list(modes.map(\.json))),
      ("controls", controls.isEmpty ? nil : .list(controls.map(\.json))),
    ])
  }

  init(_ fields: FixtureFields) throws(FixtureError) {
    let modes = try fields.list("modes").map(VideoModeCapability.init)
    let controls = try fields.list("controls").map(DeviceControl.init)
    self.init(
      id: try fields.text("id"), name: try fields.text("name"), node: try fields.optionalText("node"),
      identity: try DeviceIdentity(fields.fields("identity")), driver: try fields.text("driver"), modes: modes,
      controls: controls)
  }
}

extension AudioDevice {
  var json: FixtureJSON {
    .members([
      ("id", .text(id)), ("name", .text(name)), ("pcm", .text(pcm)), ("identity", identity.json),
      ("formats", formats.isEmpty ? nil : .list(formats.map(\.json))),
    ])
  }

  init(_ fields: FixtureFields) throws(FixtureError) {
    let formats = try fields.list("formats").map(AudioFormat.init)
    self.init(
      id: try fields.text("id"), name: try fields.text("name"), pcm: try fields.text("pcm"),
      identity: try DeviceIdentity(fields.fields("identity")), formats: formats)
  }
}

extension DeviceIdentity {
  fileprivate var json: FixtureJSON {
    .members([
      ("serial", serial.map { .text($0) }), ("portPath", portPath.map { .text($0) }), ("model", .text(model)),
    ])
  }

  fileprivate init(_ fields: FixtureFields) throws(FixtureError) {
    self.init(
      serial: try fields.optionalText("serial"), portPath: try fields.optionalText("portPath"),
      model: try fields.text("model"))
  }
}

extension VideoMode {
  /// The most bytes that are reserved for a frame of raw pixels.
  private static let frameBytesLimit = 1 << 30
  /// The intervals between frames that are accepted, in seconds.
  private static let intervals = 1e-5...3600

  var json: FixtureJSON {
    let planes = format.planes.map {
      FixtureJSON.integers([Int64($0.offset), Int64($0.strideBytes), Int64($0.rows), Int64($0.rowBytes)])
    }
    return .members([
      ("pixelFormat", format.pixelFormat.json), ("width", .integer(Int64(format.width))),
      ("height", .integer(Int64(format.height))), ("range", .text(format.range == .full ? "full" : "video")),
      ("planes", .list(planes)), ("interval", frameInterval.json),
    ])
  }

  init(_ fields: FixtureFields) throws(FixtureError) {
    let ranges = ["full": ColorRange.full, "video": .video]
    guard let range = ranges[try fields.text("range")] else {
      throw fields.damaged("'range' is neither full nor video")
    }
    let planes = try fields.tuples("planes", count: 4, in: 0...Int64(Self.frameBytesLimit)).map {
      PlaneLayout(offset: Int($0[0]), strideBytes: Int($0[1]), rows: Int($0[2]), rowBytes: Int($0[3]))
    }
    guard planes.count <= 8, planes.allSatisfy({ $0.rows <= 65_536 && $0.end <= Self.frameBytesLimit }) else {
      throw fields.damaged("'planes' do not fit a frame")
    }
    let format = VideoFormat(
      pixelFormat: try PixelFormat(fields), width: try fields.int("width", in: 1...65_535),
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
    var interval = MediaTime.invalid
    if let value = fields["interval"] {
      guard let time = MediaTime(value), Self.intervals.contains(time.seconds) else {
        throw fields.damaged("'interval' is no time between frames: from 10 µs to an hour")
      }
      interval = time
    }
    self.init(format: format, frameInterval: interval)
  }
}

extension MediaTime {
  /// A fraction of a second as numerator and denominator; null where nobody knows.
  fileprivate var json: FixtureJSON {
    isNumeric && (1...Int64(Int32.max)).contains(value) ? .integers([value, Int64(timescale)]) : .null
  }

  fileprivate init?(_ json: FixtureJSON) {
    guard let pair = json.integers, pair.count == 2, (1...Int64(Int32.max)).contains(pair[0]),
      let timescale = Int32(exactly: pair[1]), timescale > 0
    else { return nil }
    self.init(value: pair[0], timescale: timescale)
  }
}

extension AudioFormat {
  var json: FixtureJSON {
    .members([
      ("sampleFormat", .text(sampleFormat.rawValue)), ("sampleRate", .integer(Int64(sampleRate))),
      ("channels", .integer(Int64(channelCount))),
    ])
  }

  init(_ fields: FixtureFields) throws(FixtureError) {
    let sampleFormat: SampleFormat = try fields.word("sampleFormat")
    self.init(
      sampleRate: try fields.int("sampleRate", in: 1000...1_000_000),
      channelCount: try fields.int("channels", in: 1...64), sampleFormat: sampleFormat)
  }
}

extension VideoModeCapability {
  fileprivate var json: FixtureJSON {
    .members([
      ("pixelFormat", pixelFormat.json), ("width", .integer(Int64(width))), ("height", .integer(Int64(height))),
      ("intervals", .list(frameIntervals.map(\.json))),
    ])
  }

  fileprivate init(_ fields: FixtureFields) throws(FixtureError) {
    // One that nobody knows was written as null.
    let known = (fields["intervals"]?.elements ?? []).filter { !$0.isNull }
    let intervals = known.compactMap { MediaTime($0) }
    guard intervals.count == known.count else { throw fields.damaged("'intervals' are no fractions of a second") }
    self.init(
      pixelFormat: try PixelFormat(fields), width: try fields.int("width", in: 0...Int(Int32.max)),
      height: try fields.int("height", in: 0...Int(Int32.max)), frameIntervals: intervals)
  }
}

extension PixelFormat {
  /// V4L2's four characters; the number where one of them does not print.
  fileprivate var json: FixtureJSON {
    PixelFormat(description) == self ? .text(description) : .integer(Int64(fourCC))
  }

  fileprivate init(_ fields: FixtureFields) throws(FixtureError) {
    let format: PixelFormat? =
      switch fields["pixelFormat"] {
      case .integer(let code): UInt32(exactly: code).map { PixelFormat(fourCC: $0) }
      case .text(let name): PixelFormat(name)
      default: nil
      }
    guard let format else { throw fields.damaged("'pixelFormat' is no code of four characters") }
    self = format
  }
}

extension DeviceControl {
  fileprivate var json: FixtureJSON {
    let names = menu.sorted { $0.key < $1.key }.map { ("\($0.key)", FixtureJSON?.some(.text($0.value))) }
    return .members([
      ("id", .integer(Int64(id))), ("name", .text(name)), ("kind", .text(kind.rawValue)),
      ("minimum", .integer(minimum)), ("maximum", .integer(maximum)), ("step", .integer(step)),
      ("default", .integer(defaultValue)), ("value", value.map { .integer($0) }),
      ("menu", menu.isEmpty ? nil : .members(names)),
    ])
  }

  fileprivate init(_ fields: FixtureFields) throws(FixtureError) {
    let kind: Kind = try fields.word("kind")
    let all = Int64.min...Int64.max
    var menu: [Int64: String] = [:]
    if fields.has("menu") {
      for member in try fields.fields("menu").members {
        guard let value = Int64(member.name), case .text(let name) = member.value else {
          throw fields.damaged("'menu' has an entry that is none")
        }
        menu[value] = name
      }
    }
    self.init(
      id: UInt32(try fields.integer("id", in: 0...Int64(UInt32.max))), name: try fields.text("name"), kind: kind,
      minimum: try fields.integer("minimum", in: all), maximum: try fields.integer("maximum", in: all),
      step: try fields.integer("step", in: all), defaultValue: try fields.integer("default", in: all),
      value: try fields.optionalInteger("value", in: all), menu: menu)
  }
}
