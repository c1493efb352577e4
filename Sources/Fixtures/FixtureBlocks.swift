import CaptureDevices
import MediaCore

/// The events of devices as JSON: frames and chunks that differ in their numbers alone stand together in a block.
enum FixtureBlocks {
  /// Frames or chunks in a line of the manifest, so that lines can still be read and compared.
  static let blockLimit = 32
  /// Payloads of a stream altogether: hours of frames, and of chunks of 10 ms.
  static let payloadLimit = 2_000_000
  /// The largest count of lost frames that is accepted.
  static let countLimit = 1_000_000_000
}

extension FixtureTrack where Sample: FixtureSample {
  /// Sets the checksums, each for the samples of one block, from those of the payloads.
  mutating func check(_ hashes: [UInt64]) {
    checks = []
    var (first, count) = (0, 0)
    var last: Sample?
    func close(_ checks: inout [FixtureCheck]) {
      guard count > 0 else { return }
      checks.append(FixtureCheck(first: first, count: count, hash: FixtureHash.of(hashes[first..<first + count])))
      (first, count) = (first + count, 0)
    }
    for event in events {
      let sample = event.sample
      let follows = last.flatMap { last in sample?.follows(last) } ?? false
      if !follows || count == FixtureBlocks.blockLimit { close(&checks) }
      if sample != nil { count += 1 }
      last = sample
    }
    close(&checks)
  }

  /// Everything that was told, in blocks as the checksums have them.
  var blocks: [FixtureJSON] {
    var (blocks, samples): ([FixtureJSON], [Sample]) = ([], [])
    var checks = checks[...]
    for event in events {
      guard let sample = event.sample else {
        blocks.append(event.block())
        continue
      }
      samples.append(sample)
      if let check = checks.first, samples.count == check.count {
        blocks.append(FixtureEvent.block(samples, hash: check.hash))
        samples = []
        checks.removeFirst()
      }
    }
    return blocks
  }

  // MARK: Reading

  /// Adds what a block tells of.
  mutating func read(_ block: FixtureFields) throws(FixtureError) {
    let names = Sample.names
    if try goesOn(block) {
      events.append(try startOrEnd(block))
    } else if block.has(names.samples) {
      let first = (checks.last?.first ?? 0) + (checks.last?.count ?? 0)
      let count = try block.int(names.samples, in: 1...FixtureBlocks.payloadLimit)
      guard count <= FixtureBlocks.payloadLimit - first else {
        throw block.damaged("there are more than \(FixtureBlocks.payloadLimit) of '\(names.samples)'")
      }
      let samples = try Sample.read(block, count: count, behind: self)
      checks.append(FixtureCheck(first: first, count: count, hash: try block.hash("hash")))
      events += samples.map { .sample($0) }
    } else if block.has(names.loss) {
      let reason: SkipReason? = Sample.kind == .camera ? try block.word("reason") : nil
      events.append(
        .loss(
          count: try block.int(names.loss, in: 0...FixtureBlocks.countLimit), reason: reason,
          arrivalNanoseconds: try block.arrival(after: lastArrival)))
    } else {
      events.append(.end(try end(block)))
    }
  }

  /// Tells whether a block stands behind the end of a stream. There, a device begins anew, or the fixture ends without
  /// it.
  private func goesOn(_ block: FixtureFields) throws(FixtureError) -> Bool {
    guard let last = events.last?.end else {
      guard !block.has("start") else {
        throw block.damaged("the \(Sample.kind.rawValue) begins anew before it has ended")
      }
      return false
    }
    let isSecondEnd = events.dropLast().last?.end != nil
    guard last.failure != nil, !isSecondEnd, block.has("start") || block.has("end") else {
      throw block.damaged("something follows the end of the \(Sample.kind.rawValue)")
    }
    return true
  }

  private func startOrEnd(_ block: FixtureFields) throws(FixtureError) -> FixtureEvent<Sample> {
    guard block.has("start") else {
      let end = try end(block)
      guard end.failure == nil else { throw block.damaged("a device that has gone fails once more") }
      return .end(end)
    }
    let instance = try block.int("start", in: 1...FixtureDeviceEvent.limit)
    if let known = events.lazy.reversed().compactMap(\.startedInstance).first, instance <= known {
      throw block.damaged("'start' is \(instance), behind \(known): a device that is back is another each time")
    }
    return .start(FixtureStart(arrivalNanoseconds: try block.arrival(after: lastArrival), instance: instance))
  }

  private func end(_ block: FixtureFields) throws(FixtureError) -> FixtureEnd {
    let arrival = try block.arrival(after: lastArrival)
    switch try block.text("end") {
    case "stopped": return FixtureEnd(arrivalNanoseconds: arrival, failure: nil)
    case "failed":
      let number = try block.optionalInteger("errno", in: 0...Int64(Int32.max))
      let failure = DeviceError(
        DeviceError.Code(try block.text("code")), context: try block.text("device"),
        operation: try block.optionalText("operation"), status: number.map { Int($0) },
        message: try block.text("message"))
      return FixtureEnd(arrivalNanoseconds: arrival, failure: failure)
    default: throw block.damaged("'end' is neither stopped nor failed")
    }
  }
}
