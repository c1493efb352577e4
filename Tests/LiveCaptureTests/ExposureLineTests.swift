import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// Every call on the line of captures that need the camera set, in each of its states.
@Suite struct ExposureLineTests {
  private enum Call: CaseIterable {
    case joinFirst, joinSecond, planFirst, planSecond, leaveFirst, leaveSecond, ended
  }

  /// The plan that is answered, by its capture, and the captures in line.
  private struct Outcome: Equatable {
    let plan: Int?
    let line: [Int]
    init(_ plan: Int?, _ line: [Int]) { (self.plan, self.line) = (plan, line) }
  }

  private let plans: [ExposurePlan]

  init() throws {
    let source = try SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
      .openVideo("scene", wish: CaptureBench.Setup().video).source
    plans = (1...2).map { _ in ExposurePlan(source, bracket: [], flash: nil, usesCameraFlash: false) }
  }

  private func number(of plan: ExposurePlan) -> Int { (plans.firstIndex { $0 === plan } ?? -1) + 1 }

  private func apply(_ call: Call, to line: inout ExposureLine) -> Int? {
    let (first, second) = (CaptureID(rawValue: 1), CaptureID(rawValue: 2))
    switch call {
    case .joinFirst: line.join(first, plans[0])
    case .joinSecond: line.join(second, plans[1])
    case .planFirst: return line.plan(of: first).map(number)
    case .planSecond: return line.plan(of: second).map(number)
    case .leaveFirst: return line.leave(first).map(number)
    case .leaveSecond: return line.leave(second).map(number)
    case .ended: line.firstHasEnded()
    }
    return nil
  }

  @Test("only the first in line has a plan, until it leaves; the next one's turn comes when all is set back")
  func table() {
    // A capture joins once; where it is in line already the call is left out.
    let table: [(path: [Call], calls: KeyValuePairs<Call, Outcome>)] = [
      (
        [],
        [
          .joinFirst: Outcome(nil, [1]), .joinSecond: Outcome(nil, [2]), .planFirst: Outcome(nil, []),
          .planSecond: Outcome(nil, []), .leaveFirst: Outcome(nil, []), .leaveSecond: Outcome(nil, []),
          .ended: Outcome(nil, []),
        ]
      ),
      (
        [.joinFirst],
        [
          .joinSecond: Outcome(nil, [1, 2]), .planFirst: Outcome(1, [1]), .planSecond: Outcome(nil, [1]),
          .leaveFirst: Outcome(1, [1]), .leaveSecond: Outcome(nil, [1]), .ended: Outcome(nil, [1]),
        ]
      ),
      (
        [.joinFirst, .joinSecond],
        [
          .planFirst: Outcome(1, [1, 2]), .planSecond: Outcome(nil, [1, 2]), .leaveFirst: Outcome(1, [1, 2]),
          .leaveSecond: Outcome(nil, [1]), .ended: Outcome(nil, [1, 2]),
        ]
      ),
      (
        [.joinFirst, .leaveFirst],
        [
          .joinSecond: Outcome(nil, [1, 2]), .planFirst: Outcome(nil, [1]), .planSecond: Outcome(nil, [1]),
          .leaveFirst: Outcome(nil, [1]), .leaveSecond: Outcome(nil, [1]), .ended: Outcome(nil, []),
        ]
      ),
      (
        [.joinFirst, .joinSecond, .leaveFirst],
        [
          .planFirst: Outcome(nil, [1, 2]), .planSecond: Outcome(nil, [1, 2]), .leaveFirst: Outcome(nil, [1, 2]),
          .leaveSecond: Outcome(nil, [1]), .ended: Outcome(nil, [2]),
        ]
      ),
      (
        [.joinFirst, .joinSecond, .leaveFirst, .ended],
        [
          .joinFirst: Outcome(nil, [2, 1]), .planFirst: Outcome(nil, [2]), .planSecond: Outcome(2, [2]),
          .leaveFirst: Outcome(nil, [2]), .leaveSecond: Outcome(2, [2]), .ended: Outcome(nil, [2]),
        ]
      ),
    ]
    for (path, calls) in table {
      var before = ExposureLine()
      for call in path { _ = apply(call, to: &before) }
      let joined = before.plans.map(number)
      let possible = Call.allCases.filter {
        !($0 == .joinFirst && joined.contains(1)) && !($0 == .joinSecond && joined.contains(2))
      }
      #expect(calls.map(\.key) == possible, "every call is listed once")
      for (call, expected) in calls {
        var line = before
        let plan = apply(call, to: &line)
        #expect(Outcome(plan, line.plans.map(number)) == expected, "\(path) + \(call)")
        #expect(line.first?.rawValue == expected.line.first.map { Int64($0) }, "\(path) + \(call)")
      }
    }
  }
}
