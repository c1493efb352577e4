package import ByteCoding
import FoundationEssentials
package import MediaCore

/// The contents of a file of JSON that Google Takeout writes beside a picture or movie.
package struct TakeoutSidecar: Sendable, Hashable {
  /// Seconds since 1970 UTC. Google reckons them from the picture's local time where nothing tells its zone, so that
  /// they may be wrong by whole quarter hours.
  package let secondsSince1970: Int64
  /// The place where the picture was taken: the one that Google shows, or else the one in the picture's own metadata;
  /// `nil` for none.
  package let location: GeoLocation?
  /// Indicates whether the picture's owner has marked it as a favourite.
  package let isFavorite: Bool
  /// Indicates whether the picture is in its owner's trash.
  package let isTrashed: Bool

  /// A sidecar has a kilobyte or two, and names of people and places make it ten.
  static let largestSize = 1 << 18

  private struct Record: Decodable {
    struct Time: Decodable {
      let timestamp: Timestamp
    }

    /// Written as a text, and in old exports as a number.
    struct Timestamp: Decodable {
      let seconds: Int64

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {  // else it is a text, or the error says what it is
          seconds = number
          return
        }
        let text = try container.decode(String.self)
        guard let number = Int64(text) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number of seconds")
        }
        seconds = number
      }
    }

    struct Place: Decodable {
      let latitude: Double
      let longitude: Double
      let altitude: Double?

      /// The location; `nil` at 0, 0, which Google writes for an unknown place. An altitude of 0 stands for an unknown
      /// one.
      var location: GeoLocation? {
        guard latitude != 0 || longitude != 0 else { return nil }
        return GeoLocation(
          latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: altitude == 0 ? nil : altitude)
      }
    }

    private enum CodingKeys: CodingKey { case photoTakenTime, geoData, geoDataExif, favorited, trashed }

    let photoTakenTime: Time
    let location: GeoLocation?
    let isFavorite: Bool
    let isTrashed: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      photoTakenTime = try container.decode(Time.self, forKey: .photoTakenTime)
      // What is of another form than Takeout's tells no place and no mark; the date counts all the same.
      func place(_ key: CodingKeys) -> GeoLocation? { (try? container.decode(Place.self, forKey: key))?.location }
      location = place(.geoData) ?? place(.geoDataExif)
      isFavorite = (try? container.decode(Bool.self, forKey: .favorited)) ?? false  // as above
      isTrashed = (try? container.decode(Bool.self, forKey: .trashed)) ?? false  // as above
    }
  }

  /// Reads a file of JSON.
  /// - Throws: `CodingError` with `.unsupported` for JSON of other things, `.malformed` for what is no JSON, or tells a
  ///   date that no camera had; `ByteError`.
  package init(_ source: some ByteSource) throws {
    func failure(_ code: CodingError.Code, _ message: String, _ cause: (any Error)? = nil) -> CodingError {
      CodingError(code, context: source.name, message: message, underlying: cause)
    }
    guard source.count <= Self.largestSize else {
      throw failure(
        .unsupported, "It has \(source.count) bytes, too many for the JSON that Takeout puts beside a picture.")
    }
    let record: Record
    do {
      record = try JSONDecoder().decode(Record.self, from: Data(try source.bytes(0..<source.count)))
    } catch let error as ByteError {
      throw error
    } catch DecodingError.dataCorrupted(let context) {
      throw failure(.malformed, "It is no JSON, or its photoTakenTime is no number.", context.underlyingError)
    } catch {
      // It lacks a member, or has it of another kind.
      throw failure(.unsupported, "It is JSON without the photoTakenTime that Takeout writes.")
    }
    let seconds = record.photoTakenTime.timestamp.seconds
    // The first photograph, and the last year that Exif can write.
    guard (-4_449_600_000..<253_402_300_800).contains(seconds) else {
      throw failure(.malformed, "Its photoTakenTime of \(seconds) is no date of a photo.")
    }
    secondsSince1970 = seconds
    (location, isFavorite, isTrashed) = (record.location, record.isFavorite, record.isTrashed)
  }
}

/// The names that Takeout gives to files of JSON.
struct TakeoutNames {
  private static let suffix = ".supplemental-metadata"
  /// Takeout cuts names to 46 letters, which has been 45 to 47 over the years.
  private static let leastCut = 40

  /// Returns a key of the name that a file of JSON is for, and of its number where several have one name; `nil` for
  /// other files.
  static func key(ofSidecar path: String) -> String? {
    guard FileNames.fileExtension(of: path) == "json" else { return nil }
    let (name, number) = split(FileNames.stem(of: path))
    return key(FileNames.folder(of: path), name, number)
  }

  /// The keys under which a picture's or movie's JSON may be found, the most telling first.
  ///
  /// `IMG_1(2).jpg` has `IMG_1.jpg(2).json` or `IMG_1.jpg.supplemental-metadata(2).json`, either cut short; what was
  /// edited has that of the original.
  static func keys(ofMedia path: String) -> [String] {
    let (folder, tail) = (FileNames.folder(of: path), FileNames.tail(of: path))
    let (stem, number) = split(FileNames.stem(of: path))
    var bases = [(stem + tail, number)]
    if let original = PairName.withoutEdit(stem) { bases.append((original + tail, number)) }
    // Extracted twice, or named by others than Google.
    if !number.isEmpty { bases.append((FileNames.name(of: path), "")) }
    return bases.flatMap { base, number in
      let whole = base + suffix
      return stride(from: whole.count, through: min(base.count, leastCut), by: -1).map { length in
        key(folder, String(whole.prefix(length)), number)
      }
    }
  }

  private static func key(_ folder: String, _ name: String, _ number: String) -> String {
    "\(folder)/\(name.lowercased())|\(number)"
  }

  /// A name without the number in parentheses at its end, and that number.
  static func split(_ name: String) -> (String, String) {
    guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex else { return (name, "") }
    let digits = name[name.index(after: open)...].dropLast()
    guard (1...6).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else { return (name, "") }
    return (String(name[..<open]), String(digits))
  }
}
