import CaptureCodecs
import CaptureSupport
import Dispatch
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing
import VideoCoding

/// What an output is asked to be ready for is loaded before the shutter, and not by it.
@Suite struct PreparationTests {
  /// Captures, and the library that each is about.
  enum Shot: String, Codable, CaseIterable {
    case heic = "libheif.so"
    case live = "libvo-aacenc.so"
    case hevc = "libx265.so"

    func settings(_ name: String) -> PhotoSettings {
      switch self {
      case .heic: PhotoSettings(format: .heic)
      case .live: PhotoSettings(livePhotoMoviePath: name)
      case .hevc: PhotoSettings(livePhotoMoviePath: name, livePhotoVideoCodec: .hevc)
      }
    }

    func isNamed(_ name: String) -> Bool { name.hasPrefix(rawValue) }
  }

  /// The shared objects that are in this process. The kernel hands its list out by pages: it is read to its end.
  private static func loadedLibraries() -> Set<String> {
    let descriptor = open("/proc/self/maps", O_RDONLY)
    defer { close(descriptor) }
    var maps: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &part, part.count), count > 0 { maps += part.prefix(count) }
    return Set(
      maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
        guard let slash = line.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = String(decoding: line[(slash + 1)...], as: UTF8.self)
        return name.contains(".so") ? name : nil
      })
  }

  // In a process of its own: what is loaded once stays, and other tests load the same.
  @Test("the first shot loads its library, unless it has been prepared", arguments: Shot.allCases, [true, false])
  func firstShot(_ shot: Shot, isPrepared: Bool) async {
    await #expect(processExitsWith: .success) { [shot = shot as Shot, isPrepared = isPrepared as Bool] in
      let bench = try CaseBench()
      let answers = Answers()
      if isPrepared {
        bench.output.setPreparedPhotoSettingsArray([shot.settings("prepared.mov")]) { isPrepared, error in
          answers.note("\(isPrepared)" + (error.map { " \($0)" } ?? ""))
        }
      }
      try await bench.run(hasSound: shot == .live)
      try #require(answers.all == (isPrepared ? ["true"] : []))
      let before = PreparationTests.loadedLibraries()
      try #require(before.contains(where: shot.isNamed) == isPrepared)
      let id = try await bench.press(shot.settings("1.mov"))
      await bench.advance(3)
      let finish = try #require(bench.calls(.didFinish, id).first)
      try #require(finish.error == nil)
      let new = PreparationTests.loadedLibraries().subtracting(before)
      try #require(isPrepared ? new.isEmpty : new.contains(where: shot.isNamed), "\(new)")
    }
  }

  @Test("a deferred HEIC, an ordinary still and a silent movie load nothing")
  func nothingNeeded() async {
    await #expect(processExitsWith: .success) {
      let bench = try CaseBench()
      try await bench.assemble(hasSound: false)
      try bench.output.setAutoDeferredPhotoDeliveryEnabled(true)
      let answers = Answers()
      bench.output.setPreparedPhotoSettingsArray([
        PhotoSettings(), PhotoSettings(format: .heic), PhotoSettings(livePhotoMoviePath: "prepared.mov"),
      ]) { isPrepared, _ in answers.note("\(isPrepared)") }
      try await bench.start()
      try #require(answers.all == ["true"])
      let loaded = PreparationTests.loadedLibraries()
      for shot in Shot.allCases { try #require(!loaded.contains(where: shot.isNamed)) }
    }
  }

  @Test("what cannot be loaded is told by the handler's error, and hinders nothing else")
  func missingLibrary() async throws {
    let bench = try CaseBench(encoders: PreparedEncoders { () throws(CodingError) in throw missing })
    try await bench.run()
    let answers = Answers()
    func ask(_ settings: PhotoSettings) async {
      bench.output.setPreparedPhotoSettingsArray([settings]) { isPrepared, error in
        answers.note("\(isPrepared) \(error?.code == .preparationFailed) \(error?.avErrorCode ?? 0)")
      }
      await bench.session.settle()
    }
    await ask(PhotoSettings(livePhotoMoviePath: "prepared.mov", livePhotoVideoCodec: .hevc))
    #expect(answers.all == ["false true -11834"])
    await ask(PhotoSettings())
    #expect(answers.all.last == "true false 0")
    let id = try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.calls(.didFinish, id).map { $0.error == nil } == [true], "preparing is never necessary")
  }

  @Test("while a library is loaded the session goes on: what is asked meanwhile supersedes it")
  func supersededWhileLoading() async throws {
    let gate = DispatchSemaphore(value: 0)
    let bench = try CaseBench(encoders: PreparedEncoders { gate.wait() }, scheduler: CountedWork())
    defer { gate.signal() }
    try await bench.assemble(hasSound: false)
    try await bench.start()
    let (answers, continuation) = AsyncStream<String>.makeStream()
    let live = PhotoSettings(livePhotoMoviePath: "prepared.mov")
    bench.output.setPreparedPhotoSettingsArray([live]) { isPrepared, _ in continuation.yield("A \(isPrepared)") }
    #expect(await bench.session.isRunning)
    bench.output.setPreparedPhotoSettingsArray([]) { isPrepared, _ in continuation.yield("B \(isPrepared)") }
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next() == "A false")
    #expect(await iterator.next() == "B true")
  }

  @Test("a session that is stopped while a library is loaded is ready when it runs again")
  func stoppedWhileLoading() async throws {
    let gate = DispatchSemaphore(value: 0)
    let bench = try CaseBench(encoders: PreparedEncoders { gate.wait() }, scheduler: CountedWork())
    try await bench.assemble(hasSound: false)
    try await bench.start()
    let answers = Answers()
    let live = PhotoSettings(livePhotoMoviePath: "prepared.mov")
    bench.output.setPreparedPhotoSettingsArray([live]) { isPrepared, _ in answers.note("\(isPrepared)") }
    try await bench.session.stopRunning()
    gate.signal()
    await bench.session.settle()
    #expect(answers.all.isEmpty)
    try await bench.start()
    #expect(answers.all == ["true"])
  }
}

private let missing = CodingError(.missingLibrary, context: "HEVC", message: "Install the Debian package x265.")

/// Real encoders whose preparation is the test's.
private struct PreparedEncoders: MovieEncoding {
  let preparation: @Sendable () throws(CodingError) -> Void

  init(_ preparation: @escaping @Sendable () throws(CodingError) -> Void) { self.preparation = preparation }

  func makeEncoder(_ plan: MovieEncoderPlan) throws(CodingError) -> any MovieEncoder {
    try StandardMovies().makeEncoder(plan)
  }

  func prepare(_ codec: VideoCodec) throws(CodingError) { try preparation() }
}
