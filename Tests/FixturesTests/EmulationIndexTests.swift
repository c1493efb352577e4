import ByteCoding
import CaptureDevices
import FileStorage
import Fixtures
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import TestSupport
import Testing

/// The numbers of an index, read as the preload library reads them.
private struct IndexView {
  let bytes: [UInt8]

  func u32(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: u64(offset, count: 4)) }
  func u64(_ offset: Int, count: Int = 8) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }
  func i64(_ offset: Int) -> Int64 { Int64(bitPattern: u64(offset)) }
  func text(_ offset: Int) -> String { String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self) }

  var counts: [Int] { (0..<5).map { Int(u32(40 + 4 * $0)) } }
  func frame(_ index: Int) -> Int { 312 + 32 * index }
  func control(_ index: Int) -> Int { frame(counts[0]) + 96 * index }
  func menu(_ index: Int) -> Int { control(counts[1]) + 40 * index }
  func fault(_ index: Int) -> Int { menu(counts[2]) + 16 * index }
  func plug(_ index: Int) -> Int { fault(counts[3]) + 16 * index }
  var faults: [[UInt64]] {
    (0..<counts[3]).map { [u64(fault($0)), UInt64(u32(fault($0) + 8)), UInt64(u32(fault($0) + 12))] }
  }
  var plugs: [[Int64]] {
    (0..<counts[4]).map { [i64(plug($0)), Int64(u32(plug($0) + 8)), Int64(u32(plug($0) + 12))] }
  }
}

