import Diagnostics
import Dispatch
import MediaCore
import Synchronization

/// Libraries that are loaded when a capture first needs them, or ahead of it.
enum CaptureLibrary: Sendable, Hashable {
  /// libheif, for HEIC stills.
  case heic
  /// The library that a movie's encoder needs: libx265 for HEVC, none for H.264.
  case movie(VideoCodec)
  case aac(AudioEncoder)

  /// Loads it, unless it is loaded already. On any thread; it takes milliseconds to tenths of a second.
  /// - Throws: ``CaptureError`` with `.preparationFailed`.
  func load(_ media: CaptureMedia) throws(CaptureError) {
    do throws(CodingError) {
      switch self {
      case .heic: try media.stills.prepare(.heic)
      case .movie(let codec): try media.movies.prepare(codec)
      case .aac(let encoder): try media.sound.prepare(encoder)
      }
    } catch {
      throw CaptureError(
        .preparationFailed, context: error.context,
        message: "captures with such settings would fail. \(error.message)", underlying: error)
    }
  }
}

extension CaptureMedia {
  /// The refusal of what this machine has no codec for, with the error of loading it, which says what is to be
  /// installed.
  ///
  /// Other errors stay as they are. On any thread; a library that is there after all takes its time.
  func reasoned(
    _ refusal: CaptureError, photo: PhotoCodec? = nil, movie: VideoCodec? = nil, sound: AudioEncoder? = nil
  ) -> CaptureError {
    let library: CaptureLibrary? =
      switch refusal.rule {
      case .formatIsAvailable: photo == .heic && !stills.codecs.contains(.heic) ? .heic : nil
      case .movieCodecIsAvailable: movie.map { .movie($0) } ?? sound.map { .aac($0) }
      case .liveIsEnabled, .featureIsSupported: sound.map { .aac($0) }
      default: nil
      }
    do throws(CaptureError) { try library?.load(self) } catch {
      return CaptureError(
        refusal.code, context: refusal.context, message: refusal.message, underlying: error.underlying,
        rule: refusal.rule, avErrorCode: refusal.avErrorCode)
    }
    return refusal
  }
}

extension PhotoOutput {
  /// Apart from the queues that frames, stills and movies are on, and behind them.
  private static let loader = DispatchQueue(label: "livecam.photo-output.loader", qos: .utility)

  /// The settings that the output was asked to be ready for; by default an ordinary still.
  public var preparedPhotoSettingsArray: [PhotoSettings] { state.withLock { $0.preparation.settings } }

  /// Prepares the output for captures with the given settings, so that the first is not delayed. Preparing is optional.
  ///
  /// A first capture is delayed by the libraries that it loads: libheif for HEIC stills (not for those that are
  /// deferred), x265 for HEVC movies, the encoder of a movie's sound as AAC. They are loaded in the background. An
  /// ordinary JPEG, RAW, and H.264 need none. Encoders and their buffers, which depend on the frame size, are created
  /// for each stretch of footage and are not prepared.
  ///
  /// `handler` is called once, on ``delegateQueue``. It receives `true` when all is ready: if the session does not run,
  /// when it does, and inside a configuration, after its commit. It receives `false` and an error (`preparationFailed`,
  /// −11834) when a library cannot be loaded. When preparing is asked for again before that, it is called at once with
  /// `false`. The preparation lasts across stops, and covers inputs that are added later. An empty array cancels it;
  /// libraries that are loaded stay in memory, as codecs cannot be unloaded.
  public func setPreparedPhotoSettingsArray(
    _ settings: [PhotoSettings],
    handler: @escaping @Sendable (_ isPrepared: Bool, _ error: CaptureError?) -> Void = { _, _ in }
  ) {
    let session = membership.session
    let superseded = state.withLock { state in
      defer { state.preparation.waiting = handler }
      state.preparation.settings = settings
      state.preparation.number += 1
      return state.preparation.waiting
    }
    if let superseded { tell(superseded, false, in: session) }
    session?.sync { SessionHands.prepare(self, in: $0) }
  }

  /// The session runs, and no configuration is open: loads what is missing, or calls whoever waits.
  func prepare(_ libraries: [CaptureLibrary], in session: CaptureSession) {
    let wanted = state.withLock { state -> (number: Int, missing: [CaptureLibrary])? in
      let number = state.preparation.number
      // Once they are there, this is asked again.
      guard state.preparation.loading != number else { return nil }
      let missing = libraries.filter { !state.preparation.loaded.contains($0) }
      if !missing.isEmpty { state.preparation.loading = number }
      return (number, missing)
    }
    guard let (number, missing) = wanted else { return }
    guard !missing.isEmpty else {
      let handler = state.withLock { $0.preparation.waiting.take() }
      if let handler { tell(handler, true, in: session) }
      return
    }
    session.scheduler.run(on: Self.loader) { [weak session, media = session.environment.media] in
      var failure: CaptureError?
      do throws(CaptureError) {
        for library in missing {
          try library.load(media)
          self.state.withLock { _ = $0.preparation.loaded.insert(library) }
        }
      } catch { failure = error }
      self.loadingDidEnd(number, failure, in: session)
    }
  }

  private func loadingDidEnd(_ number: Int, _ error: CaptureError?, in session: CaptureSession?) {
    let handler: PhotoPreparation.Handler? = state.withLock { state in
      if state.preparation.loading == number { state.preparation.loading = nil }
      // Who has asked again is told what comes of that.
      return error != nil && state.preparation.number == number ? state.preparation.waiting.take() : nil
    }
    if let handler { return tell(handler, false, error, in: session) }
    // The session may have been stopped, or been given other inputs meanwhile.
    if error == nil { session?.enter { SessionHands.prepare(self, in: $0) } }
  }

  private func tell(
    _ handler: @escaping PhotoPreparation.Handler, _ isPrepared: Bool, _ error: CaptureError? = nil,
    in session: CaptureSession?
  ) {
    guard let session else { return delegateQueue.async { handler(isPrepared, error) } }
    session.scheduler.run(on: delegateQueue) { handler(isPrepared, error) }
  }
}
