import Foundation
import KioskWeb
import MediaCore
import Simulator
import Station
import TestSupport
import Testing

@testable import Booth

/// How loud the microphone is.
@Suite struct SoundMeterTests {
  @Test("levels are decibels of all samples of a tenth of a second, and no more often")
  func levels() throws {
    let meter = SoundMeter(from: WallTime(secondsSince1970: 0, nanosecond: 0, utcOffsetSeconds: 0))
    func take(_ amplitude: Double, _ count: Int) {
      let samples = (0..<count).map { Int16(amplitude * 32767 * sin(Double($0) * 0.3)).littleEndian }
      let storage = samples.withUnsafeBytes { FrameStorage(copying: $0) }
      meter.take(
        AudioChunk(
          format: AudioFormat(sampleRate: 48_000, channelCount: 1, sampleFormat: .s16), position: 0, frameCount: count,
          time: .zero, isFiller: false, storage: storage))
    }
    #expect(!meter.hasHeard())
    let before = meter.events.newest
    for _ in 0..<9 { take(0.5, 480) }
    #expect(meter.latest == nil)
    take(0.5, 480)
    let level = try #require(meter.latest)
    #expect(abs(level.peak + 6) < 0.1 && abs(level.rms + 9) < 0.2, "\(level)")
    for _ in 0..<10 { take(0, 480) }
    #expect(meter.latest?.rms == -96 && meter.latest?.peak == -96)
    for _ in 0..<10 { take(1, 480) }
    #expect(abs(try #require(meter.latest).peak) < 0.1)
    #expect(meter.events.newest == before + 3)
    #expect(meter.hasHeard() && !meter.hasHeard())
  }

  @Test("the operator hears of them as they are measured, nobody else does, and none without a microphone")
  func events() async throws {
    let bench = try await BoothBench()
    #expect(status(try await bench.get("/api/operator/levels")) == 401)
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let client = try RawClient(port: bench.port)
    await client.send("GET /api/operator/levels HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
    _ = await client.read { String(decoding: $0, as: UTF8.self).contains("retry: 1000\n\n") }
    await bench.advance(1000)
    let text = String(
      decoding: await client.read { String(decoding: $0, as: UTF8.self).contains("event: level\n") }, as: UTF8.self)
    let found = try #require(text.firstMatch(of: /"peak":(-?[0-9.]+),"rms":(-?[0-9.]+)/))
    let (peak, rms) = (try #require(Double(found.1)), try #require(Double(found.2)))
    #expect(-60 < rms && rms < peak && peak <= 0, "\(text)")
    await bench.booth.stop()
    let silent = try await BoothBench(microphone: .none)
    let again = try await silent.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let other = try #require(
      again.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    #expect(status(try await silent.get("/api/operator/levels", headers: ["Cookie: \(other)"])) == 404)
    await silent.booth.stop()
  }
}
