import Diagnostics
import MediaCore

/// Recordings whose end has not been told, in the order in which they began: what becomes of each, and when.
///
/// ```
/// recording ──stop, maximum duration──► stopping ──all samples there──► finishing ──file ended──► (told)
///     │                                     │                               ▲
///     └───── its camera, its picture or the session ends, file full ────────┘
/// ```
struct Recordings {
  typealias ID = Int

  /// The order for a recording, with the facts of the instant of the call.
  struct Order {
    let path: String
    let output: ObjectIdentifier
    let connections: [ObjectIdentifier]
    let isConnected: Bool
    /// The lane of the connected camera; `nil` unless the session runs and the camera delivers.
    let camera: ObjectIdentifier?
    let hasSound: Bool
    let maximumDuration: MediaTime?
    let isTaken: Bool
    let isWritable: Bool
  }

  enum Action {
    /// Tell that the first frame was taken, and let it have the microphone's sound, what the ring holds included.
    /// Report ``Recordings/reachedMaximum(_:at:)`` once a frame of the instant `maximum` or later is in the ring.
    case begin(ID, hasSound: Bool, maximum: MediaTime?)
    case removeSound(ID)
    /// Take no frame from an instant on, and free the output. Report ``Recordings/arrived(_:of:)`` for each medium.
    case stop(ID, at: MediaTime, [LaneMedium])
    /// Take it off its lanes, free its output, and complete its file; the last picture is shown no longer than `at`.
    case finish(ID, at: MediaTime?, isKept: Bool)
    /// Tell the end, and forget the recording.
    case tellEnd(ID, RecordedMovie?, CaptureError?)
  }

  private enum State {
    case recording
    /// The recording is to end at an instant, and samples from before are still on their way.
    case stopping(at: MediaTime, waitingFor: Set<LaneMedium>)
    case finishing
  }

  private struct Recording {
    let id: ID
    let order: Order
    var hasSound: Bool
    var state = State.recording
    /// The error that ended the recording; `nil` unless something other than a call did.
    var ending: CaptureError?

    var isFinishing: Bool { if case .finishing = state { true } else { false } }

    var isRecording: Bool { if case .recording = state { true } else { false } }
  }

  private let keepsEndedEarly: Bool
  private var open: [Recording] = []
  private var last = 0

  /// No recordings. `endedEarly` says what becomes of one that something else than its own end has ended.
  init(endedEarly: CaptureProfile.EndedMovie) { keepsEndedEarly = endedEarly == .isKept }

  var isEmpty: Bool { open.isEmpty }

  /// Begins a recording; a failure is to be told to the delegate.
  /// - Throws: ``CaptureError`` naming a rule, or with `.recordingInProgress`; then nothing is told.
  mutating func begin(_ order: Order) throws(CaptureError) -> Result<ID, CaptureError> {
    guard order.isConnected else { throw CaptureError.notConnected }
    let path = order.path
    guard !path.isEmpty, !path.hasSuffix("/"), !path.contains("://") else {
      throw CaptureError(
        breaking: .moviePathIsReachable, context: path, "name a file by its path, not a folder or a URL")
    }
    guard !open.contains(where: { $0.order.output == order.output && $0.isRecording }) else {
      throw CaptureError(
        .recordingInProgress, context: path, message: "the output records already; call stopRecording first")
    }
    if var error = refusal(of: order) {
      error.recordingSuccessfullyFinished = false
      return .failure(error)
    }
    last += 1
    open.append(Recording(id: last, order: order, hasSound: order.hasSound))
    return .success(last)
  }

  private func refusal(of order: Order) -> CaptureError? {
    if order.camera == nil { return .notRunning }
    if order.isTaken {
      return CaptureError(.fileExists, context: order.path, message: "a file of this name exists already")
    }
    if !order.isWritable {
      return CaptureError(
        .writingFailed, context: order.path, message: "there is no such folder, or it cannot be written to")
    }
    return nil
  }

  /// The first frame has come: the sound that goes with it is in the ring, or on its way.
  mutating func began(_ id: ID, at begin: MediaTime) -> [Action] {
    guard let recording = open.first(where: { $0.id == id }), !recording.isFinishing else { return [] }
    return [.begin(id, hasSound: recording.hasSound, maximum: recording.order.maximumDuration.map { begin + $0 })]
  }

  mutating func stop(_ output: ObjectIdentifier, at now: MediaTime) -> [Action] {
    open.indices.filter { open[$0].order.output == output && open[$0].isRecording }.flatMap { stop($0, at: now) }
  }

