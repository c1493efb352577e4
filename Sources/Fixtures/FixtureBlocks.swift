import CaptureDevices
import MediaCore

/// What devices told, as JSON: frames and chunks that are alike but for their numbers stand together in a block.
enum FixtureBlocks {
  /// Frames or chunks in a line of the manifest, so that lines can still be read and compared.
  static let blockLimit = 32
  /// Payloads of a stream altogether: hours of frames, and of chunks of 10 ms.
  static let payloadLimit = 2_000_000
  /// How often devices come and go, at most.
  private static let deviceEventLimit = 10_000
  /// What a count of lost frames is believed up to.
  private static let countLimit = 1_000_000_000
  private static let bytesLimit: Int64 = 1 << 40
  private static let chunkFramesLimit: Int64 = 1 << 24
  private static let times = -FixtureFields.timeLimit...FixtureFields.timeLimit

  // MARK: Checksums, which decide what stands together

  /// The checksums of a camera's payloads, each for the frames of one block.
  static func checks(_ events: [FixtureVideoEvent], hashes: [UInt64]) -> [FixtureCheck] {
    var last: FixtureFrame?
    return checks(
      events, hashes: hashes, isPayload: { if case .frame = $0 { true } else { false } },
      continues: { event in
        guard case .frame(let frame) = event else { last = nil; return false }
        defer { last = frame }
        return last.map { $0.sequence &+ 1 == frame.sequence } ?? false
      })
  }

  /// The checksums of a microphone's payloads, each for the chunks of one block.
  static func checks(_ events: [FixtureAudioEvent], hashes: [UInt64]) -> [FixtureCheck] {
    var last: FixtureChunk?
    return checks(
      events, hashes: hashes, isPayload: { if case .chunk = $0 { true } else { false } },
      continues: { event in
        guard case .chunk(let chunk) = event else { last = nil; return false }
        defer { last = chunk }
        return last.map {
          $0.position + Int64($0.frameCount) == chunk.position && $0.isFiller == chunk.isFiller
            && ($0.clock == nil) == (chunk.clock == nil)
        } ?? false
      })
  }

  private static func checks<Event>(
    _ events: [Event], hashes: [UInt64], isPayload: (Event) -> Bool, continues: (Event) -> Bool
  ) -> [FixtureCheck] {
    var checks: [FixtureCheck] = []
    var (first, count) = (0, 0)
    func close() {
      guard count > 0 else { return }
      checks.append(FixtureCheck(first: first, count: count, hash: FixtureHash.of(hashes[first..<first + count])))
      (first, count) = (first + count, 0)
    }
    for event in events {
      if !continues(event) || count == blockLimit { close() }
      if isPayload(event) { count += 1 }
    }
    close()
    return checks
  }

  // MARK: Writing

  static func blocks(_ video: FixtureManifest.Video) -> [FixtureJSON] {
    var (blocks, frames): ([FixtureJSON], [FixtureFrame]) = ([], [])
    var checks = video.checks[...]
    for event in video.events {
      switch event {
      case .frame(let frame):
        frames.append(frame)
        if let check = checks.first, frames.count == check.count {
          blocks.append(block(frames, hash: check.hash))
          frames = []
          checks.removeFirst()
        }
      case .skip(let count, let reason, let arrival): blocks.append(skip(count, reason, arrival))
      case .start(let start): blocks.append(block(start))
      case .end(let end): blocks.append(block(end))
      }
    }
    return blocks
  }

  static func blocks(_ audio: FixtureManifest.Audio) -> [FixtureJSON] {
    var (blocks, chunks): ([FixtureJSON], [FixtureChunk]) = ([], [])
    var checks = audio.checks[...]
    for event in audio.events {
      switch event {
      case .chunk(let chunk):
        chunks.append(chunk)
        if let check = checks.first, chunks.count == check.count {
          blocks.append(block(chunks, hash: check.hash))
          chunks = []
          checks.removeFirst()
        }
      case .loss(let frames, let arrival): blocks.append(loss(frames, arrival))
      case .start(let start): blocks.append(block(start))
      case .end(let end): blocks.append(block(end))
      }
    }
    return blocks
  }

  /// Frames whose numbers follow one another; at least one.
  static func block(_ frames: [FixtureFrame], hash: UInt64) -> FixtureJSON {
    .members([
      ("frames", .integer(Int64(frames.count))), ("sequence", .integer(Int64(clamping: frames[0].sequence))),
      ("time", .integer(frames[0].timeNanoseconds)), ("steps", steps(frames.map(\.timeNanoseconds))),
      ("latency", FixtureFields.column(frames.map { $0.arrivalNanoseconds - $0.timeNanoseconds })),
      ("bytes", FixtureFields.column(frames.map { Int64($0.byteCount) })), ("hash", FixtureFields.hash(hash)),
    ])
  }

