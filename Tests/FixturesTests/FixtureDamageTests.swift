import CaptureDevices
import FileStorage
import Fixtures
import Foundation
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// Damage of every kind, the same in every run: a bundle is read, or what is wrong with it is said.
@Suite struct FixtureDamageTests {
  private let bench: FixtureBench
  init() throws { bench = try FixtureBench() }

  private func error(_ path: String) -> FixtureError? {
    #expect(throws: FixtureError.self) { try FixtureCatalog(path: path, clock: VirtualClock()) }
  }

  @Test("what is no fixture is said to be none")
  func strangers() throws {
    let none = error(bench.folder.path("none"))
    #expect(none?.code == .missing && (none?.underlying as? FileStoreError)?.code == .notFound)
    let file = try bench.folder.write([1], as: "file.livecam")
    #expect(error(file)?.code == .damaged)
    try bench.folder.write([], as: "empty.livecam/other")
    let empty = error(bench.folder.path("empty.livecam"))
    #expect(empty?.code == .missing && (empty?.underlying as? FileStoreError)?.operation == "open")
    try bench.folder.write([], as: "half.livecam/footage.mov")
    #expect(error(bench.folder.path("half.livecam"))?.context.hasSuffix("manifest.partial.jsonl") == true)
    try bench.recordScene(duration: .milliseconds(300))
    var text = String(decoding: try bench.folder.read("scene.livecam/manifest.json"), as: UTF8.self)
    text = text.replacingOccurrences(of: "\"version\": 1", with: "\"version\": 3")
    try bench.folder.write(text.utf8, as: "scene.livecam/manifest.json")
    let newer = error(bench.path)
    #expect(newer?.code == .unsupported && newer?.message.contains("newer") == true)
  }

  @Test("a payload that was changed is named, with the frames that it is among")
  func payloads() throws {
    try bench.recordScene(duration: .milliseconds(2000))
    let reader = try FixtureReader(path: bench.path)
    var footage = try bench.folder.read("scene.livecam/footage.mov")
    let frame = try reader.payload(ofFrame: 40)
    let place = try #require(Data(footage).range(of: Data(frame))?.lowerBound)
    footage[place + 5000] ^= 1
    try bench.folder.write(footage, as: "scene.livecam/footage.mov")
    let damaged = error(bench.path)
    #expect(damaged?.code == .damaged && damaged?.context.hasSuffix("footage.mov") == true)
    #expect(damaged?.message.contains("frame 32 to 59") == true, "\(damaged?.message ?? "")")
  }

