import MediaCore

/// Reasons for which a session that is to run does not, and their end.
extension CaptureSession {
  /// Something keeps the session from running: devices are stopped, and captures under way end with errors. A session
  /// that runs, or is started meanwhile, runs again when the last reason has gone, unless it is stopped before.
  ///
  /// For what only the program knows: that its screen is locked, that somebody else wants the microphone, that the
  /// machine is too hot. Devices that are lost are noticed by the session itself.
  ///
  /// A session without a microphone does not care who has the microphone, unless it is given one meanwhile.
  public func beginInterruption(_ reason: InterruptionReason) {
    if reason == .audioDeviceInUseByAnotherClient {
      isSoundTaken = true
      guard hasMicrophone else { return }
    }
    beginInterruption(
      reason,
      failing: CaptureError(.sessionInterrupted, message: "the session was interrupted before the capture was complete")
    )
  }

  /// A reason has gone. Harmless if it was not there.
  public func endInterruption(_ reason: InterruptionReason) {
    if reason == .audioDeviceInUseByAnotherClient { isSoundTaken = false }
    clear(reason)
  }

  private var hasMicrophone: Bool { graph.inputs.contains { $0.device.mediaType == .audio } }

  /// The session is made of something else: reasons may have come or gone with its devices.
  func updateInterruption(from old: SessionGraph) {
    if isSoundTaken, hasMicrophone {
      beginInterruption(.audioDeviceInUseByAnotherClient)
    } else if !hasMicrophone {
      clear(.audioDeviceInUseByAnotherClient)
    }
    guard case .interrupted = state else { return }
    if graph.inputs.contains(where: { $0.device.mediaType == .video && !old.contains($0) }) { cameraIsBack() }
  }

  private func clear(_ reason: InterruptionReason) {
    guard let place = interruptions.firstIndex(of: reason) else { return }
    interruptions.remove(at: place)
    if reason == .videoDeviceInUseByAnotherClient { isInterruptedByBusyCamera = false }
    guard interruptions.isEmpty else {
      if interruptions == [.videoDeviceWasLost] { hurryStalled() }
      return
    }
    if case .interrupted = state {
      goOn()
    } else {
      emit(.interruptionEnded(at: environment.clock.now))
    }
  }

  /// The last reason has gone.
  private func goOn() {
    let now = environment.clock.now
    do throws(CaptureError) {
      let lost = try startLanes()
      emit(.interruptionEnded(at: now))
      if whyNothingRuns(without: lost) == nil {
        adaptOutputs()
        didStart()
      } else {
        // The next reason is here already.
        for input in graph.inputs { stopLane(of: input) }
      }
      tellLost(lost)
    } catch {
      state = .idle
      // One that has come back from a stall runs already.
      for input in graph.inputs { stopLane(of: input) }
      forgetAway()
      emit(.interruptionEnded(at: now))
      emit(.runtimeError(error, at: now))
      updateReadiness()
    }
  }

  func beginInterruption(_ reason: InterruptionReason, failing error: CaptureError) {
    guard !interruptions.contains(reason) else { return }
    interruptions.append(reason)
    restStalled(for: reason)
    if case .running = state {
      stallCheck?.cancel()
      state = .interrupted
      endFootage(
        of: Array(requests.values), environment.profile.movieEndedByInterruption == .isKept ? .writes : .fails, error)
      record { $0.endAll(error) }
      for lane in lanes.values {
        lane.stop()
        lane.close()
      }
      lanes = [:]
      if !pressure.isInterrupting { forgetPressure() }
    }
    emit(.wasInterrupted(reason, at: environment.clock.now))
    updateReadiness()
  }
}
