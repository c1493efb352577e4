extension StillReport {
  func describe(in list: inout LabelledLines) {
    var picture = "\(displayWidth) × \(displayHeight)"
    if orientation != 1 { picture += " (stored \(width) × \(height), orientation \(orientation))" }
    list.add("picture", "\(picture), \(codec)")
    list.add("identifier", identifier)
    list.add("taken", date)
    list.add("camera", [make, model].compactMap { $0 }.joined(separator: " "))
    list.add("software", software)
    list.add("location", location.map(Self.place))
    var metadata: [String] = []
    if exifBytes > 0 { metadata.append("Exif \(exifBytes) bytes") }
    if let makerNoteEntries { metadata.append("Apple maker note with \(makerNoteEntries) entries") }
    if xmpBytes > 0 { metadata.append("XMP \(xmpBytes) bytes") }
    list.add("metadata", metadata.joined(separator: ", "))
    list.add("also holds", extras.joined(separator: ", "))
  }

  private static func place(_ location: Location) -> String {
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      "\(FileReport.decimal(abs(value), places: 6))° \(value < 0 ? negative : positive)"
    }
    let height = location.altitude.map { ", \(FileReport.decimal($0, places: 1)) m" } ?? ""
    return degrees(location.latitude, "N", "S") + " " + degrees(location.longitude, "E", "W") + height
  }
}
