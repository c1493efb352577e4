import CaptureDevices
import Glibc
import MediaCore
import SystemCalls
import Testing

@testable import LinuxDevices

/// The PCM of tests must behave as libasound does: the capture loop is tried on it.
@Suite struct ALSAScriptedStreamTests {
  private let stop: StopSignal
  init() throws { stop = try StopSignal() }

  private func read(_ stream: ALSAScriptedStream, _ frames: Int) -> (count: Int, bytes: [UInt8]) {
    let size = frames * stream.format.frameBytes
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      buffer.update(repeating: 0)
      count = stream.read(into: buffer.baseAddress!, frames: frames)  // of an array that is not empty
      initialized = size
    }
    return (count, bytes)
  }

  @Test("sound comes as the script says, frame by frame, and no more than there is")
  func sound() {
    let stream = ALSAScriptedStream([.sound(3, at: 10), .sound(2, at: 20)], readLimit: 4)
    #expect(read(stream, 1).count == Int(-EAGAIN))
    #expect(stream.wait(stop: stop) == .ready && stream.wait(stop: stop) == .ready)
    #expect(stream.status() == ALSAStatus(state: .running, available: 5, time: .init(nanoseconds: 20)))
    let first = read(stream, 9)
    #expect(first.count == 4)
    #expect(first.bytes[..<16] == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4])
    #expect(first.bytes[16...].allSatisfy { $0 == 0 }, "nothing is written behind what was read")
    let second = read(stream, 9)
    #expect(second.count == 1 && second.bytes[0] == 5)
    #expect(read(stream, 9).count == Int(-EAGAIN))
  }

  @Test("a restart loses what was not read, and frames are counted on")
  func restart() {
    let stream = ALSAScriptedStream(
      [.sound(5, at: 10), .state(.overrun), .sound(1, at: 30)], restartResults: [-EIO])
    _ = stream.wait(stop: stop)
    _ = read(stream, 2)
    #expect(stream.wait(stop: stop) == .ready && stream.status().state == .overrun)
    #expect(stream.restart() == -EIO && stream.restart() == 0)
    #expect(stream.status().state == .running && stream.status().available == 0)
    _ = stream.wait(stop: stop)
    #expect(read(stream, 1).bytes[0] == ALSAScriptedStream.byte(ofFrame: 5))
    #expect(stream.calls == [.restart, .restart])
  }

  @Test("what cannot be read says why, until the next wake-up")
  func unreadable() {
    let stream = ALSAScriptedStream([.unreadable(3, at: 10, errno: EPIPE), .sound(1, at: 20)])
    #expect(stream.wait(stop: stop) == .ready && stream.status().available == 3)
    #expect(read(stream, 3).count == Int(-EPIPE) && read(stream, 3).count == Int(-EPIPE))
    _ = stream.wait(stop: stop)
    #expect(read(stream, 9).count == 4)
  }

  @Test("a suspended PCM wakes when the script says so; a plugin's success leaves it asleep")
  func resume() {
    let stream = ALSAScriptedStream([.state(.suspended)], resumeResults: [-EAGAIN, 1, 0])
    _ = stream.wait(stop: stop)
    #expect(stream.resume() == -EAGAIN && stream.status().state == .suspended)
    #expect(stream.resume() == 0 && stream.status().state == .suspended)
    #expect(stream.resume() == 0 && stream.status().state == .running)
    #expect(stream.resume() == -ENOSYS)
    #expect(stream.calls == [.resume, .resume, .resume, .resume])
  }

  @Test("waits fail and stop where the script says so, and at its end or by the signal")
  func ends() {
    let stream = ALSAScriptedStream([.waitFailure(ENODEV), .stop])
    #expect(stream.wait(stop: stop) == .failed(ENODEV))
    #expect(stream.wait(stop: stop) == .stopped && stream.wait(stop: stop) == .stopped)
    #expect(!stream.pause(stop: stop, milliseconds: 1000))
    stop.raise()
    #expect(stream.pause(stop: stop, milliseconds: 1000))
    #expect(ALSAScriptedStream([], endsByItself: false).wait(stop: stop) == .stopped)
    stream.close()
    #expect(stream.calls == [.pause, .pause, .close])
  }

  @Test("a system opens its streams in turn, and fails with the error of a PCM")
  func system() throws {
    let (first, second) = (ALSAScriptedStream([]), ALSAScriptedStream([]))
    let system = ALSAScriptedSystem(errors: ["taken": EBUSY], streams: [first, second])
    #expect(try system.open(pcm: "a", wish: .init()) === first)
    #expect { try system.open(pcm: "taken", wish: .init()) } throws: { ($0 as? SystemError)?.number == EBUSY }
    #expect(try system.open(pcm: "b", wish: .init()) === second)
    #expect { try system.open(pcm: "c", wish: .init()) } throws: { ($0 as? SystemError)?.number == ENOENT }
    #expect { try system.formats(ofPCM: "a") } throws: { ($0 as? SystemError)?.number == ENOENT }
    #expect(system.opened == ["a", "b"])
  }
}
