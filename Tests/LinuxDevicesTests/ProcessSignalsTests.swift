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

  @Test func ignoredAreInherited() {
    ProcessSignals.ignore([SIGUSR1])
    kill(getpid(), SIGUSR1)
    var action = sigaction()
    sigaction(SIGUSR1, nil, &action)
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGUSR1, &action, nil)
  }
}