@Suite struct EmulationIndexTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  private func index(_ options: EmulationOptions = EmulationOptions()) throws -> (EmulationIndex, FixtureReader) {
    try bench.recordScene(audio: nil)
    let fixture = try FixtureReader(path: bench.path)
    return (try EmulationIndex(fixture, options: options), fixture)
  }

  @Test("the header tells of the mode, and the lengths of all parts agree with the whole")
  func header() throws {
    let (index, fixture) = try index(EmulationOptions(number: 7))
    let view = IndexView(bytes: index.bytes)
    #expect(view.text(0).hasPrefix("LVCAMEMU"))
    #expect([view.u32(8), view.u32(12), view.u32(60)] == [1, 312, 7])
    #expect(view.u64(16) == UInt64(index.bytes.count))
    #expect(view.plug(view.counts[4]) == index.bytes.count)
    #expect(view.u32(64) == PixelFormat.grey.fourCC)
    #expect([view.u32(68), view.u32(72), view.u32(76), view.u32(80)] == [128, 96, 128, 128 * 96])
    #expect([view.u32(96), view.u32(100)] == [1, 30])
    #expect(view.text(136) == "/dev/video7")
    #expect(view.text(248) == "platform:livecam-emulate")
    let sum = index.bytes[32...].reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    #expect(view.u64(24) == sum)
    #expect(index.frameCount == fixture.manifest.frames.count && index.numbers == [7])
  }

  @Test("every frame has the fixture's times and number, and its place has the recorded bytes")
  func frames() throws {
    let (index, fixture) = try index()
    let view = IndexView(bytes: index.bytes)
    let footage = try FileBytes(bench.path + "/footage.mov").allBytes()
    for (number, frame) in fixture.manifest.frames.enumerated() {
      let place = view.frame(number)
      #expect(view.i64(place) == frame.timeNanoseconds && view.i64(place + 8) == frame.arrivalNanoseconds)
      #expect(view.u32(place + 28) == UInt32(frame.sequence))
      let offset = Int(view.u64(place + 16))
      let same = try fixture.payload(ofFrame: number) == Array(footage[offset..<offset + Int(view.u32(place + 24))])
      #expect(same)
    }
  }

  @Test("controls come in order, each class with its heading, menus with their names, and the state with the values")
  func controls() throws {
    let (index, _) = try index()
    let view = IndexView(bytes: index.bytes)
    let identifiers = (0..<view.counts[1]).map { view.u32(view.control($0) + 40) }
    #expect(identifiers == identifiers.sorted() && Set(identifiers).count == identifiers.count)
    #expect(identifiers.contains(0x98_0001) && identifiers.contains(0x9a_0001))
    let exposure = try #require(identifiers.firstIndex(of: 0x9a_0901))
    let place = view.control(exposure)
    #expect([view.u32(place + 44), view.u32(place + 56)] == [3, 2])
    #expect(view.text(view.menu(Int(view.u32(place + 52))) + 8) == "Manual Mode")
    #expect(index.state.count == 8 + 8 * identifiers.count)
    let state = IndexView(bytes: index.state)
    #expect(state.i64(0) == 0 && state.i64(8 + 8 * exposure) == view.i64(place + 24))
  }

  @Test("faults name frames by their place in a stream, and the camera comes and goes at its times")
  func course() throws {
    let steps: [EmulationStep] = [
      EmulationStep(.time(nanoseconds: 1_000_000_000), .unplug),
      EmulationStep(.time(nanoseconds: 1_500_000_000), .replug(number: 2)),
      EmulationStep(.frame(3), .spoil(.drop, 2)), EmulationStep(.time(nanoseconds: 500_000_000), .spoil(.errorFlag, 1)),
      EmulationStep(.frame(20), .spoil(.truncate, 1)),
      EmulationStep(.time(nanoseconds: 1_600_000_000), .replug(number: 2)),
    ]
    let (index, fixture) = try index(EmulationOptions(steps: steps))
    let view = IndexView(bytes: index.bytes)
    let late = try #require(fixture.manifest.frames.firstIndex { $0.arrivalNanoseconds >= 500_000_000 })
    let whole = UInt64(128 * 96 / 2)
    #expect(view.faults == [[3, 1, whole], [4, 1, whole], [UInt64(late), 2, whole], [20, 3, whole]])
    #expect(view.plugs == [[1_000_000_000, 0, 0], [1_500_000_000, 1, 2]])
    #expect(index.numbers == [0, 2])
  }

  @Test("every fault that emulated cameras show has a number of its own, and a reason for its frames to be missed")
  func faultNumbers() {
    let numbers = FrameFault.emulated.compactMap(\.emulationNumber)
    #expect(Set(numbers).count == numbers.count && !numbers.contains(0))
    #expect(FrameFault.emulated.allSatisfy { $0.skipReason != nil })
  }

  @Test("a camera that came back when it was recorded comes back, and the fixture goes on there")
  func gap() throws {
    let hotplug = try FixtureHotplugBench()
    _ = try hotplug.recordReplug()
    let fixture = try FixtureReader(path: hotplug.bench.path)
    let view = IndexView(bytes: try EmulationIndex(fixture).bytes)
    #expect(view.plugs == [[1_000_000_000, 0, 0], [1_700_000_000, 2, 0]])
    let numbers = (0..<view.counts[0]).map { UInt64(view.u32(view.frame($0) + 28)) }
    #expect(numbers == fixture.manifest.frames.map(\.sequence))
    let steps = [
      EmulationStep(.time(nanoseconds: 2_000_000_000), .unplug),
      EmulationStep(.time(nanoseconds: 2_100_000_000), .replug(number: nil)),
    ]
    let ordered = IndexView(bytes: try EmulationIndex(fixture, options: EmulationOptions(steps: steps)).bytes)
    #expect(ordered.plugs.map { $0[1] } == [0, 2, 0, 1])
    let loop = #expect(throws: FixtureError.self) {
      try EmulationIndex(fixture, options: EmulationOptions(loops: true))
    }
    #expect(loop?.code == .unsupported)
  }

  @Test("repeated, the index tells how long a round is, and faults fall into later rounds")
  func loops() throws {
    let steps = [
      EmulationStep(.time(nanoseconds: 5_000_000_000), .spoil(.drop, 1)), EmulationStep(.frame(1000), .unplug),
    ]
    let (index, fixture) = try index(EmulationOptions(loops: true, steps: steps))
    let view = IndexView(bytes: index.bytes)
    let frames = fixture.manifest.frames
    #expect(view.u32(108) == 1)
    #expect(view.u64(120) == frames[frames.count - 1].sequence - frames[0].sequence + 1)
    let period = view.i64(112)
    let expected = frames[frames.count - 1].timeNanoseconds - frames[0].timeNanoseconds + 33_333_333
    #expect(abs(period - expected) <= 1)
    let place = Int(try #require(view.faults.first)[0])
    let (round, inRound) = place.quotientAndRemainder(dividingBy: frames.count)
    let arrival = { (index: Int) in frames[index].arrivalNanoseconds + Int64(round) * period }
    #expect(round == 2 && arrival(inRound) >= 5_000_000_000)
    #expect(inRound == 0 || arrival(inRound - 1) < 5_000_000_000)
    #expect(view.plugs.count == 1 && (33_000_000_000...34_000_000_000).contains(view.plugs[0][0]))
  }

  @Test("a fixture without pictures is refused")
  func soundOnly() throws {
    try bench.recordScene(video: nil)
    let fixture = try FixtureReader(path: bench.path)
    let error = #expect(throws: FixtureError.self) { try EmulationIndex(fixture) }
    #expect(error?.code == .unsupported)
  }

  @Test("the folder holds the parts, and nothing is left of it")
  func folder() throws {
    let (index, fixture) = try index()
    let parent = bench.folder.path("")
    let folder = try EmulationFolder(of: fixture, index: index, in: parent)
    let same = try FileBytes(folder.path + "/index").allBytes() == index.bytes
    #expect(same)
    #expect(try FileBytes(folder.path + "/footage").count == FileBytes(bench.path + "/footage.mov").count)
    #expect(
      try String(decoding: FileBytes(folder.path + "/sys/dev/char/81:0/uevent").allBytes(), as: UTF8.self)
        .contains("DEVNAME=video0"))
    folder.remove()
    #expect(!DiskFiles().exists(folder.path + "/index"))
    let error = #expect(throws: FixtureError.self) {
      try EmulationFolder(of: fixture, index: index, in: bench.folder.path("nowhere"))
    }
    #expect(error?.code == .unwritable)
  }
}

