import Foundation
import Glibc

/// What this process has used of the machine, as the kernel says.
enum ProcessUse {
  /// Seconds of processor time, of all threads together.
  static var processorSeconds: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// The machine's monotonic clock.
  static var instant: Double { read(CLOCK_MONOTONIC) }

  /// The most resident memory of the process so far.
  static var mostResidentBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }

  /// Resident memory now.
  static var residentBytes: Int { status("VmRSS:") }

  /// The most resident memory since ``forgetPeak()``.
  static var peakBytes: Int { status("VmHWM:") }

  /// Lets ``peakBytes`` begin anew.
  static func forgetPeak() {
    // proc(5): 5 sets the peak back to what is resident now. Where it is refused, the peak is that of the whole life.
    let file = open("/proc/self/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    _ = write(file, "5", 1)
    close(file)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let words = text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(whereSeparator: {
      $0 == " " || $0 == "\t"
    })
    return (words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 1024
  }
}
