import Dispatch
import MediaCore
import OutsidePrograms
import Testing

@testable import LiveCaptureTesting

@Suite struct OutsideProgramTests {
  private func shell(_ text: String) throws -> OutsideProgram.Ending {
    try #require(OutsideProgram("sh")).run(["-c", text])
  }

  @Test("output comes whole, far more than fits into a pipe, however it takes turns with complaints")
  func output() throws {
    let ending = try shell(
      "i=0; while [ $i -lt 40 ]; do head -c 9999 /dev/zero; head -c 8888 /dev/zero >&2; i=$((i + 1)); done; cat; exit 7"
    )
    #expect(ending.output.count == 40 * 9999 && ending.status == 7)
  }

  @Test("a signal's end is told as shells tell it")
  func signal() throws {
    #expect(try shell("kill -TERM $$").status == 128 + 15)
  }

  @Test("what is no program is not found", arguments: ["no-such-program", "/etc/passwd", "/tmp", "", "/no/such"])
  func missing(_ name: String) { #expect(OutsideProgram(name) == nil) }

  @Test("variables are passed on, those with an equals sign in their value, too")
  func environment() throws {
    let process = try OutsideProgram.start(
      ["sh", "-c", "[ \"$A\" = 'b=c' ] && [ -z \"$HOME\" ]"], environment: ["A": "b=c", "PATH": "/usr/bin:/bin"])
    #expect(try OutsideProgram.end(of: process) == 0)
    #expect(Environment.all["PATH"]?.isEmpty == false)
  }

  @Test("whoever waits for an event is woken by it, and goes when the time is over")
  func eventLog() {
    let log = EventLog<Int>()
    log.note(log) { 1 }
    #expect(!log.wait(within: .zero) { $0.count > 1 })
    DispatchQueue.global().async { for number in 2...100 { log.note(log) { number } } }
    #expect(log.wait(within: .seconds(60)) { $0.count == 100 })
    #expect(log.events == Array(1...100))
  }
}
