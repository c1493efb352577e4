import MediaCore

/// Captures that need the camera set or a light switched on, in line: the first one has the camera.
///
/// A capture in it:
/// ```
/// waits ─ those before it have ended ─► has the camera ─ leave ─► is set back ─ firstHasEnded ─► gone
/// ```
/// The line alone holds their plans until what they have set is set back, so a plan that was begun is always ended.
struct ExposureLine {
  private struct Turn {
    let id: CaptureID
    let plan: ExposurePlan
    /// Indicates whether the camera is being set back: no more frames are taken for the capture.
    var isEnding = false
  }

  private var turns: [Turn] = []

  var isEmpty: Bool { turns.isEmpty }

  var first: CaptureID? { turns.first?.id }

  /// Every plan that may have been begun, for whoever lets go of the whole line.
  var plans: [ExposurePlan] { turns.map(\.plan) }

  mutating func join(_ id: CaptureID, _ plan: ExposurePlan) { turns.append(Turn(id: id, plan: plan)) }

  /// Returns the plan by which a capture sets the camera; `nil` unless it is the capture's turn.
  func plan(of id: CaptureID) -> ExposurePlan? {
    guard let turn = turns.first, turn.id == id, !turn.isEnding else { return nil }
    return turn.plan
  }

  /// A capture takes no more frames.
  /// - Returns: Its plan, to be ended, if it was its turn; then ``firstHasEnded()`` is called.
  mutating func leave(_ id: CaptureID) -> ExposurePlan? {
    guard let plan = plan(of: id) else {
      turns.removeAll { $0.id == id && !$0.isEnding }
      return nil
    }
    turns[0].isEnding = true
    return plan
  }

  /// Removes the first capture, after the camera has been set back: it is the next one's turn.
  mutating func firstHasEnded() {
    if turns.first?.isEnding == true { turns.removeFirst() }
  }
}
