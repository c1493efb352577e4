import Simulator

/// The course of an emulation: the frames of a stream that are at fault, and the times after the first frame's start at
/// which the camera comes and goes.
struct EmulationCourse {
  /// A frame that something is wrong with, by its place in a stream.
  struct Fault {
    let frame: UInt64
    let fault: FrameFault
    /// The number of bytes that are left of the frame, where it is truncated.
    let byteCount: Int
  }

  struct Plug {
    let timeNanoseconds: Int64
    let isConnected: Bool
    let number: Int
    /// Indicates whether the fixture goes on from here: a stream joins in instead of beginning anew.
    let goesOn: Bool
  }

  /// The faults, in the order of the frames.
  private(set) var faults: [Fault] = []
  /// The comings and goings of the camera, in the order of time.
  private(set) var plugs: [Plug] = []

  private let frames: [EmulationFrames.Entry]
  /// The length of a round in nanoseconds, if the fixture is repeated.
  private let periodNanoseconds: Int64?
  /// The largest number of faults that are planned: two days of frames.
  private static let faultLimit = 1_000_000

  init(
    _ frames: EmulationFrames, periodNanoseconds: Int64?, options: EmulationOptions, deviceEvents: [FixtureDeviceEvent],
    instances: Set<Int> = []
  ) {
    self.frames = frames.entries
    self.periodNanoseconds = periodNanoseconds
    var kinds: [UInt64: FrameFault] = [:]
    for (index, frame) in frames.entries.enumerated() where frame.isFlagged { kinds[UInt64(index)] = .errorFlag }
    var changes: [(nanoseconds: Int64, isConnected: Bool, number: Int?, goesOn: Bool)] = []
    if periodNanoseconds == nil {
      var instance = 0
      for event in deviceEvents where event.kind == .camera {
        if event.isConnected { instance += 1 }
        changes.append(
          (event.arrivalNanoseconds, event.isConnected, nil, event.isConnected && instances.contains(instance)))
      }
    }
    for step in options.steps {
      switch step.action {
      case .unplug: changes.append((nanoseconds(of: step.moment), false, nil, false))
      case .replug(let number): changes.append((nanoseconds(of: step.moment), true, number, false))
      case .spoil(let fault, let count): mark(fault, count, from: step.moment, in: &kinds)
      }
    }
    faults = kinds.sorted { $0.key < $1.key }.map { place, fault in
      let frame = frames.entries[Int(place % UInt64(frames.entries.count))]
      return Fault(frame: place, fault: fault, byteCount: frame.byteCount / 2)
    }
    var (number, isConnected) = (options.number, true)
    let ordered = changes.enumerated().sorted {
      ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset)
    }
    for (_, change) in ordered {
      // Plugged in twice is plugged in; another number, though, is another place.
      guard change.isConnected != isConnected || (change.number ?? number) != number else { continue }
      number = change.number ?? number
      isConnected = change.isConnected
      plugs.append(
        Plug(timeNanoseconds: change.nanoseconds, isConnected: isConnected, number: number, goesOn: change.goesOn))
    }
  }

  private func mark(
    _ fault: FrameFault, _ count: Int, from moment: EmulationStep.Moment, in kinds: inout [UInt64: FrameFault]
  ) {
    let first: UInt64
    switch moment {
    case .time(let time): first = place(atNanoseconds: time)
    case .frame(let number): first = UInt64(max(0, number))
    }
    let free = max(0, Self.faultLimit - kinds.count)
    for place in first..<first + UInt64(min(max(0, count), free)) { kinds[place] = fault }
  }

  /// The first frame that comes at a time or after.
  private func place(atNanoseconds time: Int64) -> UInt64 {
    var (round, rest) = (Int64(0), time)
    if let periodNanoseconds { (round, rest) = time.quotientAndRemainder(dividingBy: periodNanoseconds) }
    let inRound = frames.firstIndex { $0.arrivalNanoseconds >= rest } ?? frames.count
    return UInt64(round) * UInt64(frames.count) + UInt64(inRound)
  }

  /// A moment in time; behind a frame, before the next one would come.
  private func nanoseconds(of moment: EmulationStep.Moment) -> Int64 {
    switch moment {
    case .time(let time): return time
    case .frame(let number):
      guard number > 0 else { return 0 }
      func arrival(_ place: Int) -> Int64 {
        let (round, index) = place.quotientAndRemainder(dividingBy: frames.count)
        return frames[index].arrivalNanoseconds + Int64(round) * (periodNanoseconds ?? 0)
      }
      let last = arrival(number - 1)
      return last + max(1, (arrival(number) - last) / 2)
    }
  }
}
