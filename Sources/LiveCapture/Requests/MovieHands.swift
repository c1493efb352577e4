import CaptureDevices
import FileStorage
import MediaCore

/// Has the movie of a capture made: cuts its pictures, then its sound, and writes the file.
enum MovieHands {
  static func makeMovie(of request: PhotoRequest, _ window: TimeRange, in session: isolated CaptureSession) {
    let id = request.id
    guard let still = request.frames.first?.time, let video = request.video, let footage = request.videoFootage else {
      return session.photograph { $0.movieEnded(.failure(.noFrame), of: id, $1) }
    }
    let environment = session.environment
    var maker = MovieMaker(
      configuration: session.configuration, resolved: request.resolved, orientation: request.orientation,
      window: window, frameInterval: request.frameInterval, still: still, model: video.source.device.name,
      wallClock: environment.wallClock, files: environment.files, metadata: request.settings.livePhotoMovieMetadata)
    maker.timer = request.timer
    let (microphone, audioFootage) = (request.audio, request.audioFootage)
    let nextFrame = video.frame(.firstAtOrAfter(window.end)).map {
      MovieMaker.NextFrame(time: $0.time, sequence: $0.sequence)
    }
    footage.cut(window, for: id, calmAround: request.isTrimmed ? still : nil) { [weak session, maker] videoCut in
      guard let session else { return }
      finish(maker, videoCut, of: video, nextFrame: nextFrame, audioFootage, of: microphone, for: id, in: session)
    }
  }

  /// Cuts the sound to the picture that has been cut, and writes the file.
  private static func finish(
    _ maker: MovieMaker, _ videoCut: Result<VideoFootage.Cut, CaptureError>, of camera: VideoLane,
    nextFrame: MovieMaker.NextFrame?, _ audioFootage: AudioFootage?, of microphone: AudioLane?, for id: CaptureID,
    in session: CaptureSession
  ) {
    let write: @Sendable (Result<AudioFootage.Cut?, CaptureError>) -> Void = { audioCut in
      if let timer = maker.timer, case .success(let video) = videoCut, case .success(let audio) = audioCut {
        timer.footageEncoded(video, of: camera, audio, of: microphone, at: session.now)
      }
      session.scheduler.run(.file, on: session.writeQueue) {
        let result = videoCut.flatMap { video in
          audioCut.flatMap { audio in maker.make(video, nextFrame: nextFrame, audio) }
        }
        if case .success = result { maker.timer?.mark(.movieComplete, at: session.now) }
        session.enter { $0.photograph { $0.movieEnded(result, of: id, $1) } }
      }
    }
    guard let audioFootage, case .success(let cut) = videoCut else { return write(.success(nil)) }
    audioFootage.cut(maker.visibleRange(of: cut, nextFrame: nextFrame), for: id) { write($0.map { $0 }) }
  }
}
