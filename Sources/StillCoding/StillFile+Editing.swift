public import ByteCoding
public import MediaCore

/// A still with other metadata.
public struct EditedStill: Sendable {
  /// The new file's bytes.
  public let rope: ByteRope
  /// The losses, and the edits that could not be done, as sentences; usually none.
  public let notes: [String]
}

extension StillFile {
  /// The file with the given changes and everything else byte for byte.
  ///
  /// After `.set(videoLength:…)` the video's bytes belong right behind the rope, which for HEIC ends with the header
  /// of the box that holds them. Applying the same edits to the result gives the same bytes.
  /// - Throws: ``MediaCore/CodingError``: `.invalidSetting` for edits that the file cannot take, `.unsupported` for a
  ///   video in a PNG or WebP, `.malformed` when XMP has to change and cannot be parsed. When places are to go, also
  ///   for whatever may tell of one and cannot be read or cleaned.
  public func edited(_ edits: StillEdits) throws(CodingError) -> EditedStill {
    try check(edits)
    var change = try container.change(edits, orientation: orientation, video: video(edits))
    let turn = previewTurn(edits)
    if edits.removesLocation {
      try removeLocation(edits, turn, &change)
    } else if let turn, let jpeg = container as? JPEGFile {
      change.trailer = try jpeg.previewPatches(turn)
    }
    change.trailer += try trailerPatches(edits)
    let (rope, lost) = try container.rope(change, edits)
    return EditedStill(rope: rope, notes: change.notes + lost)
  }

  /// Returns the turn by which a JPEG's previews are seen as the picture is after the edits; `nil` if they stay as they
  /// are.
  private func previewTurn(_ edits: StillEdits) -> HEICTurn? {
    guard format == .jpeg, let new = edits.orientation, new != orientation else { return nil }
    return HEICTurn(orientation).inverse.then(HEICTurn(new))
  }

  private func removeLocation(
    _ edits: StillEdits, _ turn: HEICTurn?, _ change: inout StillChange
  ) throws(CodingError) {
    guard motionPhoto == nil || edits.motionPhoto != .keep else {
      throw refusal(
        .unsupported,
        "The still carries a video, which may say where it was taken. Take the video out, or put a clean one "
          + "in its place.")
    }
    try container.removeLocation(&change)
    guard let jpeg = container as? JPEGFile else { return }
    let trailer = try jpeg.trailerRemoval(isInPlace: false, video: motionPhoto?.videoRange, turn: turn, depth: 0)
    change.trailer += trailer
    for gone in trailer where gone.bytes.isEmpty {
      change.notes.append(
        "What follows the picture at byte \(gone.range.lowerBound), \(gone.range.count) bytes, may say where the still was "
          + "taken, and is gone.")
    }
  }

  /// Tells whether a JPEG's or a PNG's picture goes on to its end; `true` for other formats, whose files are not read
  /// if they break off.
  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  public func isWhole() throws(CodingError) -> Bool {
    guard let jpeg = container as? JPEGFile else { return (container as? PNGFile)?.isWhole ?? true }
    let end = try source.prefix(at: max(0, source.count - 2), 2, of: "the end")
    if end == [0xff, 0xd9] { return true }
    return try jpeg.endOfImage() != nil
  }

  /// Returns a sentence on what keeps the picture from being whole, as far as can be told without decoding it; `nil` if
  /// nothing does, and for formats other than JPEG, PNG and HEIC.
  ///
  /// `reading` all of the picture's bytes, of a HEIC most damage shows; otherwise what its items tell. Where parts of
  /// the file are zeros, as interrupted copies leave them, all bytes are read anyway.
  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  public func damage(reading: Bool) throws(CodingError) -> String? {
    guard try isWhole() else { return "Its picture breaks off before its end. Get another copy." }
    let reading = if reading { true } else { try hasZeros() }
    if let jpeg = container as? JPEGFile {
      if let problem = try JPEGQuantization(jpeg).problem { return problem }
      if let problem = try JPEGProgression.problem(in: jpeg) { return problem }
      return reading ? try JPEGScanCheck(jpeg).strayBytes() : nil
    }
    return try (container as? HEICFile)?.unitProblem(reading: reading)
  }

  /// Tells whether there are zeros in one of many places of the file, which are looked at in a moment.
  private func hasZeros() throws(CodingError) -> Bool {
    let (length, most) = (64, 16 << 10)
    let step = min(most, max(length, source.count / length))
    for position in stride(from: step, through: source.count - length, by: step) {
      let bytes = try source.part(position..<position + length, of: "the picture")
      if !bytes.contains(where: { $0 != 0 }) { return true }
    }
    return false
  }

  private func check(_ edits: StillEdits) throws(CodingError) {
    if let identifier = edits.contentIdentifier, PairIdentifier(uuidString: identifier) == nil {
      throw refusal(
        .invalidSetting, "The identifier \(identifier) is no UUID of 36 characters. Give one, such as uuidgen makes.")
    }
    if let thumbnail = edits.thumbnail, !thumbnail.starts(with: [0xff, 0xd8]) || thumbnail.count > 60_000 {
      throw refusal(.invalidSetting, "The thumbnail must be a JPEG of at most 60000 bytes. Make it smaller.")
    }
    guard case .set(let length, let timestamp) = edits.motionPhoto else { return }
    guard length > 0, timestamp ?? 0 >= 0 else {
      throw refusal(
        .invalidSetting,
        "A video of \(length) bytes with the still at \(timestamp ?? 0) µs cannot be. Give positive numbers.")
    }
    guard format == .jpeg || format == .heic || format == .avif else {
      throw refusal(
        .unsupported,
        "No program looks for a video in a \(format.rawValue.uppercased()). Convert the still to JPEG or HEIC."
      )
    }
  }

  private func refusal(_ code: CodingError.Code, _ message: String) -> CodingError {
    CodingError(code, context: source.name, message: message)
  }

  private func video(_ edits: StillEdits) -> XMPEditor.Video? {
    guard case .set(let length, let timestamp) = edits.motionPhoto else { return nil }
    return XMPEditor.Video(
      length: length, timestamp: timestamp, pictureMime: "image/\(format.rawValue)",
      padding: format == .jpeg ? 0 : HEICFile.videoHeader(length).count)
  }

  /// Returns patches that remove a JPEG's video, and Samsung's blocks about places, from its trailer.
  private func trailerPatches(_ edits: StillEdits) throws(CodingError) -> [BytePatch] {
    guard format == .jpeg, edits.motionPhoto != .keep || edits.removesLocation else { return [] }
    let trailer = try SamsungTrailer(source)
    var gone = edits.removesLocation ? trailer?.places ?? [] : []
    var patches: [BytePatch] = []
    if edits.motionPhoto != .keep, let video = motionPhoto?.videoRange {
      if let block = trailer?.motionPhoto, block.range.contains(video.lowerBound) {
        gone.append(block)
      } else {
        patches.append(BytePatch(range: video, bytes: []))
      }
    }
    return patches + (trailer?.removing(gone) ?? [])
  }
}
