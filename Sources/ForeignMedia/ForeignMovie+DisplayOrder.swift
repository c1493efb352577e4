import CFFmpeg

extension ForeignMovie {
  /// The numbers of a stream's packets, as ``forEachPacket(of:progress:_:)`` counts them from 0, in the order in which
  /// their pictures are shown.
  ///
  /// For files that have no times of showing, such as AVI and bare streams: the pictures are decoded to learn it. Packets
  /// that cannot be decoded are missing.
  /// - Throws: `CodingError` when nothing can be decoded or the source fails; `CancellationError`; what `progress` throws.
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
}
