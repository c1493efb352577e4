import ByteCoding
import ISOBoxes

/// The first part of the file: everything before the movie's description, and where each chunk lies in it.
struct MediaLayout {
  /// `ftyp`, `wide` and the header of `mdat`.
  let fileStart: [UInt8]
  /// The samples in the order of the file.
  let samples: [SampleData]
  private let chunks: [(chunk: ChunkPlan.Chunk, offset: UInt64)]

  /// One sample of timed metadata: a size of 9 bytes, local key 1, value −1. Where it lies in time is what counts.
  static let stillSample: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 1, 0xff]

  init(_ movie: LivePhotoMovie, video: VideoTimeline, audio: AudioTimeline?) throws(MovieError) {
    let plan = ChunkPlan(video: video, audio: audio)
    var start = ByteWriter()
    do {
      try FileTypeBox.quickTime.encode(to: &start)
      try FreeSpaceBox(type: "wide").encode(to: &start)
    } catch { throw MovieError(.malformed, context: "ftyp", message: "The file's beginning failed.", cause: error) }
    var samples: [SampleData] = []
    var chunks: [(chunk: ChunkPlan.Chunk, offset: UInt64)] = []
    var payload: UInt64 = 0
    for chunk in plan.chunks {
      chunks.append((chunk, UInt64(start.count) + 8 + payload))
      for piece in Self.pieces(of: chunk, movie) {
        samples.append(piece)
        payload += UInt64(piece.count)
      }
    }
    // Room for the description is asked for generously: players trust 32-bit offsets, and this is a short movie.
    guard payload <= UInt64(UInt32.max) - 0x100_0000 else {
      throw MovieError(
        .tooLarge, context: "mdat", message: "The samples have \(payload) bytes; a movie can have 4 GiB. Shorten it.")
    }
    BoxHeader(type: "mdat", payloadSize: payload).encode(to: &start)
    fileStart = start.contents
    self.samples = samples
    self.chunks = chunks
  }

  /// Where a track's chunks begin, from the start of the file.
  func offsets(of track: ChunkPlan.Track) -> ChunkOffsetBox {
    ChunkOffsetBox(offsets: chunks.filter { $0.chunk.track == track }.map(\.offset))
  }

  /// How many samples a track's chunks have.
  func chunkSizes(of track: ChunkPlan.Track) -> SampleToChunkBox {
    SampleToChunkBox(chunkSizes: chunks.filter { $0.chunk.track == track }.map(\.chunk.samples.count))
  }

  private static func pieces(of chunk: ChunkPlan.Chunk, _ movie: LivePhotoMovie) -> [SampleData] {
    switch chunk.track {
    case .video: movie.video.samples[chunk.samples].map(\.data)
    case .still: [SampleData(stillSample)]
    case .audio:
      if let audio = movie.audio { pieces(of: chunk.samples, audio) } else { [] }
    }
  }

  private static func pieces(of samples: Range<Int>, _ audio: MovieAudioTrack) -> [SampleData] {
    guard audio.coding == .lpcm16 else { return Array(audio.packets[samples]) }
    let frameBytes = 2 * audio.channelCount
    let wanted = samples.lowerBound * frameBytes..<samples.upperBound * frameBytes
    var pieces: [SampleData] = []
    var position = 0
    for packet in audio.packets {
      let here = wanted.clamped(to: position..<position + packet.count)
      if !here.isEmpty { pieces.append(packet[here.lowerBound - position..<here.upperBound - position]) }
      position += packet.count
    }
    return pieces
  }
}