@Suite struct EmulationScriptTests {
  private func steps(_ text: String) throws -> [EmulationStep] {
    try CaptureScript("version: 1\nsteps:\n" + text, file: "script.yaml").emulationSteps()
  }

  @Test("steps mean what they mean in a simulated world")
  func meaning() throws {
    let found = try steps(
      """
        - {at: 1, unplug: camera}
        - {after: 0.5, replug: {device: camera, node: /dev/video3}}
        - {frame: 40, drop: 2}
        - {frame: 50, errorFlag: 1}
        - {at: 3, truncate: 1}
        - {at: 4, unplug: microphone}
        - {at: 5, replug: microphone}
        - {at: 6, replug: [microphone, camera]}
      """)
    #expect(
      found == [
        EmulationStep(.time(nanoseconds: 1_000_000_000), .unplug),
        EmulationStep(.time(nanoseconds: 1_500_000_000), .replug(number: 3)),
        EmulationStep(.frame(40), .spoil(.drop, 2)), EmulationStep(.frame(50), .spoil(.errorFlag, 1)),
        EmulationStep(.time(nanoseconds: 3_000_000_000), .spoil(.truncate, 1)),
        EmulationStep(.time(nanoseconds: 6_000_000_000), .replug(number: nil)),
      ])
  }

  @Test(
    "steps that an emulated camera cannot take are refused",
    arguments: [
      "  - {at: 1, press: live}", "  - {at: 1, replug: {device: camera, node: /dev/video999}}",
      "  - {at: 1, replug: {device: camera, node: video}}", "  - {frame: 3, drop: 1}\n  - {after: 1, unplug: camera}",
    ])
  func refused(_ text: String) throws {
    let error = #expect(throws: ScriptError.self) { try steps(text) }
    #expect(error?.description.contains("script.yaml:") == true)
  }
}
