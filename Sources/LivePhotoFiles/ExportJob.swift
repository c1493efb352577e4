import ByteCoding
import FileStorage
import ForeignMedia
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

struct ExportJob {
  let files: LivePhotoFiles
  let request: ExportRequest
  let meter: ProgressMeter

  func run() throws -> ExportReport {
    try check()
    try meter.report(0)
    let source = try ExportSource(request, of: files.source)
    try source.checkPictures()
    let folder = request.output ?? FileNames.folder(of: request.pair)
    let stem =
      try FileNames.checked(request.name)
      ?? FileNames.exported(FileNames.stem(of: request.pair), effect: request.effect, format: request.format)
    let path = "\(folder)/\(stem).\(request.format.fileExtension)"
    let output = try PairOutput(files.store, reserving: [path])
    do {
      // A GIF cannot say which colours it has, and what WebP says is lost where such files are sent.
      let stream = try source.frames(
        range: request.format == .mp4 ? .video : .full, width: wishedWidth,
        keepsDisplayP3: ![.gif, .webp].contains(request.format))
      let result = try request.format == .sheet ? sheet(source, stream) : animation(source, stream)
      let written = try output.write(
        [.init(role: .export, path: path, rope: result.rope, modified: source.input.modified)], meter: meter, from: 0.95
      )
      meter.finish()
      return ExportReport(
        file: written[0], width: result.width, height: result.height, pictureCount: result.pictureCount,
        duration: result.duration,
        notes: source.notes + result.notes
          + (stream.isHDR ? ["The movie's high dynamic range is mapped to what a plain screen shows."] : []))
    } catch  where error is CodingError || error is MovieError {
      let isSetting = (error as? CodingError)?.code == .invalidSetting
      throw LivePhotoError(
        isSetting ? .invalidSetting : .malformed, context: source.input.path, message: "It cannot be exported.",
        underlying: error)
    }
  }

  private struct Result {
    let rope: ByteRope
    let width: Int
    let height: Int
    var pictureCount = 0
    var duration = MediaTime.zero
    var notes: [String] = []
  }

  private func check() throws(LivePhotoError) {
    func require(_ holds: Bool, _ message: String) throws(LivePhotoError) {
      if !holds { throw LivePhotoError(.invalidSetting, context: request.pair, message: message) }
    }
    try require(
      request.width.map { (16...8192).contains($0) } ?? true, "A width goes from 16 to 8192. Choose another one.")
    try require(
      request.frameRate.map { $0 >= 1 && $0 <= 240 } ?? true, "Pictures in a second go from 1 to 240. Choose others.")
    try require(
      request.format != .sheet || request.effect == nil, "A contact sheet does not move. Leave the effect out.")
    try require((1...400).contains(request.sheetCount), "A contact sheet has 1 to 400 pictures. Choose others.")
    try require((1...40).contains(request.sheetColumns), "A contact sheet has 1 to 40 columns. Choose others.")
  }

  private var wishedWidth: Int? {
    switch request.format {
    case .mp4: request.width
    case .gif: request.width ?? 480
    case .webp, .avif: request.width ?? 720
    case .sheet: request.width ?? 320
    }
  }

  private var wishedRate: Double? { request.frameRate ?? (request.format == .gif ? 15 : nil) }

  private func animation(_ source: ExportSource, _ stream: MovieFrames) throws -> Result {
    let shape = source.shape(stream)
    let sink = try sink(source, stream, shape)
    var (count, duration) = (0, MediaTime.zero)
    var limit = FrameRateLimit(rate: wishedRate) { picture, length in
      try sink.append(shape.apply(to: picture), duration: length)
      count += 1
      duration += length
    }
    var notes: [String] = []
    let renderer = EffectRenderer(stream: stream, range: stream.times.indices, file: source.input.path) {
      try meter.report(0.05 + 0.85 * $0)
    }
    switch request.effect {
    case nil: try renderer.plain { try limit.add($0, $1) }
    case .bounce: try renderer.bounce { try limit.add($0, $1) }
    case .loop:
      let loop = try renderer.loop { try limit.add($0, $1) }
      let (first, last) = (stream.times[loop.range.lowerBound].start, stream.times[loop.range.upperBound - 1].end)
      notes.append("The loop shows \(first.text) to \(last.text) of the movie.")
    }
    try limit.finish()
    return Result(
      rope: try sink.finish(), width: shape.width, height: shape.height, pictureCount: count, duration: duration,
      notes: notes)
  }

  private func sink(_ source: ExportSource, _ stream: MovieFrames, _ shape: ExportShape) throws -> any PictureSink {
    if let format = AnimationWriter.Format(rawValue: request.format.rawValue) {
      var settings = AnimationWriter.Settings(format: format, width: shape.width, height: shape.height)
      settings.isDisplayP3 = stream.isDisplayP3
      return try AnimationWriter(settings: settings)
    }
    return try MP4Sink(
      source, width: shape.width, height: shape.height, interval: source.interval, isDisplayP3: stream.isDisplayP3,
      sound: request.effect == nil && !request.removesSound ? source.sound { try meter.report(0.05 * $0) } : nil)
  }

  private func sheet(_ source: ExportSource, _ stream: MovieFrames) throws -> Result {
    let shape = source.shape(stream)
    let key = source.stillTime.map { EditPlan.nearest(to: $0, in: stream.times) }
    let chosen = ContactSheet.choice(of: stream.times.count, places: request.sheetCount, key: key)
    let layout = ContactSheetLayout(
      count: chosen.count, columns: request.sheetColumns, width: shape.width, height: shape.height)
    let sheet = try ContactSheet(layout)
    var places = chosen.enumerated().makeIterator()
    var next = places.next()
    try stream.forEachPicture(in: stream.times.indices) { index, picture in
      try meter.report(0.05 + 0.85 * Double(index) / Double(stream.times.count))
      guard let place = next, place.element == index else { return }
      try sheet.add(
        shape.apply(to: picture), at: place.offset, time: stream.times[index].start, isKey: index == key)
      next = places.next()
    }
    var jpeg = try JPEGEncoder().encode(sheet.picture, quality: 90)
    if stream.isDisplayP3 { jpeg.insert(contentsOf: ColorProfile.displayP3.jpegSegments, at: 2) }
    return Result(
      rope: ByteRope(jpeg), width: layout.width, height: layout.height, pictureCount: chosen.count)
  }
}
