import KioskWeb

/// A booth's figures in the text form of Prometheus.
enum BoothMetrics {
  static func text(_ report: KioskReport, live: Int) -> String {
    var text = ""
    func add(_ name: String, _ kind: String, _ help: String, _ value: Double?) {
      guard let value else { return }
      text += "# HELP livecam_\(name) \(help)\n# TYPE livecam_\(name) \(kind)\nlivecam_\(name) \(value)\n"
    }
    func count(_ value: Int?) -> Double? { value.map { Double($0) } }
    add("uptime_seconds", "gauge", "Seconds since the start.", report.uptimeSeconds)
    add("camera_up", "gauge", "Whether the camera delivers.", report.camera?.state == .running ? 1 : 0)
    add("frames_total", "counter", "Frames that have arrived.", count(report.video?.frames))
    add("frames_skipped_total", "counter", "Frames that were lost.", count(report.video?.skipped))
    add("frame_rate", "gauge", "Frames a second, of the last seconds.", report.video?.rate)
    add(
      "frame_jitter_seconds", "gauge", "Standard deviation of the time between frames.",
      report.video?.jitterMs.map { $0 / 1000 })
    add("ring_frames", "gauge", "Frames in the ring.", count(report.video?.ringFrames))
    add("ring_bytes", "gauge", "Bytes in the ring.", count(report.video?.ringBytes))
    add("sound_overruns_total", "counter", "How often sound was lost.", count(report.audio?.overruns))
    add(
      "microphone_up", "gauge", "Whether there is a microphone that delivers.",
      report.audio != nil && report.microphone?.state == .running ? 1 : 0)
    add(
      "sync_offset_seconds", "gauge",
      "Seconds by which the farthest sound of the latest movie lies later than its picture; latencies inside the devices "
        + "are not known, and not included.", report.sync.offsetMs.map { $0 / 1000 })
    add(
      "sync_uncertainty_seconds", "gauge",
      "Uncertainty of sound against picture, in either direction; missing without a microphone.",
      report.sync.uncertaintyMs.map { $0 / 1000 })
    add(
      "microphone_drift_ppm", "gauge",
      "The microphone's clock against the booth's, in parts per million; movies make it good.",
      report.sync.driftPPM)
    add("screens", "gauge", "Screens that look at the camera.", count(report.preview?.clients))
    add("preview_pictures_total", "counter", "Pictures that were sent to screens.", count(report.preview?.sent))
    add("preview_skipped_total", "counter", "Pictures that a screen was too slow for.", count(report.preview?.skipped))
    add("shots_total", "counter", "Pictures that were taken.", count(report.shots.taken))
    add("shots_failed_total", "counter", "Pictures that failed.", count(report.shots.failed))
    add(
      "movies_sparse_total", "counter", "Live Photos in whose movie most of the frames are missing.",
      count(report.shots.sparseMovies))
    add(
      "printer_up", "gauge", "Whether the printer can print.",
      report.printer.map { $0.state == "ready" || $0.state == "printing" ? 1 : 0 })
    add(
      "mqtt_up", "gauge", "Whether the booth is connected with its broker.",
      report.broker.map { $0.isConnected ? 1 : 0 })
    add("mqtt_connections_total", "counter", "Connections with the broker.", count(report.broker?.connections))
    add("mqtt_published_total", "counter", "Messages that the broker has confirmed.", count(report.broker?.published))
    add(
      "mqtt_dropped_total", "counter", "Events that the broker was not told, as it was away for too long.",
      count(report.broker?.dropped))
    add("mqtt_commands_total", "counter", "Commands that were carried out.", count(report.broker?.commands))
    add("mqtt_commands_refused_total", "counter", "Commands that were refused.", count(report.broker?.refused))
    add("live", "gauge", "Live Photos that are being filmed.", Double(live))
    add("free_bytes", "gauge", "Bytes that are free on the library's disk.", count(report.storage?.freeBytes))
    return text
  }
}
