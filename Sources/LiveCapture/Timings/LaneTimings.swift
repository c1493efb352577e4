import Diagnostics
import MediaCore

/// The work of taking in a camera's frames, and the times of their arrival, kept for about as long as a capture may
/// ask.
struct LaneTimings {
  let clock: any StageClock
  private let capacity: Int
  var log: StageLog
  private var arrivals: [(time: MediaTime, arrival: MediaTime)] = []

  init(clock: any StageClock, configuration: SessionConfiguration, frameInterval: MediaTime) {
    self.clock = clock
    let reach = configuration.preRoll + configuration.postRoll + SessionConfiguration.ringMargin * 2
    // Rates beyond 1000 frames a second are a driver's slip.
    capacity = Int((reach.seconds / max(frameInterval.seconds, 0.001)).rounded(.up)) + 16
    log = StageLog(capacity: 2 * capacity)
  }

  /// A frame has been copied. `time` is the one that it is known by in the session.
  mutating func note(_ frame: BorrowedVideoFrame, at time: MediaTime, since start: StageReading, arrival: MediaTime?) {
    log.add(StageSpan(from: start, to: clock.now), to: .copy, at: time)
    if let dequeuing = frame.dequeuing { log.add(dequeuing, to: .dequeue, at: time) }
    guard let arrival else { return }
    if arrivals.count == capacity { arrivals.remove(at: 0) }
    arrivals.append((time, arrival))
  }

  func arrival(of time: MediaTime) -> MediaTime? { arrivals.last { $0.time == time }?.arrival }
}