  mutating func reachedMaximum(_ id: ID, at end: MediaTime) -> [Action] {
    guard let place = place(of: id), open[place].isRecording else { return [] }
    open[place].ending = CaptureError(
      .maximumDurationReached, context: open[place].order.path, message: "the movie is as long as it may be")
    return stop(place, at: end)
  }

  /// Ends a recording with what was taken before `end`, as soon as that is in the rings.
  private mutating func stop(_ place: Int, at end: MediaTime) -> [Action] {
    let media: [LaneMedium] = open[place].hasSound ? [.video, .audio] : [.video]
    open[place].state = .stopping(at: end, waitingFor: Set(media))
    return [.stop(open[place].id, at: end, media)]
  }

  /// All samples of a medium are there that a recording is to have.
  mutating func arrived(_ medium: LaneMedium, of id: ID) -> [Action] {
    guard let place = place(of: id), case .stopping(let end, var media) = open[place].state else { return [] }
    media.remove(medium)
    open[place].state = .stopping(at: end, waitingFor: media)
    return media.isEmpty ? finish(place) : []
  }

  /// The file is as large as it may be, or cannot be gone on with.
  mutating func endedItself(_ id: ID) -> [Action] {
    guard let place = place(of: id), !open[place].isFinishing else { return [] }
    // If it cannot be gone on with, what comes of it says why.
    if open[place].ending == nil {
      open[place].ending = CaptureError(
        .maximumFileSizeReached, context: open[place].order.path, message: "the movie's file is as large as it may be")
    }
    return finish(place)
  }

  mutating func endAll(_ error: CaptureError) -> [Action] { end(error) { _ in true } }

  mutating func cameraEnded(_ camera: ObjectIdentifier, _ error: CaptureError) -> [Action] {
    end(error) { $0.order.camera == camera }
  }

  /// The session is connected otherwise: `connections` are the present ones of each output that has any.
  mutating func connectionsChanged(_ connections: [ObjectIdentifier: [ObjectIdentifier]]) -> [Action] {
    end(Self.configurationChanged) { Set(connections[$0.order.output] ?? []) != Set($0.order.connections) }
  }

  mutating func pictureEnded(of output: ObjectIdentifier) -> [Action] {
    end(Self.configurationChanged) { $0.order.output == output }
  }

  /// No sound passes to an output any more: what is still to come is silence.
  mutating func soundEnded(of output: ObjectIdentifier) -> [Action] {
    var actions: [Action] = []
    for place in open.indices where open[place].order.output == output {
      if open[place].hasSound { actions.append(.removeSound(open[place].id)) }
      open[place].hasSound = false
      actions += arrived(.audio, of: open[place].id)
    }
    return actions
  }

  /// Ends recordings early, with an error. One that was stopped already, and waits for its last samples, ends without.
  private mutating func end(_ error: CaptureError, where isMeant: (Recording) -> Bool) -> [Action] {
    var actions: [Action] = []
    for place in open.indices where isMeant(open[place]) && !open[place].isFinishing {
      let isEarly = open[place].isRecording
      if isEarly { open[place].ending = error }
      actions += finish(place, isKept: keepsEndedEarly || !isEarly)
    }
    return actions
  }

  private mutating func finish(_ place: Int, isKept: Bool = true) -> [Action] {
    var end: MediaTime?
    if case .stopping(let time, _) = open[place].state { end = time }
    open[place].state = .finishing
    return [.finish(open[place].id, at: end, isKept: isKept)]
  }

  /// A file is complete or cannot be; `nil` for one that was not to be kept.
  mutating func finished(_ id: ID, _ result: Result<RecordedMovie, CaptureError>?) -> [Action] {
    guard let place = place(of: id) else { return [] }
    var error = open.remove(at: place).ending
    switch result {
    case .success(let movie):
      error?.recordingSuccessfullyFinished = true
      return [.tellEnd(id, movie, error)]
    case .failure(let failure):
      // Of two reasons the one for which nothing was recorded is no news.
      error = failure.code == .noFrames ? error ?? failure : failure
    case nil: break
    }
    error?.recordingSuccessfullyFinished = false
    return [.tellEnd(id, nil, error)]
  }

  private func place(of id: ID) -> Int? { open.firstIndex { $0.id == id } }

  static let configurationChanged = CaptureError(
    .configurationChanged, message: "the session was put together anew while it recorded")
}
