import ByteCoding
import CFFmpeg
import MediaCore

extension ForeignMovie {
  /// Hands all packets of the given streams, or of all, to `body`, in the order of the file.
  ///
  /// They are as a movie file holds them (see ``ForeignPacket/bytes``), so they can be written to one without being
  /// encoded again. A file that breaks off ends early and without an error. `progress` hears the fraction of the file
  /// that was read, never falling.
  /// - Throws: `CodingError` when the source fails or a packet cannot be brought into that form; `CancellationError`
  ///   when the task was cancelled; what `body` or `progress` throws.
  public func forEachPacket(
    of streams: Set<Int>? = nil, progress: ((Double) throws -> Void)? = nil,
    _ body: (ForeignPacket) throws -> Void
  ) throws {
    let demuxer = try Demuxer(source)
    demuxer.select(streams)
    var unwrappers = self.streams.map { PacketUnwrapper(stream: $0, name: source.name) }
    var told = 0.0
    while let packet = try demuxer.next() {
      let index = Int(packet.pointee.stream_index)
      // A transport stream may bring up new ones on its way.
      guard unwrappers.indices.contains(index), streams?.contains(index) ?? true else { continue }
      let isNew = try unwrappers[index].unwrap(packet.bytes)
      try (isNew ? unwrappers[index].bytes : []).withUnsafeBytes {
        try body(foreign(packet, of: self.streams[index], made: isNew ? $0 : nil))
      }
      guard let progress, demuxer.fraction > told else { continue }
      told = demuxer.fraction
      try progress(told)
    }
  }

  /// Returns the numbers of a stream's packets, as ``forEachPacket(of:progress:_:)`` counts them from 0, in the order
  /// in which their pictures are shown.
  ///
  /// For files that have no times of showing, such as AVI and bare streams: the pictures are decoded to learn it.
  /// Packets that cannot be decoded are missing.
  /// - Throws: `CodingError` when nothing can be decoded or the source fails; `CancellationError`; what `progress`
  ///   throws.
  public func displayOrder(of stream: ForeignStream, progress: ((Double) throws -> Void)? = nil) throws -> [Int] {
    let decoder = try Decoder(try Demuxer(source), stream: stream)
    decoder.numbersPackets = true
    var order: [Int] = []
    while let frame = try decoder.next() {
      if let number = Int(exactly: frame.pointee.pts), number >= 0 { order.append(number) }
      try progress?(decoder.fraction)
    }
    return order
  }

  private func foreign(
    _ packet: Packet, of stream: ForeignStream, made: UnsafeRawBufferPointer?
  ) -> ForeignPacket {
    let fields = packet.pointee
    // AVI knows when pictures are decoded: times of showing that FFmpeg makes of that are wrong where they are
    // reordered, and what the stream's header says of it is not to be relied on.
    let canBeReordered = stream.codec == .h264 || stream.codec == .hevc
    let isTold = fields.pts != .min && !(canBeReordered && formatName == "avi")
    let shown = isTold ? fields.pts : canBeReordered ? nil : fields.dts
    func known(_ ticks: Int64?) -> Int64? { ticks == .min ? nil : ticks }
    return ForeignPacket(
      stream: stream.index, presentationTicks: known(shown), decodingTicks: known(fields.dts),
      durationTicks: max(fields.duration, 0), presentationTime: known(shown).map(stream.time),
      decodingTime: known(fields.dts).map(stream.time), isKey: fields.flags & AV_PKT_FLAG_KEY != 0,
      isDiscarded: fields.flags & AV_PKT_FLAG_DISCARD != 0, bytes: made ?? packet.bytes)
  }
}