  /// Chunks that follow one another and are alike; at least one.
  static func block(_ chunks: [FixtureChunk], hash: UInt64) -> FixtureJSON {
    var members: [(String, FixtureJSON)] = [
      ("chunks", .integer(Int64(chunks.count))), ("position", .integer(chunks[0].position)),
      ("lengths", FixtureFields.column(chunks.map { Int64($0.frameCount) })),
      ("arrival", .integer(chunks[0].arrivalNanoseconds)), ("steps", steps(chunks.map(\.arrivalNanoseconds))),
    ]
    let readings = chunks.compactMap { chunk in
      chunk.clock.map { reading in
        (
          ahead: reading.position - chunk.position - Int64(chunk.frameCount),
          lag: chunk.arrivalNanoseconds - reading.time.nanoseconds
        )
      }
    }
    if readings.count == chunks.count {
      members.append(("ahead", FixtureFields.column(readings.map(\.ahead))))
      members.append(("lag", FixtureFields.column(readings.map(\.lag))))
    }
    if chunks[0].isFiller { members.append(("filler", .boolean(true))) }
    return .members(members + [("hash", FixtureFields.hash(hash))])
  }

  static func skip(_ count: Int, _ reason: SkipReason, _ arrival: Int64) -> FixtureJSON {
    .members([
      ("skipped", .integer(Int64(count))), ("reason", .text(reason.rawValue)), ("arrival", .integer(arrival)),
    ])
  }

  static func loss(_ frames: Int, _ arrival: Int64) -> FixtureJSON {
    .members([("lost", .integer(Int64(frames))), ("arrival", .integer(arrival))])
  }

  static func block(_ end: FixtureEnd) -> FixtureJSON {
    guard let failure = end.failure else {
      return .members([("end", .text("stopped")), ("arrival", .integer(end.arrivalNanoseconds))])
    }
    var members: [(String, FixtureJSON)] = [
      ("end", .text("failed")), ("arrival", .integer(end.arrivalNanoseconds)),
      ("code", .text(failure.code.description)), ("device", .text(failure.device)),
    ]
    if let operation = failure.operation { members.append(("operation", .text(operation))) }
    if let number = failure.errno { members.append(("errno", .integer(Int64(number)))) }
    return .members(members + [("message", .text(failure.message))])
  }

  static func block(_ start: FixtureStart) -> FixtureJSON {
    .members([("start", .integer(Int64(start.instance))), ("arrival", .integer(start.arrivalNanoseconds))])
  }

  static func block(_ event: FixtureDeviceEvent) -> FixtureJSON {
    let members: [(String, FixtureJSON)] = [
      ("device", .text(event.kind.rawValue)), ("connected", .boolean(event.isConnected)),
      ("arrival", .integer(event.arrivalNanoseconds)),
    ]
    return .members(members + (event.node.map { [("node", .text($0))] } ?? []))
  }

  /// How far each number is from the one before.
  private static func steps(_ numbers: [Int64]) -> FixtureJSON {
    FixtureFields.column(zip(numbers, numbers.dropFirst()).map { $1 - $0 })
  }

  // MARK: Reading

  /// The number of the first payload behind those of the blocks so far.
  private static func next(after checks: [FixtureCheck]) -> Int {
    (checks.last?.first ?? 0) + (checks.last?.count ?? 0)
  }

  private static func append(
    _ block: FixtureFields, count: Int, to checks: inout [FixtureCheck]
  ) throws(FixtureError) {
    checks.append(FixtureCheck(first: next(after: checks), count: count, hash: try block.hash("hash")))
  }

  static func read(_ block: FixtureFields, into video: inout FixtureManifest.Video) throws(FixtureError) {
    if try goesOn(block, behind: video.events, "camera") {
      video.events.append(try startOrEnd(block, behind: video.events, FixtureVideoEvent.start, FixtureVideoEvent.end))
    } else if block.has("frames") {
      let frames = try self.frames(block, after: next(after: video.checks), of: video)
      try append(block, count: frames.count, to: &video.checks)
      video.events += frames.map { .frame($0) }
    } else if block.has("skipped") {
      guard let reason = SkipReason(rawValue: try block.text("reason")) else {
        throw block.damaged("'reason' is none that is known")
      }
      video.events.append(
        .skip(
          count: try block.int("skipped", in: 0...countLimit), reason: reason,
          arrivalNanoseconds: try arrival(block, after: video.events.last?.arrivalNanoseconds)))
    } else {
      video.events.append(.end(try end(block, after: video.events.last?.arrivalNanoseconds)))
    }
  }

