import MovieCoding

extension MovieReport {
  func describe(in list: inout LabelledLines) {
    let length = duration.map { FileReport.seconds($0.seconds) } ?? "unknown length"
    list.add("movie", "\(length), \(brandName)" + (isFragmented ? ", fragmented" : ""))
    if displayWidth > 0 { list.add("shown as", "\(displayWidth) × \(displayHeight)") }
    list.add("identifier", identifier)
    if let stillTime {
      var text = "\(FileReport.seconds(stillTime.seconds)) (\(stillTime.value)/\(stillTime.timescale))"
      if let stillFrame {
        let distance = FileReport.decimal(abs(stillFrame.distance) * 1000, places: 1)
        text += ", picture \(stillFrame.index)"
        if abs(stillFrame.distance) >= 0.00005 {
          text += ", \(distance) ms \(stillFrame.distance < 0 ? "before" : "after")"
        }
      }
      list.add("still time", text)
    }
    list.add("begins", date)
    for track in tracks { list.add("track \(track.id)", track.text) }
    // Those that have a line of their own are not told again.
    for entry in metadata where ![MovieKey.contentIdentifier, MovieKey.creationDate].contains(entry.key) {
      list.add("key", "\(Self.shortened(entry.key)) = \(entry.value)")
    }
    for note in notes { list.add("note", note) }
  }

  private var brandName: String {
    guard let brand else { return "QuickTime without ftyp" }
    return brand == "qt  " ? "QuickTime" : "brand \(brand)"
  }

  /// A key without the part that nearly all share.
  fileprivate static func shortened(_ key: String) -> String {
    key.hasPrefix(MovieKey.prefix) ? String(key.dropFirst(MovieKey.prefix.count)) : key
  }
}

extension TrackReport {
  var text: String {
    var parts = [kind]
    if let codec { parts[0] += " \(codec)" }
    if let width, let height { parts.append("\(width) × \(height)") }
    if let rotation, rotation != 0 { parts.append("turned \(rotation)°") }
    if let frameRate {
      parts.append("\(FileReport.decimal(frameRate, places: 2)) fps" + (isVariableRate == true ? " variable" : ""))
    }
    if let sampleRate { parts.append("\(sampleRate) Hz") }
    if let channels { parts.append(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels") }
    parts.append("\(sampleCount) sample\(sampleCount == 1 ? "" : "s")")
    parts.append(FileReport.seconds(seconds))
    if !isEnabled { parts.append("disabled") }
    let isEdited = edits.count > 1 || edits.contains { ($0.mediaSeconds ?? 0) > 0 }
    // Of timed metadata the pauses are the message, and it is told by name.
    if isEdited, kind != "metadata" { parts.append("edited (\(editText))") }
    if !keys.isEmpty { parts.append(keys.map(MovieReport.shortened).joined(separator: " ")) }
    for (kind, ids) in references.sorted(by: { $0.key < $1.key }) {
      parts.append("\(kind) → \(ids.map(String.init).joined(separator: " "))")
    }
    return parts.joined(separator: ", ")
  }

  private var editText: String {
    edits.map { edit in
      let place = edit.mediaSeconds.map { "from \(FileReport.decimal($0, places: 4))" } ?? "pause"
      return "\(place) for \(FileReport.decimal(edit.seconds, places: 4)) s"
    }.joined(separator: ", ")
  }
}
