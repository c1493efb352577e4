public import CaptureScripts
public import Fixtures
import MediaCore
import Simulator

extension CaptureScript {
  /// The words of the steps that an emulated camera can take, as in a sentence.
  package static let emulationWords =
    (["unplug"] + FrameFault.emulated.map(\.rawValue)).joined(separator: ", ") + " and replug"

  /// Returns what the script's steps mean to an emulated camera: `unplug`, `replug` (with `node`, such as
  /// `/dev/video1`), and the faults of frames that a driver shows. Times count from the start of the first stream;
  /// `frame` from that of any.
  /// - Throws: ``/CaptureScripts/ScriptError`` for steps that only a simulated world can take.
  public func emulationSteps() throws(ScriptError) -> [EmulationStep] {
    var steps: [EmulationStep] = []
    var present = EmulationStep.Moment.time(nanoseconds: 0)
    for (index, step) in self.steps.enumerated() {
      switch step.moment {
      case .next: break
      case .at(let time): present = .time(nanoseconds: time.nanoseconds)
      case .frame(let number): present = .frame(number)
      case .after(let time):
        guard case .time(let before) = present else {
          throw error(step: index, "behind a step at a frame, say at which time this one is")
        }
        present = .time(nanoseconds: before + time.nanoseconds)
      }
      guard let action = try emulationAction(index) else { continue }
      steps.append(EmulationStep(present, action))
    }
    return steps
  }

  private func emulationAction(_ index: Int) throws(ScriptError) -> EmulationStep.Action? {
    switch steps[index].action {
    case .order(.unplug, let names): return names.contains(where: cameraNames.contains) ? .unplug : nil
    case .order(.replug(let node, _), let names):
      guard names.contains(where: cameraNames.contains) else { return nil }
      guard let node else { return .replug(number: nil) }
      guard let number = EmulationStep.number(ofNode: node) else {
        throw error(step: index, "\"\(node)\" is no node such as /dev/video1")
      }
      return .replug(number: number)
    case .order(.spoil(let fault, let count), _) where fault.emulationNumber != nil: return .spoil(fault, count)
    default:
      throw error(step: index, "an emulated camera knows the steps \(Self.emulationWords); leave out others")
    }
  }
}