  static func read(_ block: FixtureFields, into audio: inout FixtureManifest.Audio) throws(FixtureError) {
    if try goesOn(block, behind: audio.events, "microphone") {
      audio.events.append(try startOrEnd(block, behind: audio.events, FixtureAudioEvent.start, FixtureAudioEvent.end))
    } else if block.has("chunks") {
      let chunks = try self.chunks(block, after: next(after: audio.checks), of: audio)
      try append(block, count: chunks.count, to: &audio.checks)
      audio.events += chunks.map { .chunk($0) }
    } else if block.has("lost") {
      audio.events.append(
        .loss(
          frames: try block.int("lost", in: 0...countLimit),
          arrivalNanoseconds: try arrival(block, after: audio.events.last?.arrivalNanoseconds)))
    } else {
      audio.events.append(.end(try end(block, after: audio.events.last?.arrivalNanoseconds)))
    }
  }

  /// Whether a block stands behind the end of a stream. There, a device begins anew, or the recording ends without it.
  private static func goesOn(
    _ block: FixtureFields, behind events: [some FixtureStreamEvent], _ device: String
  ) throws(FixtureError) -> Bool {
    guard let last = events.last, last.isEnd else {
      guard !block.has("start") else { throw block.damaged("the \(device) begins anew before it has ended") }
      return false
    }
    let isSecondEnd = events.count > 1 && events[events.count - 2].isEnd
    guard !last.isStop, !isSecondEnd, block.has("start") || block.has("end") else {
      throw block.damaged("something follows the end of the \(device)'s recording")
    }
    return true
  }

  private static func startOrEnd<Event: FixtureStreamEvent>(
    _ block: FixtureFields, behind events: [Event], _ starting: (FixtureStart) -> Event, _ ending: (FixtureEnd) -> Event
  ) throws(FixtureError) -> Event {
    let last = events.last?.arrivalNanoseconds
    guard block.has("start") else {
      let end = try end(block, after: last)
      guard end.failure == nil else { throw block.damaged("a device that has gone fails once more") }
      return ending(end)
    }
    let instance = try block.int("start", in: 1...deviceEventLimit)
    if let known = events.lazy.reversed().compactMap(\.startedInstance).first, instance <= known {
      throw block.damaged("'start' is \(instance), behind \(known): a device that is back is another each time")
    }
    return starting(FixtureStart(arrivalNanoseconds: try arrival(block, after: last), instance: instance))
  }

  static func read(_ block: FixtureFields, into events: inout [FixtureDeviceEvent]) throws(FixtureError) {
    guard events.count < deviceEventLimit else { throw block.damaged("devices come and go too often") }
    guard let kind = FixtureDeviceEvent.Kind(rawValue: try block.text("device")) else {
      throw block.damaged("'device' is neither camera nor microphone")
    }
    events.append(
      FixtureDeviceEvent(
        kind: kind, isConnected: try block.flag("connected"),
        arrivalNanoseconds: try arrival(block, after: events.last?.arrivalNanoseconds),
        node: try block.optionalText("node")))
  }

  private static func count(_ name: String, _ block: FixtureFields, after first: Int) throws(FixtureError) -> Int {
    let count = try block.int(name, in: 1...payloadLimit)
    guard count <= payloadLimit - first else { throw block.damaged("there are more than \(payloadLimit) of '\(name)'") }
    return count
  }

  /// An arrival, which is not before the begin and not before the one before it.
  private static func arrival(_ block: FixtureFields, after last: Int64?) throws(FixtureError) -> Int64 {
    let arrival = try block.integer("arrival", in: 0...FixtureFields.timeLimit)
    guard arrival >= last ?? 0 else {
      throw block.damaged("'arrival' is \(arrival), before what stands above it: time does not run backwards")
    }
    return arrival
  }

