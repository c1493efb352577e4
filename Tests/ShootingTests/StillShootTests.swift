import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import Shooting

/// Shots of several stills, and stills that are finished later.
@Suite struct StillShootTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private static let bayer = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: PixelFormat("RGGB"))

  @Test(
    "RAW has the number of its shot, alone and beside the still", arguments: [ShootPlan.Raw.alone, .besideStill])
  func raw(_ raw: ShootPlan.Raw) async throws {
    var plan = ShootPlan.taking(isLive: false, count: 2, every: 1)
    plan.raw = raw
    let bench = try await ShootBench(plan, in: folder, video: Self.bayer)
    let outcome = try await bench.run { await $0.pass(4) }
    #expect(outcome.result.completed == 2 && outcome.result.failures.isEmpty)
    let stills = raw == .alone ? [] : ["IMG_0001.JPG", "IMG_0002.JPG"]
    #expect(try names(in: folder) == (["IMG_0001.DNG", "IMG_0002.DNG"] + stills).sorted())
  }

  @Test("RAW of a camera without is refused, shot by shot, and leaves nothing")
  func noRaw() async throws {
    var plan = ShootPlan.taking(isLive: false)
    plan.raw = .alone
    let outcome = try await ShootBench(plan, in: folder).run { await $0.pass(4) }
    #expect(outcome.result.begun == 0 && outcome.result.failures.first?.code == .invalidSettings)
    #expect(try names(in: folder) == [])
  }

  @Test("the photos of a bracket have one number, which no later shot takes")
  func bracket() async throws {
    var plan = ShootPlan.taking(isLive: false, count: 2, every: 2)
    plan.bracket = [.automatic(exposureTargetBias: -1), .automatic(exposureTargetBias: 1)]
    plan.raw = .besideStill
    let bench = try await ShootBench(plan, in: folder, video: Self.bayer)
    let outcome = try await bench.run { await $0.pass(6) }
    #expect(outcome.result.completed == 2)
    #expect(
      try names(in: folder) == [
        "IMG_0001_1.DNG", "IMG_0001_1.JPG", "IMG_0001_2.DNG", "IMG_0001_2.JPG", "IMG_0002_1.DNG", "IMG_0002_1.JPG",
        "IMG_0002_2.DNG", "IMG_0002_2.JPG",
      ])
    #expect(try PairNames(folder: folder).reserve().name == "IMG_0003")
  }

  @Test("a bracket that is abandoned leaves the camera as it was when the shoot has ended")
  func abandonedBracket() async throws {
    var plan = ShootPlan.taking(isLive: false, after: 1)
    plan.bracket = [.automatic(exposureTargetBias: 2), .automatic(exposureTargetBias: 1)]
    let bench = try await ShootBench(plan, in: folder, video: Self.bayer)
    let bias = CameraControlNumber.exposureBias
    let before = try bench.camera.value(ofControl: bias)
    let outcome = try await bench.run {
      await $0.pass(1.1)
      let now = try $0.camera.value(ofControl: bias)
      #expect(now != before)
      $0.shoot.abandon()
    }
    #expect(outcome.result.wasAbandoned && outcome.result.failures.map(\.code) == [.sessionStopped])
    try #expect(bench.camera.value(ofControl: bias) == before)
  }

  @Test(
    "a number is taken by any of a shot's files",
    arguments: ["IMG_0001.DNG", "IMG_0001_1.JPG", "img_0001_2.dng", "IMG_0001_PROXY.JPG", "IMG_0001.livecam-deferred"])
  func taken(_ file: String) throws {
    let names = try PairNames(folder: folder)
    try touch(folder + "/" + file)
    let others = try PairNames(folder: folder)
    let reservation = try others.reserve()
    #expect(reservation.name == "IMG_0002")
    reservation.release()
    // One that appears while photos are taken.
    if file.hasPrefix("IMG"), !file.contains("_2") { #expect(try names.reserve().name == "IMG_0002") }
  }

  private func deferredShoot(count: Int = 1) async throws -> ShootBench.Outcome {
    var plan = ShootPlan.taking(count: count, every: 1, photo: .heic)
    plan.isDeferred = true
    return try await ShootBench(plan, in: folder).run { await $0.pass(3 + Double(count)) }
  }

  private func finish() throws -> [String] {
    var told: [String] = []
    try DeferredStills(folder: folder).finish(with: .standard, configuration: CaptureBench.Setup().session) {
      name, outcome in
      switch outcome {
      case .finished: told.append("\(name) finished")
      case .failed: told.append("\(name) failed")
      case .inUse: told.append("\(name) in use")
      case .beingFinished: break
      }
    }
    return told
  }

  @Test("a deferred still is a proxy at once; another program makes a pair of it")
  func deferred() async throws {
    let outcome = try await deferredShoot(count: 2)
    #expect(outcome.result.completed == 2)
    #expect(outcome.course.contains("D1/1 proxy1"))
    #expect(
      try names(in: folder) == [
        "IMG_0001.MOV", "IMG_0001.livecam-deferred", "IMG_0001_PROXY.JPG", "IMG_0002.MOV", "IMG_0002.livecam-deferred",
        "IMG_0002_PROXY.JPG",
      ])
    #expect(try finish() == ["IMG_0001 finished", "IMG_0002 finished"])
    #expect(try names(in: folder) == ["IMG_0001.HEIC", "IMG_0001.MOV", "IMG_0002.HEIC", "IMG_0002.MOV"])
    #expect(try finish() == [])
  }

  /// The standard stills, whose thumbnails are lost.
  private struct WithoutThumbnails: StillMaking {
    static let loss = CodingError(.codecFailed, context: "thumbnail", message: "The test refuses it.")
    let whole = CaptureMedia.standard.stills
    func prepare(_ codec: PhotoCodec) throws(CodingError) { try whole.prepare(codec) }
    func make(_ order: StillOrder, of frames: [VideoFrame]) throws(CodingError) -> MadeStill {
      var made = try whole.make(order, of: frames)
      made.thumbnailFailure = Self.loss
      return made
    }
    func rewrite(_ file: [UInt8], _ change: StillRewrite) throws(CodingError) -> [UInt8] {
      try whole.rewrite(file, change)
    }
    func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame { try whole.picture(of: file) }
  }

  @Test("whether a finished still lacks its thumbnail, and why, is told", arguments: [false, true])
  func finishedWithoutThumbnail(isLost: Bool) async throws {
    _ = try await deferredShoot()
    var media = CaptureMedia.standard
    if isLost { media.stills = WithoutThumbnails() }
    var told: [String?] = []
    try DeferredStills(folder: folder).finish(with: media, configuration: CaptureBench.Setup().session) {
      _, outcome in
      guard case .finished(_, _, let failure) = outcome else { return }
      told.append(failure?.message)
    }
    #expect(told == [isLost ? WithoutThumbnails.loss.message : nil])
  }

  @Test("a run that was killed between still and source is completed; a strange file of that name is not touched")
  func completed() async throws {
    _ = try await deferredShoot()
    let source = folder + "/IMG_0001.livecam-deferred"
    let bytes = try #require(FileManager.default.contents(atPath: source))
    #expect(try finish() == ["IMG_0001 finished"])
    try bytes.write(to: URL(fileURLWithPath: source))
    #expect(try finish() == ["IMG_0001 finished"])
    #expect(!FileManager.default.fileExists(atPath: source))
    try bytes.write(to: URL(fileURLWithPath: source))
    try Data("strange".utf8).write(to: URL(fileURLWithPath: folder + "/IMG_0001.HEIC"))
    #expect(try finish() == ["IMG_0001 failed"])
    #expect(FileManager.default.contents(atPath: folder + "/IMG_0001.HEIC") == Data("strange".utf8))
    #expect(FileManager.default.fileExists(atPath: source))
  }

  @Test("several programs at once finish every still, and none is told of as failed")
  func atOnce() async throws {
    _ = try await deferredShoot(count: 3)
    let told = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 { group.addTask { try finish() } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(told.sorted() == ["IMG_0001 finished", "IMG_0002 finished", "IMG_0003 finished"], "each once")
    #expect(try names(in: folder).filter { $0.hasSuffix(".HEIC") }.count == 3)
    #expect(try names(in: folder).count == 6, "pairs, and nothing else")
  }

  @Test("what is damaged is told of and stays; what a living shoot has is left alone")
  func damaged() async throws {
    _ = try await deferredShoot()
    let source = folder + "/IMG_0001.livecam-deferred"
    let bytes = try #require(FileManager.default.contents(atPath: source))
    for count in [0, 3, 11, 40, bytes.count / 2, bytes.count - 1] {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: source))
      #expect(try finish() == ["IMG_0001 failed"], "\(count) bytes")
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/IMG_0001_PROXY.JPG"))
    let waiting = try TemporaryFolder()
    let held = try PairNames(folder: waiting.path)
    let reservation = try held.reserve()
    try bytes.write(to: URL(fileURLWithPath: waiting.path + "/IMG_0001.livecam-deferred"))
    var told: [String] = []
    func tell(_ name: String, _ outcome: DeferredStills.Outcome) {
      if case .inUse = outcome { told.append("in use") } else { told.append("done") }
    }
    try DeferredStills(folder: waiting.path).finish(with: .standard, configuration: CaptureBench.Setup().session, tell)
    reservation.release()
    try DeferredStills(folder: waiting.path).finish(with: .standard, configuration: CaptureBench.Setup().session, tell)
    #expect(told == ["in use", "done"])
  }

  @Test("whatever bit of a source is flipped, it is told of with its name, and source and proxy stay")
  func flipped() async throws {
    _ = try await deferredShoot()
    let source = folder + "/IMG_0001.livecam-deferred"
    let bytes = try Array(#require(FileManager.default.contents(atPath: source)))
    let description = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
    let frame = 12 + description + 4
    // Mark, version, length, description, its checksum, length of the frame, frame, its checksum.
    let places =
      Array(0..<12) + Array(stride(from: 12, to: 12 + description, by: 97)) + Array(12 + description..<frame + 16)
      + Array(stride(from: frame + 16, to: bytes.count - 8, by: max(1, bytes.count / 40)))
      + Array(bytes.count - 8..<bytes.count)
    for place in places {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 8)
      try Data(changed).write(to: URL(fileURLWithPath: source))
      var errors: [String] = []
      try DeferredStills(folder: folder).finish(with: .standard, configuration: CaptureBench.Setup().session) {
        _, outcome in
        if case .failed(let error) = outcome { errors.append("\(error)") } else { errors.append("not failed") }
      }
      #expect(errors.count == 1 && errors.allSatisfy { $0.contains(source) }, "byte \(place): \(errors)")
      #expect(try names(in: folder) == ["IMG_0001.MOV", "IMG_0001.livecam-deferred", "IMG_0001_PROXY.JPG"])
    }
    try Data(bytes + [0]).write(to: URL(fileURLWithPath: source))
    #expect(try finish() == ["IMG_0001 failed"])
    try Data(bytes).write(to: URL(fileURLWithPath: source))
    #expect(try finish() == ["IMG_0001 finished"])
  }

  @Test("a folder that cannot be looked through is an error, and not one in which nothing waits")
  func noFolder() throws {
    for path in [folder + "/none", #filePath] {
      let error = #expect(throws: FileStoreError.self) { try FolderDeferredStorage(folder: path).names() }
      #expect(error?.path == path)
      let failure = #expect(throws: FileStoreError.self) {
        try DeferredStills(folder: path).finish(with: .standard, configuration: CaptureBench.Setup().session) {
          name, outcome in Issue.record("\(name): \(outcome)")
        }
      }
      #expect(failure?.path == path)
    }
  }

  @Test("a source without checksums, as earlier versions wrote it, is still read")
  func versionOne() async throws {
    _ = try await deferredShoot()
    let source = folder + "/IMG_0001.livecam-deferred"
    let bytes = try Array(#require(FileManager.default.contents(atPath: source)))
    let description = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
    var old = Array(bytes[..<(12 + description)])
    old[7] = 1
    var place = 12 + description + 4
    while place < bytes.count {
      let end = place + 8 + bytes[place..<place + 8].reduce(0) { $0 << 8 | Int($1) }
      old += bytes[place..<end]
      place = end + 4
    }
    try Data(old).write(to: URL(fileURLWithPath: source))
    #expect(try finish() == ["IMG_0001 finished"])
  }

  @Test("a still that another program is finishing is left to it, until that program is gone")
  func locked() async throws {
    _ = try await deferredShoot()
    let source = folder + "/IMG_0001.livecam-deferred"
    let descriptor = open(source, O_RDONLY)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    var told: [String] = []
    try DeferredStills(folder: folder).finish(with: .standard, configuration: CaptureBench.Setup().session) {
      name, outcome in
      if case .beingFinished = outcome { told.append(name) }
    }
    #expect(told == ["IMG_0001"])
    #expect(try names(in: folder) == ["IMG_0001.MOV", "IMG_0001.livecam-deferred", "IMG_0001_PROXY.JPG"])
    close(descriptor)
    #expect(try finish() == ["IMG_0001 finished"])
  }
}
