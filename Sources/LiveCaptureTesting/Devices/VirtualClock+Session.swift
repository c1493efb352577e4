public import LiveCapture
public import MediaCore
public import Simulator

extension VirtualClock {
  /// Lets time pass for a session, and everything that is due on the way be done before time moves on: frames encoded,
  /// files written, delegates told.
  ///
  /// For code that makes its own session; its environment is to be ``LiveCapture/CaptureEnvironment/virtual(clock:files:scheduler:profile:shuffle:media:firstIdentifier:)``.
  public func advance(by duration: MediaTime, settling session: CaptureSession) async {
    // What the test has set off itself, such as pulling out a camera, belongs to the present.
    await session.settle()
    await advance(by: duration) { await session.settle() }
  }

  /// Lets time pass in steps until a condition holds, or `limit` is over; tells whether it holds.
  public func advance(
    until isDone: () async -> Bool, within limit: MediaTime = .seconds(60),
    step: MediaTime = MediaTime(value: 1, timescale: 30), settling session: CaptureSession
  ) async -> Bool {
    precondition(step > .zero && step.isNumeric, "steps of time must be above 0")
    let end = now + limit
    await session.settle()
    while await !isDone() {
      guard now < end else { return false }
      await advance(by: step, settling: session)
    }
    return true
  }
}