  private static func frames(
    _ block: FixtureFields, after first: Int, of video: FixtureManifest.Video
  ) throws(FixtureError) -> [FixtureFrame] {
    let count = try count("frames", block, after: first)
    let sequence = try block.integer("sequence", in: 0...FixtureFields.timeLimit)
    let last = video.events.lazy.reversed().compactMap { if case .frame(let frame) = $0 { frame } else { nil } }.first
    // Behind a start, numbers begin anew; time does not.
    let stream = video.events.lazy.reversed().prefix { $0.startedInstance == nil }
    let isFirst = !stream.contains { $0.hasPayload }
    if let last, !isFirst, UInt64(sequence) <= last.sequence {
      throw block.damaged("'sequence' is \(sequence), behind frame \(last.sequence): numbers only rise")
    }
    let times = try sums(from: block.time("time"), block, count: count)
    if let last, times[0] < last.timeNanoseconds {
      throw block.damaged("'time' is \(times[0]), before the frame above it: time does not run backwards")
    }
    let latencies = try block.column("latency", count: count, in: 0...FixtureFields.timeLimit)
    let isRaw = !video.mode.format.planes.isEmpty
    let least = isRaw ? Int64(video.mode.format.frameBytes) : 0
    let sizes = try block.column("bytes", count: count, in: 0...bytesLimit)
    guard sizes.allSatisfy({ $0 >= least }) else {
      throw block.damaged("'bytes' has a number below \(least), which a frame of the mode takes")
    }
    var arrival = max(0, video.events.last?.arrivalNanoseconds ?? 0)
    var frames: [FixtureFrame] = []
    frames.reserveCapacity(count)
    for index in 0..<count {
      let next = try bounded(times[index] + latencies[index], block)
      guard next >= arrival else {
        throw block.damaged("frame \(index + 1) of this block arrives before the one before it, or before the begin")
      }
      arrival = next
      frames.append(
        FixtureFrame(
          timeNanoseconds: times[index], arrivalNanoseconds: arrival,
          sequence: UInt64(sequence) + UInt64(index), byteCount: Int(sizes[index])))
    }
    return frames
  }

  private static func chunks(
    _ block: FixtureFields, after first: Int, of audio: FixtureManifest.Audio
  ) throws(FixtureError) -> [FixtureChunk] {
    let count = try count("chunks", block, after: first)
    var position = try block.integer("position", in: 0...FixtureFields.timeLimit)
    // Behind a start, positions begin anew.
    let last = audio.events.lazy.reversed().prefix { $0.startedInstance == nil }.compactMap {
      if case .chunk(let chunk) = $0 { chunk } else { nil }
    }.first
    if let last, position < last.position + Int64(last.frameCount) {
      throw block.damaged("'position' is \(position), inside the sound above it: positions only rise")
    }
    let lengths = try block.column("lengths", count: count, in: 1...chunkFramesLimit)
    let arrivals = try sums(
      from: arrival(block, after: audio.events.last?.arrivalNanoseconds), block, count: count)
    let hasClock = block.has("ahead") || block.has("lag")
    let aheads = hasClock ? try block.column("ahead", count: count, in: times) : []
    let lags = hasClock ? try block.column("lag", count: count, in: times) : []
    let isFiller = try block.flag("filler")
    var chunks: [FixtureChunk] = []
    chunks.reserveCapacity(count)
    for index in 0..<count {
      let end = try bounded(position + lengths[index], block)
      let clock =
        hasClock
        ? AudioClockReading(
          position: try bounded(end + aheads[index], block),
          time: MediaTime(nanoseconds: try bounded(arrivals[index] - lags[index], block))) : nil
      chunks.append(
        FixtureChunk(
          position: position, frameCount: Int(lengths[index]), arrivalNanoseconds: arrivals[index], clock: clock,
          isFiller: isFiller))
      position = end
    }
    return chunks
  }

  /// The numbers that begin with `first` and go on by the block's steps, which never go back.
  private static func sums(from first: Int64, _ block: FixtureFields, count: Int) throws(FixtureError) -> [Int64] {
    var numbers = [first]
    numbers.reserveCapacity(count)
    for step in try block.column("steps", count: count - 1, in: 0...FixtureFields.timeLimit) {
      numbers.append(try bounded(numbers[numbers.count - 1] + step, block))
    }
    return numbers
  }

  /// A sum of two numbers that were in bounds, which fits 64 bits but may be out of bounds itself.
  private static func bounded(_ value: Int64, _ block: FixtureFields) throws(FixtureError) -> Int64 {
    guard times.contains(value) else { throw block.damaged("its times or positions add up to what cannot be") }
    return value
  }

  private static func end(_ block: FixtureFields, after last: Int64?) throws(FixtureError) -> FixtureEnd {
    let arrival = try arrival(block, after: last)
    switch try block.text("end") {
    case "stopped": return FixtureEnd(arrivalNanoseconds: arrival, failure: nil)
    case "failed":
      let number = block.has("errno") ? Int32(try block.integer("errno", in: 0...Int64(Int32.max))) : nil
      let failure = DeviceError(
        DeviceError.Code(try block.text("code")), device: try block.text("device"),
        operation: try block.optionalText("operation"), errno: number, message: try block.text("message"))
      return FixtureEnd(arrivalNanoseconds: arrival, failure: failure)
    default: throw block.damaged("'end' is neither stopped nor failed")
    }
  }
}
