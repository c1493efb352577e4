import MediaCore

/// The way from a camera to a data output, by one connection.
final class VideoDataFeed: VideoFrameReceiver {
  private let output: VideoDataOutput
  private let connection: CaptureConnection
  private let pictures: any PictureConverting
  private let scheduler: any WorkScheduler

  init(
    _ output: VideoDataOutput, _ connection: CaptureConnection, _ pictures: any PictureConverting,
    _ scheduler: any WorkScheduler
  ) {
    self.pictures = pictures
    self.output = output
    self.connection = connection
    self.scheduler = scheduler
  }

  // An app that is slow is no system pressure.
  func receive(_ frame: VideoFrame) -> FrameReception {
    if connection.isActive { output.take(frame, from: connection, scheduler, pictures) }
    return FrameReception()
  }
}

/// The way from a microphone to a data output, by one connection.
final class AudioDataFeed: AudioChunkReceiver {
  private let output: AudioDataOutput
  private let connection: CaptureConnection
  private let scheduler: any WorkScheduler

  init(_ output: AudioDataOutput, _ connection: CaptureConnection, _ scheduler: any WorkScheduler) {
    self.output = output
    self.connection = connection
    self.scheduler = scheduler
  }

  func receive(_ chunk: AudioChunk, clockRate: Double) {
    if connection.isActive { output.take(chunk, from: connection, scheduler) }
  }
}

/// Which data outputs are fed by which devices.
extension CaptureSession {
  /// Feeds every data output by its connection's device. What is fed already goes on without a gap.
  func feedDataOutputs() {
    for connection in graph.connections {
      guard let port = ports[ObjectIdentifier(connection.input)] else { continue }
      let key = ObjectIdentifier(connection)
      switch (port, connection.output) {
      case (.video(let port), let output as VideoDataOutput) where videoFeeds[key]?.port !== port:
        if let old = videoFeeds[key] { old.port.remove(old.feed) }
        let feed = VideoDataFeed(output, connection, environment.media.pictures, scheduler)
        port.add(feed)
        videoFeeds[key] = (port, feed)
      case (.audio(let port), let output as AudioDataOutput) where audioFeeds[key]?.port !== port:
        if let old = audioFeeds[key] { old.port.remove(old.feed) }
        let feed = AudioDataFeed(output, connection, scheduler)
        port.add(feed, withRing: false)
        audioFeeds[key] = (port, feed)
      default: break
      }
    }
    let there = Set(graph.connections.map { ObjectIdentifier($0) })
    for (key, feed) in videoFeeds where !there.contains(key) {
      feed.port.remove(feed.feed)
      videoFeeds[key] = nil
    }
    for (key, feed) in audioFeeds where !there.contains(key) {
      feed.port.remove(feed.feed)
      audioFeeds[key] = nil
    }
  }
}
