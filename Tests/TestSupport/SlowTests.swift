import Foundation
public import Testing

/// Whether only what takes next to no time is to be tried: `Scripts/test fast` asks for it.
private let isFast = ProcessInfo.processInfo.environment["LIVECAM_FAST"] != nil

extension Trait where Self == ConditionTrait {
  /// Marks a test of many seeds, cases or minutes, each of which is like the others: skipped if `LIVECAM_FAST` is set.
  public static var sweep: Self { .disabled(if: isFast, "a sweep, and LIVECAM_FAST is set") }

  /// Marks a test that runs other people's programs as judges: skipped if `LIVECAM_FAST` is set.
  public static var foreignPrograms: Self { .disabled(if: isFast, "runs other programs, and LIVECAM_FAST is set") }
}
