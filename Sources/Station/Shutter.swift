import LiveCapture
import MediaCore
import Synchronization

/// Presses the shutter at given instants of the session's clock.
///
/// Everything happens inside the clock's own calls, so that a virtual clock waits for it.
final class Shutter: Sendable {
  /// What came of one press.
  enum Press: Sendable {
    case began(CaptureID, PairNames.Reservation)
    case refused(CaptureError, PairNames.Reservation?)
  }

  private struct State {
    let names: PairNames
    var first = MediaTime.invalid
    var pressed = 0
    var isCancelled = false
    var scheduled: (any ScheduledAction)?
    var preparation: (any ScheduledAction)?
  }

  /// How long before the first press what it needs is loaded: long enough on a busy machine. Until then a shoot that is
  /// armed for hours keeps no library in memory; libavcodec alone takes 16 MB.
  static let preparationLead = MediaTime(value: 2, timescale: 1)

  private let state: Mutex<State>
  private let clock: any MediaClock
  private let output: PhotoOutput
  private let options: ShootOptions
  private let report: @Sendable (Press) -> Void

  init(
    clock: any MediaClock, output: PhotoOutput, names: sending PairNames, options: ShootOptions,
    report: @escaping @Sendable (Press) -> Void
  ) {
    self.clock = clock
    self.output = output
    self.options = options
    self.report = report
    state = Mutex(State(names: names))
  }

  /// Presses for the first time at `first`, then at every interval.
  func start(at first: MediaTime) {
    state.withLock { state in
      state.first = first
      guard !state.isCancelled else { return }
      state.preparation = clock.schedule(at: first - Self.preparationLead) { [weak self] in self?.prepare() }
    }
    scheduleNext()
  }

  /// Has the output load what the first press needs. What cannot be loaded is told by the captures that fail.
  private func prepare() {
    // Not the next identifier: captures are counted without gaps.
    let moviePath = options.folder + "/prepared.MOV"
    guard let settings = try? settings(CaptureID(rawValue: 0), moviePath: moviePath, at: nil) else { return }
    output.setPreparedPhotoSettingsArray([settings])
  }

  /// Presses no more; returns how many presses are left out.
  func cancel() -> Int {
    state.withLock { state in
      state.isCancelled = true
      state.scheduled?.cancel()
      state.preparation?.cancel()
      defer { state.pressed = options.count }
      return options.count - state.pressed
    }
  }

  func release(_ reservation: PairNames.Reservation) { state.withLock { $0.names.release(reservation) } }

  private func scheduleNext() {
    state.withLock { state in
      guard !state.isCancelled, state.pressed < options.count else { return }
      let offset = MediaTime(nanoseconds: options.interval.nanoseconds * Int64(state.pressed))
      state.scheduled = clock.schedule(at: state.first + offset) { [weak self] in self?.press() }
    }
  }

  private func press() {
    let shutterTime = clock.now
    let reservation: Result<PairNames.Reservation, any Error>? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.pressed += 1
      return Result { try state.names.reserve() }
    }
    switch reservation {
    case nil: return
    case .failure(let error)?:
      report(
        .refused(
          CaptureError(
            .writingFailed, context: options.folder, message: "the folder cannot take another photo", underlying: error),
          nil))
    case .success(let reservation)?: press(reservation, at: shutterTime)
    }
    scheduleNext()
  }

  private func press(_ reservation: PairNames.Reservation, at shutterTime: MediaTime) {
    do throws(CaptureError) {
      let settings = try settings(.next(), moviePath: reservation.moviePath, at: shutterTime)
      options.deferred?.name(settings.uniqueID, reservation.name)
      report(.began(try output.capturePhoto(with: settings), reservation))
    } catch {
      report(.refused(error, reservation))
    }
  }

  private func settings(
    _ id: CaptureID, moviePath: String, at shutterTime: MediaTime?
  ) throws(CaptureError) -> PhotoSettings {
    let format = options.raw == .alone ? nil : PhotoFormat(codec: options.photoCodec)
    var raw: PixelFormat?
    if options.raw != .none {
      guard let first = output.availableRawPhotoPixelFormatTypes.first else {
        throw CaptureError(
          .invalidSettings, context: "RAW",
          message: "the camera delivers no sensor samples in this mode; choose a Bayer format, or leave RAW out")
      }
      raw = first
    }
    var settings =
      options.bracket.isEmpty
      ? PhotoSettings(uniqueID: id, format: format, rawPixelFormat: raw)
      : try PhotoSettings(uniqueID: id, format: format, rawPixelFormat: raw, bracket: options.bracket)
    settings.shutterTime = shutterTime
    if options.isLive {
      settings.livePhotoMoviePath = moviePath
      settings.livePhotoVideoCodec = options.movieCodec
    }
    settings.flashMode = options.flashMode
    // A sensor's own samples are taken as they are.
    settings.photoQualityPrioritization = raw == nil ? options.quality : .speed
    return settings
  }
}