  @Test("a manifest that says what cannot be is refused, with the line")
  func nonsense() throws {
    try bench.recordScene(duration: .milliseconds(300))
    let text = String(decoding: try bench.folder.read("scene.livecam/manifest.json"), as: UTF8.self)
    let edits: [(String, String, String)] = [
      ("\"frames\": 9", "\"frames\": 10", "manifest"), ("\"frames\": 9", "\"frames\": 1999999", "manifest"),
      ("\"frames\": 9", "\"frames\": 0", "'frames' is 0"), ("\"frames\": 9", "\"frames\": 9.0", "fraction"),
      ("\"frames\": 9", "\"frames\": 99999999999999999999", "64 bits"),
      ("\"time\": 0", "\"time\": 1152921504606846976", "add up"),
      ("\"time\": 0", "\"time\": 9223372036854775807", "'time' is"), ("\"latency\": [", "\"latency\": [[", "list"),
      ("\"steps\": [", "\"steps\": [-", "'steps'"), ("\"latency\": [", "\"latency\": [-", "'latency'"),
      ("\"time\": 0", "\"time\": -99000000", "before the begin"),
      ("\"bytes\": [12288]", "\"bytes\": [-1]", "'bytes'"), ("\"bytes\": [12288]", "\"bytes\": [12289]", "belong"),
      ("\"bytes\": [12288]", "\"bytes\": [12287]", "a frame of the mode takes"),
      ("\"width\": 128, \"height\": 96, \"range\"", "\"width\": 126, \"height\": 96, \"range\"", "planes"),
      ("\"hash\": ", "\"hush\": ", "'hash'"), ("\"arrival\": 3", "\"arrival\": -3", "'arrival'"),
      ("\"end\": \"stopped\", \"arrival\": 300000000", "\"end\": \"stopped\", \"arrival\": 1", "backwards"),
      ("\"bytes\": [12288]", "\"bytes\": []", "'bytes'"), ("\"hash\": \"", "\"hash\": \"+", "'hash'"),
      ("\"lengths\": [80]", "\"lengths\": [81]", "belong"), ("\"end\": \"stopped\"", "\"end\": \"x\"", "'end'"),
      ("\"position\": 0", "\"position\": -1", "'position'"),
      ("\"sampleRate\": 8000", "\"sampleRate\": 0", "sampleRate"),
      ("\"interval\": [1,30]", "\"interval\": [1,0]", "'interval'"),
      ("\"interval\": [1,30]", "\"interval\": [1,2000000000]", "'interval'"),
      ("\"sampleRate\": 8000", "\"sampleRate\": 8", "sampleRate"),
      ("[0,128,96,128]", "[0,1073741824,65536,128]", "planes"), ("[0,128,96,128]", "[0,128,96]", "planes"),
      ("\"video\"", "\"vudeo\"", "manifest"), ("{\n", "{{", "no name"),
    ]
    for (old, new, word) in edits {
      #expect(text.contains(old), "\(old)")
      var changed = text
      if let range = changed.range(of: old, options: old.hasPrefix("\"s") ? .backwards : []) {
        changed.replaceSubrange(range, with: new)
      }
      try bench.folder.write(changed.utf8, as: "scene.livecam/manifest.json")
      let found = error(bench.path)
      #expect(found?.description.contains(word) == true, "\(new): \(found?.description ?? "read")")
      #expect(found.map { $0.code == .damaged } == true)
    }
    let deep = String(repeating: "[", count: 100_000)
    try bench.folder.write(deep.utf8, as: "scene.livecam/manifest.json")
    #expect(error(bench.path)?.message.contains("deep") == true)
  }

  @Test("blocks that go back behind those above them are refused, with their line")
  func order() throws {
    try bench.recordScene(duration: .milliseconds(3000))
    let text = String(decoding: try bench.folder.read("scene.livecam/manifest.json"), as: UTF8.self)
    let numbers = /"frames": 32, "sequence": 32, "time": (\d+)/
    let match = try #require(text.firstMatch(of: numbers))
    let chunk = try #require(text.firstMatch(of: /"position": 2560, "lengths": \[80\], "arrival": (\d+)/))
    for (old, new, word) in [
      (match.output.0, "\"frames\": 32, \"sequence\": 31, \"time\": \(match.output.1)", "'sequence' is 31"),
      (match.output.0, "\"frames\": 32, \"sequence\": 32, \"time\": 1", "'time' is 1"),
      (chunk.output.0, "\"position\": 2559, \"lengths\": [80], \"arrival\": \(chunk.output.1)", "'position' is 2559"),
      (chunk.output.0, "\"position\": 2560, \"lengths\": [80], \"arrival\": 1", "'arrival' is 1"),
    ] {
      try bench.folder.write(text.replacing(old, with: new).utf8, as: "scene.livecam/manifest.json")
      let found = error(bench.path)
      #expect(found?.description.contains(word) == true, "\(new): \(found?.description ?? "read")")
      #expect(found?.message.contains("line ") == true && found?.context.hasSuffix("manifest.json") == true)
    }
  }

  @Test("a mode that is not of the size of the JPEGs is refused, with the frame")
  func jpegSize() throws {
    try bench.recordScene(
      video: VideoWish(size: (128, 96), frameRate: 30, pixelFormat: .mjpeg), duration: .milliseconds(300))
    _ = try FixtureCatalog(path: bench.path, clock: VirtualClock())
    let text = String(decoding: try bench.folder.read("scene.livecam/manifest.json"), as: UTF8.self)
    let old = "\"width\": 128, \"height\": 96, \"range\""
    #expect(text.contains(old))
    let changed = text.replacingOccurrences(of: old, with: "\"width\": 640, \"height\": 480, \"range\"")
    try bench.folder.write(changed.utf8, as: "scene.livecam/manifest.json")
    let found = error(bench.path)
    #expect(found?.code == .damaged && found?.context.hasSuffix("manifest.json") == true)
    #expect(found?.message.contains("says 640x480, and frame 0 is a JPEG of 128x96") == true, "\(found?.message ?? "")")
  }

