public import FileStorage
public import LiveCapture
import MediaCore
public import Simulator
import Synchronization

extension CaptureEnvironment {
  /// Returns an environment in which nothing is left to chance or to the machine: virtual time, the calendar that belongs
  /// to it, identifiers that are counted from `firstIdentifier` on, and one processor for encoders that are not told
  /// otherwise. `scheduler` is ``LiveCapture/SteppedWork`` if none is given, and codecs look at no picture unless `media`
  /// are others.
  public static func virtual(
    clock: VirtualClock, files: any FileStore = MemoryFiles(), scheduler: (any WorkScheduler)? = nil,
    profile: CaptureProfile = CaptureProfile(), shuffle: EventShuffle? = nil, media: CaptureMedia = .null,
    firstIdentifier: UInt64 = 0
  ) -> CaptureEnvironment {
    let drawn = Mutex(firstIdentifier)
    var environment = CaptureEnvironment(
      clock: clock, wallClock: FixedWallClock(), files: files, media: media,
      makePairIdentifier: {
        let number = drawn.withLock { drawn in
          drawn &+= 1
          return drawn
        }
        var numbers = Multiples(of: number)
        return PairIdentifier(using: &numbers)
      })
    environment.scheduler = scheduler ?? SteppedWork()
    environment.eventDelay = shuffle?.delays
    environment.profile = profile
    environment.processorCount = 1
    environment.isCPUIndependent = true
    return environment
  }

  /// Numbers that differ from one identifier to the next, and not from run to run.
  private struct Multiples: RandomNumberGenerator {
    private var value: UInt64

    init(of number: UInt64) { value = number &* 0x9e37_79b9_7f4a_7c15 }

    mutating func next() -> UInt64 {
      value &*= 0xd134_2543_de82_ef95
      return value
    }
  }
}
