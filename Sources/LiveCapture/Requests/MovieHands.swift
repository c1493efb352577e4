import CaptureDevices
import FileStorage
import MediaCore

/// Makes the movie of a capture: cuts its pictures, then its sound, and writes the file.
enum MovieHands {
  static func makeMovie(of request: PhotoRequest, in session: isolated CaptureSession) {
    let id = request.id
    guard let still = request.frames.first?.time, let video = request.video, let footage = request.videoFootage,
      let identifier = request.resolved.contentIdentifier
    else { return session.photograph { $0.movieEnded(.failure(.noFrame), of: id, $1) } }
    let window = request.window.showing(still)
    let maker = MovieMaker(
      configuration: session.configuration, resolved: request.resolved, identifier: identifier,
      orientation: request.orientation, window: window, frameInterval: request.frameInterval, still: still,
      nextFrame: video.frame(.firstAtOrAfter(window.end)).map { ($0.time, $0.sequence) },
      model: video.source.device.name, wallClock: session.environment.wallClock, files: session.environment.files,
      metadata: request.settings.livePhotoMovieMetadata, timer: request.timer)
    let (microphone, audioFootage) = (request.audio, request.audioFootage)
    footage.cut(window, for: id, calmAround: request.isTrimmed ? still : nil) { [weak session] videoCut in
      guard let session else { return }
      let write: @Sendable (Result<AudioFootage.Cut?, CaptureError>) -> Void = { audioCut in
        if case .success(let sound?) = audioCut { microphone?.noteMovie(error: sound.error) }
        if let timer = maker.timer, case .success(let pictures) = videoCut, case .success(let sound) = audioCut {
          timer.footageEncoded(pictures, of: video, sound, of: microphone, at: session.now)
        }
        session.scheduler.run(.file, on: session.writeQueue) {
          let result = videoCut.flatMap { video in audioCut.flatMap { audio in maker.make(video, audio) } }
          if case .success = result { maker.timer?.mark(.movieComplete, at: session.now) }
          session.enter { $0.photograph { $0.movieEnded(result, of: id, $1) } }
        }
      }
      guard let audioFootage, case .success(let cut) = videoCut else { return write(.success(nil)) }
      audioFootage.cut(maker.visibleRange(of: cut), for: id) { write($0.map { $0 }) }
    }
  }
}
