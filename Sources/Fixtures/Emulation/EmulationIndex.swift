import ByteCoding
public import CaptureDevices
import FileStorage
public import MediaCore
import Simulator

/// The facts of a fixture for the preload library: everything but the payloads, checked and flat.
///
/// The layout is that of `CaptureShim.h`, in the order of bytes that x86 and ARM have. Times of frames count from the
/// start of a stream, which stands for the begin of the fixture.
public struct EmulationIndex: Sendable {
  /// The version of the layout.
  public static let version: UInt32 = 1

  /// The bytes of the index.
  public let bytes: [UInt8]
  /// The state that is shared by all processes of a run, as it is at the beginning.
  public let state: [UInt8]
  /// The numbers of nodes that the camera has at one time or another, the first one first.
  public let numbers: [Int]
  /// The recorded camera, as programs see it.
  public let camera: VideoDevice
  /// The number of frames in a stream, or in one round of a stream that loops.
  public let frameCount: Int

  private static let headerBytes = 312
  private static let checkedFrom = 32

  /// Creates the index of a fixture.
  /// - Throws: ``FixtureError`` with `.unsupported` when it has no pictures, or such as no driver could deliver.
  public init(_ fixture: FixtureReader, options: EmulationOptions = EmulationOptions()) throws(FixtureError) {
    guard let video = fixture.manifest.video else {
      throw FixtureError(
        .unsupported, context: fixture.path, message: "It has no camera. Record one; sound alone is not emulated.")
    }
    let frames = try EmulationFrames(video, of: fixture)
    let loop = options.loops ? try FixtureLoop(fixture.manifest, path: fixture.path) : nil
    let shape = try EmulationShape(video, longest: frames.longest, path: fixture.path)
    let controls = EmulationControls(video.camera.controls).entries
    let course = EmulationCourse(
      frames, periodNanoseconds: loop?.periodNanoseconds, options: options, deviceEvents: fixture.manifest.deviceEvents,
      instances: Set(video.track.streams.dropFirst().map(\.instance)))
    let menuCount = controls.reduce(0) { $0 + $1.menu.count }

    var writer = ByteWriter(capacity: Self.headerBytes + frames.entries.count * 32)
    writer.ascii("LVCAMEMU")
    writer.u32(Self.version, .little)
    writer.u32(UInt32(Self.headerBytes), .little)
    writer.fill(count: 16)  // the whole length and the checksum, which come last
    writer.u64(UInt64(fixture.footage.bytes.count), .little)
    for count in [frames.entries.count, controls.count, menuCount, course.faults.count, course.plugs.count] {
      writer.u32(UInt32(clamping: count), .little)
    }
    writer.u32(UInt32(options.number), .little)
    shape.write(to: &writer)
    writer.u32(video.timestampInstant == .startOfExposure ? 0x1_0000 : 0, .little)
    writer.u32(loop == nil ? 0 : 1, .little)
    writer.i64(loop?.periodNanoseconds ?? 0, .little)
    writer.u64(loop?.sequences ?? 0, .little)
    let last = frames.entries.reduce(Int64.min) { max($0, $1.arrivalNanoseconds) }
    writer.i64(max(last, video.track.lastArrival ?? last), .little)
    writer.text("/dev/video\(options.number)", count: 64)
    writer.text(video.camera.driver.isEmpty ? "livecam" : video.camera.driver, count: 16)
    writer.text(video.camera.identity.model.isEmpty ? video.camera.name : video.camera.identity.model, count: 32)
    writer.text(video.camera.identity.portPath ?? "platform:livecam-emulate", count: 32)
    writer.text(shape.coding, count: 32)
    Self.write(frames.entries, to: &writer)
    Self.write(controls, to: &writer)
    Self.write(course, to: &writer)
    writer.patchU64(UInt64(writer.count), at: 16, .little)
    writer.patchU64(Checksum.fnv1a(writer.contents[Self.checkedFrom...]), at: 24, .little)

    var state = ByteWriter(capacity: 8 + controls.count * 8)
    state.u64(0)
    for control in controls { state.i64(control.value, .little) }
    bytes = writer.contents
    self.state = state.contents
    var numbers = [options.number]
    for plug in course.plugs where !numbers.contains(plug.number) { numbers.append(plug.number) }
    self.numbers = numbers
    camera = video.camera
    frameCount = frames.entries.count
  }

  private static func write(_ frames: [EmulationFrames.Entry], to writer: inout ByteWriter) {
    for frame in frames {
      writer.i64(frame.timeNanoseconds, .little)
      writer.i64(frame.arrivalNanoseconds, .little)
      writer.u64(UInt64(frame.offset), .little)
      writer.u32(UInt32(frame.byteCount), .little)
      writer.u32(UInt32(truncatingIfNeeded: frame.sequence), .little)
    }
  }

  private static func write(_ controls: [EmulationControls.Entry], to writer: inout ByteWriter) {
    var menuFirst = 0
    for control in controls {
      writer.i64(control.range.lowerBound, .little)
      writer.i64(control.range.upperBound, .little)
      writer.i64(control.defaultValue, .little)
      writer.i64(control.value, .little)
      writer.u64(control.step, .little)
      for number in [
        control.id, control.type, control.flags, UInt32(menuFirst), UInt32(control.menu.count), 0,
      ] { writer.u32(number, .little) }
      writer.text(control.name, count: 32)
      menuFirst += control.menu.count
    }
    for control in controls {
      for entry in control.menu {
        writer.i64(entry.value, .little)
        writer.text(entry.name, count: 32)
      }
    }
  }

  private static func write(_ course: EmulationCourse, to writer: inout ByteWriter) {
    for fault in course.faults {
      writer.u64(fault.frame, .little)
      writer.u32(fault.fault.emulationNumber ?? 0, .little)
      writer.u32(UInt32(clamping: fault.byteCount), .little)
    }
    for plug in course.plugs {
      writer.i64(plug.timeNanoseconds, .little)
      writer.u32(plug.goesOn ? 2 : plug.isConnected ? 1 : 0, .little)
      writer.u32(UInt32(plug.number), .little)
    }
  }
}

extension ByteWriter {
  /// A text with at least one zero behind it; one that is too long is cut between two characters.
  mutating func text(_ text: String, count: Int) {
    var room: [UInt8] = []
    for character in text {
      let bytes = Array(String(character).utf8)
      guard room.count + bytes.count < count, !bytes.contains(0) else { break }
      room += bytes
    }
    bytes(room)
    fill(count: count - room.count)
  }
}
