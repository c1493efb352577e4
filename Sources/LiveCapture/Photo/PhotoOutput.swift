import Diagnostics
public import Dispatch
public import MediaCore
import Synchronization

/// Captures stills and Live Photos from a running session.
///
/// Modelled on `AVCapturePhotoOutput`. ``capturePhoto(with:delegate:)`` requests a capture; its delegate and, in the
/// same order, ``events`` receive its progress. The features that the output supports depend on the session's cameras
/// and preset. A feature that is no longer supported is switched off, and stays off until it is switched on again.
public final class PhotoOutput: MemberOutput {
  struct State {
    var features = OutputFeatures()
    var preparation = PhotoPreparation()
    var readiness = CaptureReadiness.sessionNotRunning
    var monitoringSettings: PhotoSettings?
  }

  /// Counts the Live Photos in progress.
  public let liveIndicator = LiveIndicator()
  /// The queue on which delegates are called, one call at a time.
  public let delegateQueue: DispatchQueue
  let state = Mutex(State())
  let membership = SessionMembership()
  package let eventFeed = EventFeed<CaptureEvent>()
  let timingsFeed = EventFeed<CaptureTimings>()
  let readinessFeed = EventFeed(of: CaptureReadiness.sessionNotRunning)
  let requestFeed = EventFeed<CaptureID>()

  /// Creates an output whose delegates are called on `delegateQueue`, which must be serial; `nil` makes one.
  public init(delegateQueue: DispatchQueue? = nil) {
    self.delegateQueue = delegateQueue ?? DispatchQueue(label: "livecam.photo-output.delegate")
  }

  /// Requests a capture.
  ///
  /// The still is the frame nearest to the moment of the call (or to `settings.shutterTime`), and may have been taken
  /// before it, unless zero shutter lag is switched off; or the frame that `settings.frameSequence` names. The call
  /// returns at once; the delegate, which is held weakly, and ``events`` receive the capture's progress. Any number of
  /// captures may be in progress; their movies may overlap. A session that does not run accepts requests too: they end
  /// with an error.
  /// - Returns: the settings' identifier, found in every event's resolved settings.
  /// - Throws: ``CaptureError`` naming the `ContractRule` that the request breaks; then no event comes.
  @discardableResult
  public func capturePhoto(
    with settings: PhotoSettings, delegate: (any PhotoCaptureDelegate)? = nil
  ) throws(CaptureError) -> CaptureID {
    let session = try membership.require()
    return try session.sync { session throws(CaptureError) in
      let order = PhotoHands.order(settings, from: self, delegate: delegate, in: session)
      let environment = session.environment
      do throws(CaptureError) { try session.photos.check(order, session.view) } catch {
        let error = environment.media.reasoned(
          error, photo: settings.format?.codec, movie: settings.livePhotoVideoCodec,
          sound: state.withLock { $0.features.capabilities.absentEncoder })
        environment.witness?(.wasRefused(error))
        throw error
      }
      requestFeed.tell(settings.uniqueID)
      let request = session.photos.makeRequest(
        order, identifier: settings.isLive ? environment.makePairIdentifier() : nil,
        isFlashEnabled: PhotoHands.usesFlash(settings, on: order.video, in: session), stageClock: environment.stageClock
      )
      session.photograph { $0.begin(request, PhotoHands.makePlan(for: request, environment), $1) }
      return request.id
    }
  }

  /// Returns the number of the frame in the camera's ring that is nearest to an instant, for
  /// ``PhotoSettings/frameSequence``; `nil` if there is none within `reach`.
  package func frameSequence(near time: MediaTime, within reach: MediaTime) -> UInt64? {
    guard let session = membership.session else { return nil }
    return session.sync { session in
      let connection = session.graph.connection(to: self, of: .video)
      let video = connection.flatMap { session.runner.lane(of: $0.input)?.video }
      let stretch = TimeRange(start: time - reach, end: time + reach)
      return video?.frame(.nearestWithin(stretch, to: time, except: []))?.sequence
    }
  }

  /// The events of all captures of this output from now on, in order and complete; ends with the output.
  public var events: AsyncStream<CaptureEvent> { eventFeed.stream }

  /// The time that each part of a capture took, for captures from now on; ends with the output.
  ///
  /// There is one element for each capture, after its delegate's last call; none where the session's
  /// ``CaptureEnvironment/stageClock`` is not set. The order of events does not depend on them.
  public var timings: AsyncStream<CaptureTimings> { timingsFeed.stream }

  func sessionDidStop() { state.withLock { $0.features.sessionDidStop() } }

  func emit(_ event: CaptureEvent) {
    liveIndicator.update(for: event)
    eventFeed.tell(event)
  }
}
