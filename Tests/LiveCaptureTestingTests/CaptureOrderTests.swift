import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Synchronization
import Testing

@testable import CaptureScripts
@testable import LiveCapture

/// Orders of events: all that are allowed, each as likely as any other, and those that are written down.
@Suite struct CaptureOrderTests {
  typealias Order = CaptureProfile.Order

  /// The order that a delegate hears of a Live Photo in a session.
  private func heard(_ order: Order) async throws -> String {
    var setup = CaptureBench.Setup()
    setup.order = order
    setup.audio = nil
    setup.video = VideoWish(size: (32, 32), frameRate: 10, pixelFormat: .grey)
    setup.session.preRoll = MediaTime(value: 2, timescale: 10)
    setup.session.postRoll = MediaTime(value: 4, timescale: 10)
    let bench = try await CaptureBench(setup)
    try await bench.run("10v v* 39v")
    return CaptureStep.course(of: 1, in: bench.delegate.timeline)
  }

  @Test("a Live Photo has ten orders, and a delegate hears each as it is given")
  func all() async throws {
    #expect(Order.all.count == 10 && Order.all.total == 10 && !Order.all.isSample)
    #expect("\(Order.all)" == "all 10 orders")
    #expect(Set(Order.all.map(\.description)).count == 10)
    for order in Order.all {
      let course = try await heard(order)
      #expect(course == order.description)
    }
    #expect(try await heard(.apart) == "B W C P R M F")
  }

  @Test("300 seeds of a Live Photo bring all ten orders, and the movie before the photo in six of ten")
  func sessions() async throws {
    var counts: [String: Int] = [:]
    for seed in UInt64(0)..<300 { counts[try await heard(.shuffled(seed: seed)), default: 0] += 1 }
    #expect(counts.count == 10, "\(counts)")
    let early = counts.filter {
      $0.key.split(separator: " ").firstIndex(of: "M")! < $0.key.split(separator: " ").firstIndex(of: "P")!
    }
    // 180 of 300 are expected; four standard deviations are 34.
    #expect((146...214).contains(early.values.reduce(0, +)), "\(counts)")
  }

