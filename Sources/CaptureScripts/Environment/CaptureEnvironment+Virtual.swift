public import FileStorage
public import LiveCapture
import MediaCore
public import Simulator
import Synchronization

extension CaptureEnvironment {
  /// Returns a deterministic environment: virtual time and dates, identifiers that are counted from `firstIdentifier`
  /// on, and one processor for encoders by default. All sessions on a clock share one ``/LiveCapture/SteppedWork``,
  /// unless a `scheduler` is given; tasks of the app that it starts or resumes are pieces of its work. The default
  /// codecs read no pictures; pass `media` for others.
  public static func virtual(
    clock: VirtualClock, files: any FileStore = MemoryFiles(), scheduler: (any WorkScheduler)? = nil,
    profile: CaptureProfile = CaptureProfile(), order: CaptureProfile.Order = .nominal, media: CaptureMedia = .null,
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
    let run = VirtualRun.of(clock)
    environment.scheduler = scheduler ?? run.use()
    environment.eventOrder = order.ordering
    environment.witness = { [weak run] in run?.tell($0) }
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
