import ByteCoding
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing
import VideoCoding

/// A small Live Photo as livecam itself would write it: a picture of blocks that drift, and the still among them.
struct SamplePair {
  /// What can be varied.
  struct Recipe {
    var identifier = "0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
    var scene: UInt64 = 7
    var width = 320
    var height = 240
    var frames = 45
    var stillFrame = 24
    var orientation = Orientation.up
    var stillOrientation = ExifOrientation.up
    var hasIdentifier = true
    /// The first frame that is black, as all behind it are.
    var blackFrom = Int.max
    /// 2026-11-21 04:40:05 at −05:30.
    var begins = WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: -5 * 3600 - 1800)
  }

  let still: [UInt8]
  let movie: [UInt8]
  /// When the still was taken, on the movie's timeline.
  let stillTime: MediaTime

  /// The pair of the ordinary recipe; encoded once.
  static let good = Result { try SamplePair() }

  /// A movie of ten seconds with the still in its middle; encoded once.
  static let long = Result {
    var recipe = Recipe()
    (recipe.width, recipe.height, recipe.frames, recipe.stillFrame) = (160, 120, 300, 150)
    return try SamplePair(recipe)
  }

  init(_ recipe: Recipe = Recipe()) throws {
    let interval = MediaTime(value: 1, timescale: 30)
    func time(_ index: Int) -> MediaTime { MediaTime(value: Int64(index) * 20, timescale: 600) }
    let encoder = try H264Encoder(
      settings: MovieEncoderSettings(
        width: recipe.width, height: recipe.height, frameInterval: interval, range: .full, quality: 20,
        preset: .ultrafast, keyframeIntervalFrames: 15, threads: 1))
    var samples: [EncodedVideoSample] = []
    for index in 0..<recipe.frames {
      let picture = try DriftingBlocks.picture(recipe, frame: index)
      if index >= recipe.blackFrom {
        picture.fill(x: 0, y: 0, width: recipe.width, height: recipe.height, luma: 0)
      }
      let sample = try encoder.encode(picture, time: time(index), forceSync: index == recipe.stillFrame)
      samples.append(sample)
    }
    let video = MovieVideoTrack(
      samples: samples,
      pictures: PictureDescription(
        codec: .h264, configuration: encoder.parameterSets.decoderConfiguration, width: recipe.width,
        height: recipe.height, orientation: recipe.orientation),
      nominalInterval: interval)
    let identifier = try #require(PairIdentifier(uuidString: recipe.identifier))
    let writer = try MovieWriter(
      LivePhotoMovie(
        video: video, audio: nil, identifier: identifier,
        window: TimeRange(start: .zero, end: time(recipe.frames)), stillTime: time(recipe.stillFrame),
        creationDate: recipe.begins, make: "Linux", model: "Blocks", software: "livecam"))
    movie = try writer.rope.contents()
    stillTime = writer.stillTime
    let metadata = StillMetadata(
      date: recipe.begins.advanced(by: stillTime), make: "Linux", model: "Blocks", software: "livecam",
      orientation: recipe.stillOrientation, contentIdentifier: recipe.hasIdentifier ? identifier : nil)
    still = try JPEGStill.encoding(
      metadata, from: try DriftingBlocks.picture(recipe, frame: recipe.stillFrame), quality: 92)
  }
}

/// Pictures of random blocks, of which some drift from picture to picture.
enum DriftingBlocks {
  static func picture(_ recipe: SamplePair.Recipe, frame: Int) throws -> I420Picture {
    let picture = try I420Picture(width: recipe.width, height: recipe.height, range: .full)
    picture.fill(x: 0, y: 0, width: recipe.width, height: recipe.height, luma: 96, cb: 128, cr: 128)
    var random = SeededRandom(seed: recipe.scene)
    for index in 0..<60 {
      let (width, height) = (Int.random(in: 16...60, using: &random), Int.random(in: 16...60, using: &random))
      let x = Int.random(in: 0..<recipe.width, using: &random)
      let y = Int.random(in: 0..<recipe.height, using: &random)
      let luma = UInt8.random(in: 0...255, using: &random)
      let shift = index % 2 == 0 ? frame * 3 : 0
      let left = (x + shift) % recipe.width & ~1
      picture.fill(
        x: left, y: y & ~1, width: min(width, recipe.width - left) & ~1, height: min(height, recipe.height - y) & ~1,
        luma: luma)
    }
    return picture
  }
}
