import ISOBoxes
import MovieCoding

extension MovieRules {
  /// The most entries of a track's edit list: phones write one or two, editors a few for each cut or change of speed.
  static let usualEdits = 64
  /// The number of entries above which no player is known to follow an edit list: each shows a part of the movie of its
  /// own.
  private static let mostEdits = 1024

  /// The results of the rules that a movie must pass so that Apple's programs can play it.
  var formatResults: [RuleResult] {
    RuleResult.list([.h264Profile: h264Profile, .formats: formats, .editLists: editLists])
  }

  private var h264Profile: RuleResult.Outcome {
    guard let track = file.videoTrack, track.codec == "avc1" else { return (.pass, "no H.264") }
    guard let profile = track.h264Profile else { return (.notChecked, "H.264 without a configuration") }
    return (profile.isProfessional ? .failure : .pass, profile.name)
  }

  private var formats: RuleResult.Outcome {
    let tracks = file.pictureTracks + file.tracks.filter { $0.handler == "soun" && $0.isEnabled }
    let codecs = tracks.map { $0.codec?.description ?? "?" }
    let text = codecs.joined(separator: ", ")
    let strange = zip(tracks, codecs).first { track, codec in
      track.handler == "soun" ? !Self.soundFormats.contains(codec) : Self.strangePictures.contains(codec)
    }
    if let strange { return (.failure, "\(strange.1) among \(text)") }
    return (.pass, text.isEmpty ? "no pictures and no sound" : text)
  }

  private var editLists: RuleResult.Outcome {
    // Without fragments an edit of no length shows nothing to most players.
    if let edits = file.videoTrack?.edits, !edits.isEmpty, !file.isFragmented,
      edits.allSatisfy({ $0.segmentDuration == 0 })
    {
      return (.failure, "no picture is shown: the edits of the pictures have no length")
    }
    guard let track = file.tracks.max(by: { $0.edits.count < $1.edits.count }) else { return (.pass, "no tracks") }
    let text = "up to \(track.edits.count) entries in a track"
    guard track.edits.count > Self.usualEdits else { return (.pass, text) }
    return (track.edits.count > Self.mostEdits ? .failure : .warning, "\(text), in track \(track.id)")
  }

  /// Sound that QuickTime plays: AAC and MP3, PCM, Apple's lossless and spatial kinds, and what older cameras and
  /// phones write. Whatever else stands there, Apple's programs open none of it in a movie.
  private static let soundFormats: Set<String> = [
    "mp4a", ".mp3", "lpcm", "ipcm", "fpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw ", "NONE", "alac",
    "apac", "ac-3", "ec-3", "ima4", "ulaw", "alaw", "agsm", "samr", "sawb", "qcel", "Qclp", "sqcp", "sevc", "ssmv",
    "MAC3", "MAC6", "QDMC", "QDM2",
    // "ms" and a number of Microsoft's: ADPCM, its other kind, and MP3.
    "0x6d730002", "0x6d730011", "0x6d730055",
  ]

  /// Pictures that other containers have, and QuickTime's do not. What else is no Live Photo's, another rule tells.
  private static let strangePictures: Set<String> = ["vp08", "VP80", "theo", "FFV1", "XVID", "DIVX"]
}
