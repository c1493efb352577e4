import Diagnostics
import FileStorage
import CaptureDevices
public import LiveCapture
import LivePhotoFiles
import MediaCore

/// Takes a number of photos with a session and puts them into a folder.
///
/// The shutter is pressed by the session's clock. ``finish()`` presses it no more and lets what has begun be
/// completed; ``abandon()`` ends that too. Either way every file is whole or not there.
public actor Shoot {
  private enum Input: Sendable {
    case press(Shutter.Press)
    case capture(CaptureEvent)
    case session(SessionEvent)
    case timings(CaptureTimings)
    case finish(leftOut: Int)
    case abandon(leftOut: Int)
  }

  /// What happens, in order; ends when the shoot has ended. For one reader.
  public nonisolated let events: AsyncStream<ShootEvent>
  private nonisolated let continuation: AsyncStream<ShootEvent>.Continuation
  private nonisolated let inputs: AsyncStream<Input>
  private nonisolated let inputContinuation: AsyncStream<Input>.Continuation

  private let session: CaptureSession
  private let output: PhotoOutput
  private let files: any FileStore
  private let options: ShootOptions
  private let shutter: Shutter
  private var reservations: [CaptureID: PairNames.Reservation] = [:]
  // What is heard of a capture before its press is: the two come by different ways.
  private var early: [CaptureID: [CaptureEvent]] = [:]
  private var failed: Set<CaptureID> = []
  private let movies: HeldMovies?
  // For Motion Photos: the stills of captures that are not over.
  private var stills: [CaptureID: CapturePhoto] = [:]
  private var liveCount = 0
  // Where something is measured.
  private var timer: ShootTimer?
  private var hasStopped = false
  private var remaining: Int
  private var result: ShootResult

  /// A shoot with a session that has its devices and `output`, and is not running yet.
  ///
  /// With `movies`, which must be where the session's environment writes its files, Live Photos become Motion Photos,
  /// beside their pair or instead of it. A half whose other half has failed is a file of its own either way.
  /// - Throws: `FileStoreError` when the folder cannot be used.
  public init(
    session: CaptureSession, output: PhotoOutput, environment: CaptureEnvironment, options: ShootOptions,
    movies: HeldMovies? = nil
  ) throws {
    self.movies = movies
    self.session = session
    self.output = output
    self.options = options
    files = movies?.files ?? environment.files
    timer = environment.stageClock.map { ShootTimer(stageClock: $0, clock: environment.clock) }
    remaining = options.count
    result = ShootResult(requested: options.count)
    (events, continuation) = AsyncStream.makeStream()
    let (inputs, inputContinuation) = AsyncStream.makeStream(of: Input.self)
    (self.inputs, self.inputContinuation) = (inputs, inputContinuation)
    shutter = Shutter(
      clock: environment.clock, output: output,
      names: try PairNames(folder: options.folder, photoCodec: options.photoCodec),
      options: options
    ) { inputContinuation.yield(.press($0)) }
  }

  /// Runs the shoot from start to end. Call it once.
  /// - Throws: `CaptureError` when the session does not start.
  public func run() async throws -> ShootResult {
    if options.isLive { try await enableLive() }
    output.maxPhotoQualityPrioritization = options.quality
    if options.deferred != nil { try output.setAutoDeferredPhotoDeliveryEnabled(true) }
    let listeners = listen()
    defer {
      for listener in listeners { listener.cancel() }
      continuation.finish()
    }
    // Asked for before the start: whoever hears that the session runs knows that the shutter is set.
    let delay = options.delay ?? session.configuration.preRoll
    await session.whenFrame { [shutter] firstFrame in shutter.start(at: firstFrame + delay) }
    try await session.startRunning()
    for await input in inputs {
      await handle(input)
      if remaining == 0, reservations.isEmpty, timer?.isIdle ?? true { break }
    }
    try await session.stopRunning()
    // What the session says last, such as why the camera failed, comes by another way than its captures' ends.
    if !hasStopped {
      for await input in inputs {
        await handle(input)
        if hasStopped { break }
      }
    }
    return result
  }

  private func enableLive() async throws {
    for device in await session.connections.map(\.input.device) {
      guard let slow = device.activeFormat, !slow.isHighestPhotoQualitySupported,
        let interval = slow.frameDurations.first
      else { continue }
      throw DeviceError(
        .unsupportedMode, device: device.uniqueID,
        message:
          "\(slow) comes \((1 / interval.seconds * 10).rounded() / 10) times a second, and a Live Photo takes 10 frames "
          + "a second or more. Ask for another size, rate or pixel format, or take stills alone.")
    }
    // Where they are not supported for another reason, each press is refused and says why.
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
  }

  /// Takes no more photos from now on; those under way are completed.
  public nonisolated func finish() { inputContinuation.yield(.finish(leftOut: shutter.cancel())) }

  /// Ends at once; what is not complete is given up.
  public nonisolated func abandon() { inputContinuation.yield(.abandon(leftOut: shutter.cancel())) }

  private func listen() -> [Task<Void, Never>] {
    let (captures, happenings, timings) = (output.events, session.events, output.timings)
    return [
      Task { [inputContinuation] in for await timings in timings { inputContinuation.yield(.timings(timings)) } },
      Task { [inputContinuation] in for await event in captures { inputContinuation.yield(.capture(event)) } },
      Task { [inputContinuation] in for await event in happenings { inputContinuation.yield(.session(event)) } },
    ]
  }

  private func handle(_ input: Input) async {
    switch input {
    case .press(let press): handle(press)
    case .capture(let event): handle(event)
    case .session(let event): handle(event)
    case .timings(let timings): tell(timer?.hear(timings))
    case .finish(let leftOut):
      result.wasInterrupted = true
      remaining -= leftOut
    case .abandon(let leftOut):
      result.wasInterrupted = true
      result.wasAbandoned = result.wasAbandoned || !reservations.isEmpty
      remaining -= leftOut
      // The captures end with errors, which are heard like any other.
      Task { [session] in try? await session.stopRunning() }
    }
  }

  private func handle(_ press: Shutter.Press) {
    remaining -= 1
    switch press {
    case .began(let id, let reservation):
      reservations[id] = reservation
      timer?.begin(id, name: reservation.name)
      result.begun += 1
      for event in early.removeValue(forKey: id) ?? [] { handle(event) }
    case .refused(let error, let reservation):
      if let reservation { shutter.release(reservation) }
      result.failures.append(error)
      continuation.yield(.refused(name: reservation?.name ?? options.folder, error: error))
    }
  }

  private func handle(_ event: SessionEvent) {
    continuation.yield(.session(event))
    switch event {
    case .videoDidFail(let error, _):
      remaining -= shutter.cancel()
      // Captures that were under way have reported the failure themselves, or will.
      if reservations.isEmpty, !result.failures.contains(where: { $0.code == .deviceFailed }) {
        result.failures.append(CaptureError(.deviceFailed, context: error.device, message: error.description))
      }
    case .audioDidFail(let error, _):
      continuation.yield(.notice("The microphone has failed, movies are silent from here on: \(error)"))
    case .cameraClockDidJump(let step, _):
      continuation.yield(
        .notice("The camera's clock has jumped by \(step.seconds) s; the shoot goes on by the session's clock."))
    case .didChooseEncoding(let choice, _): continuation.yield(.notice(choice.description))
    case .runtimeError(let error, _): continuation.yield(.notice("The session cannot go on: \(error)"))
    // Lost cameras end a shoot; nothing else interrupts its session.
    case .didStartRunning, .wasInterrupted, .interruptionEnded: break
    case .didStopRunning: hasStopped = true
    }
  }

  private func handle(_ event: CaptureEvent) {
    let id = event.resolvedSettings.uniqueID
    guard let reservation = reservations[id] else {
      early[id, default: []].append(event)
      return
    }
    // What is done on hearing of it is the delegate's part; writing files is another.
    let recorder = timer?.recorder(of: id)
    let (start, written) = (recorder?.clock.now, recorder?.profile[.write])
    follow(event, reservation)
    if let recorder, let start, let written {
      recorder.add(since: start, to: .delegate, without: .write, before: written)
    }
    if case .didFinishCapture = event { tell(timer?.end(id)) }
  }

  private func tell(_ done: ShootTimer.Done?) {
    if let done { continuation.yield(.timings(done.timings, name: done.name)) }
  }

  private func follow(_ event: CaptureEvent, _ reservation: PairNames.Reservation) {
    let id = event.resolvedSettings.uniqueID
    // Counted along with the events: the output's own count may be ahead of them.
    switch event {
    case .willBeginCapture(let settings, _) where settings.isLive: liveCount += 1
    case .didFinishRecordingMovie: liveCount -= 1
    default: break
    }
    continuation.yield(.capture(told(event), name: reservation.name, live: liveCount))
    if event.error != nil { failed.insert(id) }
    switch event {
    case .willBeginCapture(let settings, _): warnOfShortPreRoll(settings, name: reservation.name)
    case .didFinishProcessingPhoto(let photo, _, _):
      if movies != nil, photo.resolvedSettings.isLive, !photo.isRawPhoto { stills[id] = photo }
      if photo.isRawPhoto || !holdsPair(photo.resolvedSettings) { save(photo, reservation) }
    case .didFinishCapturingProxy(let proxy?, _, _, _): save(proxy.photo, reservation, isProxy: true)
    case .didFinishProcessingMovie(let movie, _, _, _): warnOfLoss(movie, name: reservation.name)
    case .didFinishCapture(let settings, let error, _):
      if let movies { makeMotionPhoto(settings, reservation, movies) }
      finished(id, reservation, error)
    default: break
    }
  }

  /// What is told of an event must not keep stills in memory, however slowly somebody reads, nor name a file that is
  /// not there.
  private func told(_ event: CaptureEvent) -> CaptureEvent {
    switch event {
    case .didFinishProcessingPhoto(let photo, let error, let time):
      .didFinishProcessingPhoto(photo.withoutFileData(), error: error, at: time)
    case .didFinishCapturingProxy(let proxy, let settings, let error, let time):
      .didFinishCapturingProxy(
        proxy.map { DeferredPhotoProxy(photo: $0.photo.withoutFileData()) }, settings, error: error, at: time)
    case .didFinishProcessingMovie(let movie, let settings, let error, let time) where holdsPair(settings):
      .didFinishProcessingMovie(movie?.withoutPath(), settings, error: error, at: time)
    default: event
    }
  }

  /// Whether a capture's still and movie are no files of their own.
  private func holdsPair(_ settings: ResolvedPhotoSettings) -> Bool {
    settings.isLive && movies?.leavesFiles == false
  }

  private func warnOfLoss(_ movie: CapturedMovie?, name: String) {
    guard let movie, movie.droppedFrameCount * 10 > movie.frameCount else { return }
    continuation.yield(
      .notice(
        "\(name): \(movie.droppedFrameCount) frames are missing among \(movie.frameCount); the camera or this machine "
          + "does not keep up: choose a smaller size or rate."))
  }

  private func warnOfShortPreRoll(_ settings: ResolvedPhotoSettings, name: String) {
    let wanted = session.configuration.preRoll
    guard settings.isLive, wanted - settings.availablePreRoll > session.shortPreRollTolerance else { return }
    let held = (settings.availablePreRoll.seconds * 1000).rounded() / 1000
    continuation.yield(
      .notice(
        "\(name): the movie begins only \(held) s before the shutter instead of \(wanted.seconds) s, "
          + "because the camera has not run for longer, or its ring may not hold more megabytes."))
  }

  private func save(_ photo: CapturePhoto, _ reservation: PairNames.Reservation, isProxy: Bool = false) {
    guard let bytes = photo.fileDataRepresentation() else { return }
    let path =
      isProxy
      ? reservation.proxyPath : reservation.path(exposure: exposure(of: photo), isRaw: photo.isRawPhoto)
    do {
      let id = photo.resolvedSettings.uniqueID
      try (timer?.recorder(of: id)).measure(.write) {
        try files.create(path) { write in try bytes.withUnsafeBytes(write) }
      }
      timer?.mark(.stillSaved, of: id)
      let told = photo.withoutFileData()
      continuation.yield(
        isProxy
          ? .proxySaved(told, name: reservation.name, path: path, byteCount: bytes.count)
          : .photoSaved(told, name: reservation.name, path: path, byteCount: bytes.count))
    } catch {
      let failure = CaptureError(
        .writingFailed, context: path, message: "the still could not be written", underlying: error)
      note(failure, of: photo.resolvedSettings)
      continuation.yield(
        .photoNotSaved(name: reservation.name, error: failure, resolvedSettings: photo.resolvedSettings))
    }
  }

  /// Which exposure of a bracket a photo is, from 1, whatever the profile counts; 0 outside brackets.
  private func exposure(of photo: CapturePhoto) -> Int {
    guard !options.bracket.isEmpty else { return 0 }
    return (photo.photoCount - 1) / (options.raw == .besideStill ? 2 : 1) + 1
  }

  /// Makes the Motion Photo of a capture that is over, if it has both halves; a half that was held back becomes a file
  /// when there is none.
  private func makeMotionPhoto(
    _ settings: ResolvedPhotoSettings, _ reservation: PairNames.Reservation, _ movies: HeldMovies
  ) {
    let still = stills.removeValue(forKey: settings.uniqueID)
    let movie = movies.take(reservation.moviePath)
    if let bytes = still?.fileDataRepresentation(), let movie {
      do {
        let path = reservation.motionPhotoPath
        let count = try (timer?.recorder(of: settings.uniqueID)).measure(.write) {
          try MotionPhoto.create(path, still: bytes, movie: movie, in: files)
        }
        if !movies.leavesFiles {
          // The movie that the session had written was in memory.
          timer?.mark(.stillSaved, of: settings.uniqueID)
          timer?.mark(.movieComplete, of: settings.uniqueID)
        }
        continuation.yield(
          .motionPhotoSaved(name: reservation.name, path: path, byteCount: count, resolvedSettings: settings))
        return
      } catch {
        let failure = CaptureError(
          .writingFailed, context: reservation.motionPhotoPath, message: "the Motion Photo could not be made",
          underlying: error)
        note(failure, of: settings)
        continuation.yield(
          .motionPhotoNotSaved(name: reservation.name, error: failure, resolvedSettings: settings))
      }
    }
    guard !movies.leavesFiles else { return }
    if let still { save(still, reservation) }
    guard let movie else { return }
    do {
      try files.create(reservation.moviePath) { write in try movie.withUnsafeBytes(write) }
    } catch {
      note(
        CaptureError(
          .writingFailed, context: reservation.moviePath, message: "the movie could not be written", underlying: error),
        of: settings)
    }
  }

  private func note(_ failure: CaptureError, of settings: ResolvedPhotoSettings) {
    failed.insert(settings.uniqueID)
    result.failures.append(failure)
  }

  private func finished(_ id: CaptureID, _ reservation: PairNames.Reservation, _ error: CaptureError?) {
    if let error { result.failures.append(error) }
    if failed.remove(id) == nil { result.completed += 1 }
    reservations[id] = nil
    shutter.release(reservation)
  }
}
