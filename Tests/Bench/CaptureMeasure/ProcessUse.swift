import Glibc

/// What this process has used of the machine, as the kernel says.
enum ProcessUse {
  /// Seconds of processor time, of all threads together.
  static var processorSeconds: Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// The machine's monotonic clock.
  static var instant: Double { time(of: CLOCK_MONOTONIC) }

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

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // Byte by byte: strings would take more instructions than a still does.
  private static func status(_ name: StaticString) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      let file = open("/proc/self/status", O_RDONLY)
      guard file >= 0, let start = buffer.baseAddress else { return 0 }
      defer { close(file) }
      let count = read(file, start, buffer.count - 1)
      guard count > 0 else { return 0 }
      buffer[count] = 0
      let text = start.assumingMemoryBound(to: CChar.self)
      guard let line = strstr(text, name.utf8Start) else { return 0 }
      return strtol(line + name.utf8CodeUnitCount, nil, 10) * 1024
    }
  }
}
