import Dispatch
import Glibc
import LinuxDevices
import Testing

/// One at a time: signals are the whole process's.
@Suite(.serialized)
struct ProcessSignalsTests {
  @Test func hearsWhatComesAtOnce() async {
    for _ in 0..<200 {
      let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
      let signals = ProcessSignals([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "signals")) {
        continuation.yield($0)
      }
      kill(getpid(), SIGUSR2)
      var heard = stream.makeAsyncIterator()
      #expect(await heard.next() == SIGUSR2)
      kill(getpid(), SIGUSR1)
      #expect(await heard.next() == SIGUSR1)
      signals.end()
    }
  }

  @Test func usualMeaningIsBackAtTheEnd() {
    let signals = ProcessSignals([SIGUSR1], queue: DispatchQueue(label: "signals")) { _ in }
    var action = sigaction()
    sigaction(SIGUSR1, nil, &action)
    #expect(action.__sigaction_handler.sa_handler != nil)
    signals.end()
    sigaction(SIGUSR1, nil, &action)
    #expect(action.__sigaction_handler.sa_handler == nil)
  }

  /// In processes of their own: an ignored signal may be dropped some time after it was sent, when it would end this
  /// one if its usual meaning were back.
  @Test func ignoredAreInherited() async {
    await #expect(processExitsWith: .success) {
      ProcessSignals.ignore([SIGUSR1])
      kill(getpid(), SIGUSR1)
      exit(ProcessSignalsTests.childIgnoresUSR1() ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    await #expect(processExitsWith: .failure) {
      exit(ProcessSignalsTests.childIgnoresUSR1() ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  /// Whether a program that this process starts has SIGUSR1, the tenth bit, among its ignored signals.
  private static func childIgnoresUSR1() -> Bool {
    system("grep -q '^SigIgn:.*[2367abef]..$' /proc/self/status") == 0
  }
}