  /// Reads a bundle in every way; whether it could be.
  private func exercise(_ path: String) -> Bool {
    do throws(FixtureError) {
      let reader = try FixtureReader(path: path)
      for options in [FixtureOptions(), FixtureOptions(loops: true)] {
        let clock = VirtualClock()
        let catalog: FixtureCatalog
        do throws(FixtureError) {
          catalog = try FixtureCatalog(reader, clock: clock, options: options)
        } catch {
          #expect(options.loops)
          continue
        }
        replay(catalog, clock)
      }
      try reader.verify()
      return true
    } catch {
      #expect(!error.message.isEmpty && error.description.contains(".livecam"))
      return false
    }
  }

  private func replay(_ catalog: FixtureCatalog, _ clock: VirtualClock) {
    let observation = catalog.observe { _ in }
    let (seen, heard) = (VideoSinkLog(), AudioSinkLog())
    let camera = try? catalog.openVideo("fixture", wish: VideoWish()).source
    let microphone = try? catalog.openAudio("fixture", wish: AudioWish())
    for _ in 0..<2 {
      try? camera?.start(delivering: seen)
      try? microphone?.start(delivering: heard)
      clock.advance(by: .milliseconds(400))
      camera?.stop()
      microphone?.stop()
    }
    observation.cancel()
  }

  private static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var copy = bytes
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Array(copy.prefix(Int.random(in: 0...copy.count, using: &random)))
    case 1:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        copy[Int.random(in: copy.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case 2:
      // Digits for digits: what is still JSON, and says something else.
      let digits = copy.indices.filter { (0x30...0x39).contains(copy[$0]) }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        if let place = digits.randomElement(using: &random) {
          copy[place] = UInt8.random(in: 0x30...0x39, using: &random)
        }
      }
    default:
      let (one, two) = (
        Int.random(in: copy.indices, using: &random), Int.random(in: copy.indices, using: &random)
      )
      copy.replaceSubrange(min(one, two)..<max(one, two), with: [])
    }
    return copy
  }

  @Test(
    "whatever happens to a file of a bundle", arguments: ["manifest.json", "footage.mov", "manifest.partial.jsonl"])
  func mutations(_ file: String) throws {
    try bench.recordScene(
      video: VideoWish(size: (16, 16), frameRate: 30, pixelFormat: .grey), duration: .milliseconds(600))
    let path = bench.folder.path("mutant.livecam")
    let footage = try bench.folder.read("scene.livecam/footage.mov")
    let isPartial = file.contains("partial")
    try bench.folder.write(footage, as: "mutant.livecam/footage.mov")
    let name = isPartial ? file : "manifest.json"
    let text =
      isPartial ? try JournalBench.journal(of: bench.path) : try bench.folder.read("scene.livecam/manifest.json")
    try bench.folder.write(text, as: "mutant.livecam/\(name)")
    #expect(exercise(path))
    let bytes = file == "footage.mov" ? footage : text
    var random = SeededRandom(seed: 0x6669_7874)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<300 {
      try bench.folder.write(Self.damaged(bytes, &random), as: "mutant.livecam/\(file)")
      if exercise(path) { outcomes.read += 1 } else { outcomes.refused += 1 }
    }
    #expect(outcomes.read > 2 && outcomes.refused > 30, "\(outcomes)")
  }
}

/// A journal as a recorder leaves it, made from a finished fixture of nothing lost.
private enum JournalBench {
  static func journal(of path: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let clock = VirtualClock()
    let catalog = try FixtureCatalog(path: path, clock: clock)
    let recorder = try FixtureRecorder(
      path: folder.path("copy.livecam"), clock: clock,
      camera: try catalog.openVideo("fixture", wish: VideoWish()).source,
      microphone: try catalog.openAudio("fixture", wish: AudioWish()))
    try recorder.start()
    clock.advance(by: .milliseconds(590))
    try recorder.flush()
    let journal = try folder.read("copy.livecam/manifest.partial.jsonl")
    try recorder.finish()
    return journal
  }
}
