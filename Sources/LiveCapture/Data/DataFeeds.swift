import MediaCore

/// Which data outputs are fed by which lanes. Belongs to the session's queue.
final class DataFeeds {
  private var lanes: [ObjectIdentifier: (lane: any InputLane, connection: CaptureConnection)] = [:]

  /// A lane has been closed, and has let go of its receivers: where it delivers again, outputs are connected to it anew.
  func forget(_ lane: any InputLane) { lanes = lanes.filter { $0.value.lane !== lane } }

  /// Feeds every data output by its connection's lane. What is fed already goes on without a gap.
  func update(in session: isolated CaptureSession) {
    let connections = session.graph.connections
    for connection in connections {
      let key = ObjectIdentifier(connection)
      guard lanes[key] == nil, let lane = session.runner.lane(of: connection.input),
        feed(connection, by: lane, in: session)
      else { continue }
      lanes[key] = (lane, connection)
    }
    let there = Set(connections.map { ObjectIdentifier($0) })
    for (key, feed) in lanes where !there.contains(key) {
      feed.lane.remove(feed.connection)
      lanes[key] = nil
    }
  }

  private func feed(
    _ connection: CaptureConnection, by lane: any InputLane, in session: isolated CaptureSession
  ) -> Bool {
    let (scheduler, pictures) = (session.scheduler, session.environment.media.pictures)
    switch connection.output {
    case let output as VideoDataOutput:
      lane.video?.add(for: connection) { frame, _ in
        if connection.isActive { output.take(frame, from: connection, scheduler, pictures) }
        return SampleReception()
      }
    case let output as AudioDataOutput:
      lane.audio?.add(for: connection) { chunk, _ in
        if connection.isActive { output.take(chunk, from: connection, scheduler) }
        return SampleReception()
      }
    default: return false
    }
    return true
  }
}
