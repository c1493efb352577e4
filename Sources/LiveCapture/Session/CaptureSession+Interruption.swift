import MediaCore

/// Reasons for which a session that is to run does not, and their end.
extension CaptureSession {
  /// Something keeps the session from running: devices are stopped, and captures under way end with errors. A session
  /// that runs, or is started meanwhile, runs again when the last reason has gone, unless it is stopped before.
  ///
  /// For what only the program knows: that its screen is locked, that somebody else wants the microphone, that the
  /// machine is too hot. Devices that are lost are noticed by the session itself.
  public func beginInterruption(_ reason: InterruptionReason) {
    beginInterruption(
      reason,
      failing: CaptureError(.sessionInterrupted, message: "the session was interrupted before the capture was complete")
    )
  }

  /// A reason has gone. Harmless if it was not there.
  public func endInterruption(_ reason: InterruptionReason) {
    guard let place = interruptions.firstIndex(of: reason) else { return }
    interruptions.remove(at: place)
    guard interruptions.isEmpty else {
      if interruptions == [.videoDeviceWasLost] { hurryStalled() }
      return
    }
    if case .interrupted = state {
      do throws(CaptureError) {
        try startPorts(of: graph.inputs.filter { $0.device.isConnected || $0.device.isFixed })
      } catch {
        state = .idle
        // One that has come back from a stall runs already.
        for input in graph.inputs { stopPort(of: input) }
        emit(.interruptionEnded(at: environment.clock.now))
        emit(.runtimeError(error, at: environment.clock.now))
        return updateReadiness()
      }
      for connection in graph.connections { connection.setActive(true) }
      emit(.interruptionEnded(at: environment.clock.now))
      adaptOutputs()
      didStart()
    } else {
      emit(.interruptionEnded(at: environment.clock.now))
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
      end(recordings, error)
      for port in ports.values {
        port.stop()
        port.close()
      }
      ports = [:]
      if !pressure.isInterrupting { forgetPressure() }
    }
    emit(.wasInterrupted(reason, at: environment.clock.now))
    updateReadiness()
  }
}
