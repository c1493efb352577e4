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

/// Which data outputs are fed by which lanes. Belongs to the session's queue.
final class DataFeeds {
  private var video: [ObjectIdentifier: (lane: VideoLane, feed: VideoDataFeed)] = [:]
  private var audio: [ObjectIdentifier: (lane: AudioLane, feed: AudioDataFeed)] = [:]

  func removeAll() { (video, audio) = ([:], [:]) }

  /// Feeds every data output by its connection's lane. What is fed already goes on without a gap.
  func update(in session: isolated CaptureSession) {
    let (connections, scheduler) = (session.graph.connections, session.scheduler)
    for connection in connections {
      guard let lane = session.runner.lane(of: connection.input) else { continue }
      let key = ObjectIdentifier(connection)
      switch (lane, connection.output) {
      case (.video(let lane), let output as VideoDataOutput) where video[key]?.lane !== lane:
        if let old = video[key] { old.lane.remove(old.feed) }
        let feed = VideoDataFeed(output, connection, session.environment.media.pictures, scheduler)
        lane.add(feed)
        video[key] = (lane, feed)
      case (.audio(let lane), let output as AudioDataOutput) where audio[key]?.lane !== lane:
        if let old = audio[key] { old.lane.remove(old.feed) }
        let feed = AudioDataFeed(output, connection, scheduler)
        lane.add(feed, withRing: false)
        audio[key] = (lane, feed)
      default: break
      }
    }
    let there = Set(connections.map { ObjectIdentifier($0) })
    for (key, feed) in video where !there.contains(key) {
      feed.lane.remove(feed.feed)
      video[key] = nil
    }
    for (key, feed) in audio where !there.contains(key) {
      feed.lane.remove(feed.feed)
      audio[key] = nil
    }
  }
}
