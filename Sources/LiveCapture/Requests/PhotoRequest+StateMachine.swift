extension PhotoRequest {
  /// The course of one capture: two small machines, one for the stills and one for the movie, under one roof.
  ///
  /// ```
  /// still:  waiting ──frameChosen, for each exposure──► processing ──every photo ended──► finished
  /// movie:  none │ gathering ──gatheringEnded──► writing ──movieEnded──► finished
  /// ```
  /// A failure leads from any state to finished. When both rest, the capture finishes: once, and last. What
  /// comes too late, such as a still that is ready after the capture was aborted, has no effect.
  struct StateMachine {
    struct Plan: Equatable {
      var isLive = false
      /// The number of frames that are taken for the capture: one, or one for each exposure of a bracket.
      var exposures = 1
      var photosPerExposure = 1
      /// Indicates whether a capture that fails before its exposure tells of an exposure all the same.
      var alwaysTellsExposure = false
      var movieFailureCounts = true

      var photoCount: Int { exposures * photosPerExposure }
    }

    enum Still {
      /// The still waits for the next exposure; `exposed` of them are done.
      case waiting(exposed: Int)
      case processing
      case finished(CaptureError?)
    }

    enum Movie {
      case none
      case gathering
      case writing
      case finished(CaptureError?)
    }

    enum Action: Equatable {
      case announceBegin
      case announceExposureBegin
      case announceExposureEnd
      case processStill(exposure: Int)
      case announcePhoto(Int)
      case announceGatheringEnd
      case writeMovie
      case announceMovie
      case announceFinish
    }

    let plan: Plan
    private(set) var still = Still.waiting(exposed: 0)
    private(set) var movie: Movie
    /// The outcome of each photo; `nil` where there is none yet.
    private var outcomes: [CaptureError??]
    private var announced = 0

    init(_ plan: Plan) {
      self.plan = plan
      movie = plan.isLive ? .gathering : .none
      outcomes = Array(repeating: nil, count: plan.photoCount)
    }

    /// The error of the half that failed first in order: the still's before the movie's.
    var error: CaptureError? {
      if case .finished(let error?) = still { return error }
      if case .finished(let error?) = movie, plan.movieFailureCounts { return error }
      return nil
    }

    func error(ofPhoto index: Int) -> CaptureError? { outcomes[index] ?? nil }

    var isWaiting: Bool { if case .waiting = still { true } else { false } }

    /// Indicates whether every frame has been taken and photos are being made.
    var isProcessing: Bool { if case .processing = still { true } else { false } }

    var isGathering: Bool { if case .gathering = movie { true } else { false } }

    var isFinished: Bool {
      guard case .finished = still else { return false }
      switch movie {
      case .none, .finished: return true
      case .gathering, .writing: return false
      }
    }

    mutating func begin() -> [Action] { [.announceBegin] }

    mutating func frameChosen() -> [Action] {
      guard case .waiting(let exposed) = still else { return [] }
      var actions: [Action] = exposed == 0 ? [.announceExposureBegin] : []
      if exposed + 1 < plan.exposures {
        still = .waiting(exposed: exposed + 1)
        return actions + [.processStill(exposure: exposed)]
      }
      still = .processing
      actions += [.announceExposureEnd, .processStill(exposure: exposed)]
      return actions + announceReadyPhotos()
    }

    /// A photo's bytes are there, or an error in their place.
    mutating func photoEnded(_ index: Int, _ error: CaptureError?) -> [Action] {
      guard outcomes[index] == nil else { return [] }
      // Nothing can come of a frame that has not been taken.
      if case .waiting(let exposed) = still, index >= exposed * plan.photosPerExposure { return [] }
      outcomes[index] = .some(error)
      return announceReadyPhotos()
    }

    mutating func gatheringEnded() -> [Action] {
      guard case .gathering = movie else { return [] }
      movie = .writing
      return [.announceGatheringEnd, .writeMovie]
    }

    /// The movie file is complete, or there is an error in its place. Its gathering has ended by then in any case.
    mutating func movieEnded(_ error: CaptureError?) -> [Action] {
      var actions: [Action] = []
      switch movie {
      case .none, .finished: return []
      case .gathering: actions.append(.announceGatheringEnd)
      case .writing: break
      }
      movie = .finished(error)
      return actions + [.announceMovie] + finishIfResting()
    }

    /// The camera has gone, the session has stopped or is put together anew: no more footage comes.
    ///
    /// Halves that have all their footage go on. A movie that is gathered fails, or is written if it has its still.
    mutating func footageEnded(_ error: CaptureError, movie: CaptureProfile.EndedMovie = .isDropped) -> [Action] {
      var actions: [Action] = []
      var hasStill = true
      if case .waiting(let exposed) = still {
        hasStill = exposed > 0
        actions += exposuresEnded(error, exposed: exposed)
      }
      guard isGathering else { return actions }
      return actions + (movie == .isKept && hasStill ? gatheringEnded() : movieEnded(error))
    }

    /// The photos of all exposures that have not been fail; those that have been go on.
    private mutating func exposuresEnded(_ error: CaptureError, exposed: Int) -> [Action] {
      var actions: [Action] = []
      if exposed > 0 {
        actions = [.announceExposureEnd]
      } else if plan.alwaysTellsExposure {
        actions = [.announceExposureBegin, .announceExposureEnd]
      }
      still = .processing
      for index in exposed * plan.photosPerExposure..<plan.photoCount where outcomes[index] == nil {
        outcomes[index] = .some(error)
      }
      return actions + announceReadyPhotos()
    }

    /// Photos are told of in order, and after the last exposure.
    private mutating func announceReadyPhotos() -> [Action] {
      guard case .processing = still else { return [] }
      var actions: [Action] = []
      while announced < plan.photoCount, outcomes[announced] != nil {
        actions.append(.announcePhoto(announced))
        announced += 1
      }
      guard announced == plan.photoCount else { return actions }
      still = .finished(outcomes.compactMap { $0 ?? nil }.first)
      return actions + finishIfResting()
    }

    private func finishIfResting() -> [Action] { isFinished ? [.announceFinish] : [] }
  }
}
