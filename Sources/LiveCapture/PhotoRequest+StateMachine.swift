extension PhotoRequest {
  /// The course of one capture: two small machines, one for the still and one for the movie, under one roof.
  ///
  /// ```
  /// still:  waiting ──frameChosen──► processing ──stillReady──► finished
  /// movie:  none │ gathering ──recordingEnded──► writing ──movieReady──► finished
  /// ```
  /// A failure leads from any state to finished. When both rest, the capture finishes: once, and last. What
  /// comes too late, such as a still that is ready after the capture was aborted, has no effect.
  struct StateMachine {
    enum Still {
      case waiting
      case processing
      case finished(CaptureError?)
    }

    enum Movie {
      case none
      case gathering
      case writing
      case finished(CaptureError?)
    }

    /// What the request has to do next, in order.
    enum Action: Equatable {
      case announceBegin
      case announceExposure
      case processStill
      case announcePhoto
      case announceRecordingEnd
      case writeMovie
      case announceMovie
      case announceFinish
    }

    private(set) var still = Still.waiting
    private(set) var movie: Movie

    init(isLive: Bool) { movie = isLive ? .gathering : .none }

    /// The error of the half that failed first in order: the still's before the movie's.
    var error: CaptureError? {
      if case .finished(let error?) = still { return error }
      if case .finished(let error?) = movie { return error }
      return nil
    }

    var isFinished: Bool {
      guard case .finished = still else { return false }
      switch movie {
      case .none, .finished: return true
      case .gathering, .writing: return false
      }
    }

    mutating func begin() -> [Action] { [.announceBegin] }

    mutating func frameChosen() -> [Action] {
      guard case .waiting = still else { return [] }
      still = .processing
      return [.announceExposure, .processStill]
    }

    /// The still's bytes are there, or an error in their place.
    mutating func stillEnded(_ error: CaptureError?) -> [Action] {
      if case .finished = still { return [] }
      still = .finished(error)
      return [.announcePhoto] + finishIfResting()
    }

    mutating func recordingEnded() -> [Action] {
      guard case .gathering = movie else { return [] }
      movie = .writing
      return [.announceRecordingEnd, .writeMovie]
    }

    /// The movie file is complete, or there is an error in its place. Recording has ended by then in any case.
    mutating func movieEnded(_ error: CaptureError?) -> [Action] {
      var actions: [Action] = []
      switch movie {
      case .none, .finished: return []
      case .gathering: actions.append(.announceRecordingEnd)
      case .writing: break
      }
      movie = .finished(error)
      return actions + [.announceMovie] + finishIfResting()
    }

    /// The camera has gone, the session has stopped or the capture was cancelled: no more footage comes.
    ///
    /// A still that is being processed and a movie that is being written have all they need and go on.
    mutating func footageEnded(_ error: CaptureError) -> [Action] {
      var actions: [Action] = []
      if case .waiting = still { actions += stillEnded(error) }
      if case .gathering = movie { actions += movieEnded(error) }
      return actions
    }

    private func finishIfResting() -> [Action] { isFinished ? [.announceFinish] : [] }
  }
}
