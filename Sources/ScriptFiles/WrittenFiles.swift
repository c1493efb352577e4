import ByteCoding
public import CaptureScripts
import ISOBoxes
import MovieCoding
import StillCoding
import VideoCoding

/// Reads the files of scripts' captures with livecam's own readers.
public struct WrittenFiles: ScriptFileReading {
  /// Creates a reader.
  public init() {}

  /// Returns what a QuickTime movie says.
  public func movie(_ bytes: [UInt8]) -> ScriptMovie? {
    guard let file = try? MovieReader().read(bytes) else { return nil }  // the judge misses what cannot be read
    return ScriptMovie(
      audioTrackCount: file.tracks.count { $0.handler == "soun" }, isSilent: Self.isSilent(file, bytes),
      contentIdentifier: file.contentIdentifier, stillTime: file.stillTime)
  }

  /// Returns the identifier in a JPEG or HEIC.
  public func contentIdentifier(ofStill bytes: [UInt8]) -> String? {
    (try? StillFile.read(ArrayBytes(bytes, name: "still")))?.contentIdentifier  // the judge misses it
  }

  /// Returns how bright a still is on the whole.
  public func brightness(ofStill bytes: [UInt8]) -> Double? {
    // The judge misses what cannot be read.
    guard let picture = try? PictureDecoder().decode(ArrayBytes(bytes, name: "still")) else { return nil }
    let sum = picture.withPlanes { planes in
      (0..<picture.height).reduce(0) { sum, row in
        planes.luma[(row * planes.lumaStride)..<(row * planes.lumaStride + picture.width)].reduce(sum) { $0 + Int($1) }
      }
    }
    return (Double(sum) / Double(255 * picture.width * picture.height) * 1000).rounded() / 1000
  }

  /// Tells whether a movie's sound is nothing but zeros; `nil` if the sound is not PCM.
  private static func isSilent(_ file: MovieFile, _ bytes: [UInt8]) -> Bool? {
    // The judge misses what cannot be read.
    guard let track = file.audioTrack, track.codec?.description != "mp4a", let samples = try? track.samples(),
      !samples.isEmpty
    else { return nil }
    var isSilent = true
    var count = 0
    for sample in samples {
      guard sample.size >= 0, sample.offset <= UInt64(bytes.count), sample.size <= bytes.count - Int(sample.offset)
      else { return nil }
      count += sample.size
      isSilent = isSilent && bytes[Int(sample.offset)..<(Int(sample.offset) + sample.size)].allSatisfy { $0 == 0 }
    }
    return count == 0 ? nil : isSilent
  }
}