  @Test("ten thousand seeds draw the orders of a Live Photo equally often")
  func uniform() {
    var counts: [[EventPlace]: Int] = [:]
    for seed in UInt64(0)..<10_000 {
      let capture = EventPlace.all(of: 0, photos: 1, isLive: true)
      var lines = ShuffledOrdering(seed: seed, longestDelay: .zero).makeLines()
      counts[lines.lines(of: [], beginning: capture, waitsForPhotos: true)[0], default: 0] += 1
    }
    let chiSquared = counts.values.reduce(0.0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
    // Of nine degrees of freedom, 27.9 is exceeded once in a thousand times.
    #expect(counts.count == 10 && chiSquared < 27.9, "\(chiSquared)")
  }

  @Test("ten thousand seeds draw the orders of two overlapping Live Photos equally often", arguments: [false, true])
  func uniformPairs(waitsForPhotos: Bool) {
    let (one, two) = (
      EventPlace.all(of: 0, photos: 1, isLive: true), EventPlace.all(of: 1, photos: 1, isLive: true)
    )
    // The first has begun, and nothing more has been told of it.
    let rest = Array(one.dropFirst())
    let new = waitsForPhotos ? two : Array(two.dropFirst())
    var counts: [[EventPlace]: Double] = [:]
    for seed in UInt64(0)..<10_000 {
      var lines = ShuffledOrdering(seed: seed, longestDelay: .zero).makeLines()
      let order = lines.lines(of: [rest], beginning: two, waitsForPhotos: waitsForPhotos)[0]
      if !waitsForPhotos { #expect(order.first == two[0]) }
      #expect(order.count == rest.count + two.count)
      for (index, moment) in order.enumerated() {
        #expect(!order[(index + 1)...].contains { $0.precedes(moment, waitsForPhotos: waitsForPhotos) })
      }
      counts[order.filter { $0.capture == 0 } + order.filter { $0.capture == 1 }, default: 0] += 1
    }
    // How many orders of both there are for each order of the one and of the other.
    var expected: [[EventPlace]: Double] = [:]
    let firsts = AllowedOrders(of: rest, waitsForPhotos: waitsForPhotos).all
    let seconds = AllowedOrders(of: new, waitsForPhotos: waitsForPhotos).all
    for first in firsts {
      for second in seconds {
        let begun = waitsForPhotos ? [] : [two[0]]
        expected[first + begun + second] = interleavings(first, second, waitsForPhotos: waitsForPhotos)
      }
    }
    let total = expected.values.reduce(0, +)
    var all = AllowedOrders(of: rest + new, waitsForPhotos: waitsForPhotos)
    #expect(all.count == total)
    let chiSquared = expected.reduce(0.0) { sum, cell in
      let expected = cell.value / total * 10_000
      let difference = (counts[cell.key] ?? 0) - expected
      return sum + difference * difference / expected
    }
    // Of 99 degrees of freedom, 148.2 is exceeded once in a thousand times.
    #expect(Set(counts.keys) == Set(expected.keys) && chiSquared < 148.2, "\(counts.count) cells, \(chiSquared)")
  }

  /// In how many ways two sequences can be mixed.
  private func interleavings(
    _ one: [EventPlace], _ two: [EventPlace], waitsForPhotos: Bool
  ) -> Double {
    var ways = Array(repeating: Array(repeating: 0.0, count: two.count + 1), count: one.count + 1)
    ways[0][0] = 1
    for first in 0...one.count {
      for second in 0...two.count where first + second > 0 {
        var count = first > 0 ? ways[first - 1][second] : 0
        if second > 0, !one[first...].contains(where: { $0.precedes(two[second - 1], waitsForPhotos: waitsForPhotos) })
        {
          count += ways[first][second - 1]
        }
        ways[first][second] = count
      }
    }
    return ways[one.count][two.count]
  }

  @Test("orders of two Live Photos are counted, and a sample of them says so; a delegate hears them as given")
  func overlapping() async throws {
    let text = "B1 W1 C1 P1 R1 M1 F1 B2 W2 C2 P2 R2 M2 F2"
    let orders = try Order.all(of: text, isResponsive: true, limit: 20, seed: 4)
    #expect(orders.count == 20 && orders.isSample && Set(orders).count == 20)
    #expect("\(orders)".hasPrefix("20 of ") && "\(orders)".hasSuffix(" orders"))
    #expect(Array(orders) == Array(try Order.all(of: text, isResponsive: true, limit: 20, seed: 4)))
    for order in orders where order.description.hasPrefix("B1 B2") || order.description.hasPrefix("B1 W1 B2") {
      #expect(try await heardTogether(order) == order.description)
    }
    for order in ["B1 B2 R2 R1 M2 W2 W1 M1 C1 P1 F1 C2 P2 F2", "B1 W1 C1 B2 P1 R1 M1 F1 W2 C2 R2 P2 M2 F2"] {
      #expect(try await heardTogether(.given(order)) == order)
    }
  }

  private func heardTogether(_ order: Order) async throws -> String {
    var setup = CaptureBench.Setup()
    setup.order = order
    setup.audio = nil
    let bench = try await CaptureBench(setup)
    try bench.output.setResponsiveCaptureEnabled(true)
    try await bench.run("60v v* 2v v* 150v")
    return bench.delegate.timeline
  }

  @Test(
    "an order of its own is every capture's, whatever it has; a stop ends the waiting for captures that never begin")
  func givenOrders() async throws {
    var setup = CaptureBench.Setup()
    setup.order = try .given("B R M W C P F")
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v! 10v v* 120v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 F1 B2 R2 M2 W2 C2 P2 F2")
    // A stop in the middle: errors come in the order, too.
    try await bench.run("10v v* 10v |")
    #expect(CaptureStep.course(of: 3, in: bench.delegate.timeline) == "B R M! W C P F!")
    setup.order = try .given("B1 W1 B2 C1 P1 R1 M1 F1 W2 C2 P2 R2 M2 F2")
    let waiting = try await CaptureBench(setup)
    try await waiting.run("60v v* 120v")
    #expect(waiting.delegate.timeline == "B1 W1")
    try await waiting.run("v |")
    #expect(waiting.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
  }

  @Test(
    "what is no order is an error with a mark",
    arguments: [
      ("", "an order has letters, as in B R M W C P F", 0), ("B X", "\"X\" is no event", 2),
      ("B W W", "W happens once", 4), ("B P C", "C is always told before P", 4),
      ("W B", "B is always told before W", 2),
      ("B F P", "P is always told before F", 4), ("B1 W", "all events have the numbers", 3), ("B W1", "all events", 2),
      ("B1 W0", "all events have the numbers", 3), ("B M R", "R is always told before M", 4),
      ("B1 B2 W2 C2 P2 W1 C1 P1", "P1 is always told before P2", 21),
    ])
  func mistakes(text: String, message: String, offset: Int) throws {
    let error = #expect(throws: TimelineError.self) { try Order.given(text) }
    #expect(error?.message.contains(message) == true && error?.offset == offset, "\(error.map { "\($0)" } ?? "")")
    #expect("\(try #require(error))".hasSuffix("^"))
  }

  /// Saves the pair when the movie comes, as if the photo had to be there by then.
  private final class SavesWithMovie: DelegateCallReceiver, PhotoProcessingDelegate, LivePhotoCaptureDelegate {
    private let state = Mutex((hasStill: false, savedPairs: 0))
    var savedPairs: Int { state.withLock { $0.savedPairs } }

    func receive(_ call: DelegateCall, from output: PhotoOutput) {
      state.withLock { state in
        if call.step == .didProcessPhoto { state.hasStill = true }
        if call.step == .didProcessMovie, state.hasStill { state.savedPairs += 1 }
      }
    }
  }

  @Test("an app that saves when the movie comes fails within ten seeds")
  func mutant() async throws {
    var failures: [UInt64] = []
    for seed in UInt64(0)..<10 {
      let bench = try await AppBench(order: .shuffled(seed: seed)) { try await PlainApp($0) }
      let delegate = SavesWithMovie()
      try await bench.run { try await $0.session.startRunning() }
      await bench.pass(.seconds(2))
      try bench.app.output.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "a.mov"), delegate: delegate)
      await bench.pass(.seconds(8))
      if delegate.savedPairs != 1 { failures.append(seed) }
    }
    #expect(failures.count >= 2, "seeds that find it: \(failures)")
  }
}

/// A session with a camera, a microphone and an output: the least that an app has.
final class PlainApp: Sendable {
  let session: CaptureSession
  let output = PhotoOutput()

  init(_ world: AppBench<PlainApp>.World) async throws {
    session = try await .plain(world.system, world.environment, output)
  }
}

extension CaptureSession {
  /// A session with the first camera, the first microphone and an output that takes Live Photos.
  static func plain(
    _ system: DeviceSystem, _ environment: CaptureEnvironment, _ output: PhotoOutput
  ) async throws -> CaptureSession {
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: environment)
    try await session.setSessionPreset(.photo)
    for mediaType in [MediaType.video, .audio] {
      guard let device = system.defaultDevice(for: mediaType) else { continue }
      try await session.addInput(try DeviceInput(device, of: system))
    }
    try await session.addOutput(output)
    try output.setLivePhotoCaptureEnabled(true)
    return session
  }
}
