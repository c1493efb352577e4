import CaptureDevices
import KioskWeb
import LiveCapture
import MediaCore
import Station

/// The booth as pages know it: carries out their requests.
struct BoothHost: KioskBooth {
  let desk: BoothDesk
  let shutter: BoothShutter
  let station: Station
  let view: CameraView
  let feed: PreviewFeed
  /// The path of the library.
  let path: String
  let memory: BoothMemory
  let studio: TemplateStudio
  let meter: SoundMeter?
  let fleet: (any KioskFleet)?
  let names: BoothNames
  let began: MediaTime

  var movieShape: KioskState.MovieShape {
    let session = station.configuration.session
    return .init(
      preRollSeconds: session.preRoll.seconds, postRollSeconds: session.postRoll.seconds,
      hasSound: station.devices.audio != nil)
  }

  /// The sources of what pages show, as far as the host has them.
  func sources(
    _ pictures: any KioskPictures, makeToken: @escaping @Sendable () -> String
  ) -> KioskSite.Sources {
    let format = station.devices.video.mode.format
    var sources = KioskSite.Sources(pictures: pictures, events: desk.events) {
      desk.snapshot(name: names.name, shape: movieShape, preview: (format.width, format.height))
    }
    (sources.booth, sources.preview, sources.levels) = (self, feed, meter?.events)
    sources.operatorTime = { desk.read(\.settings.lockTime) }
    sources.tellOfGuesses = { desk.notify("warning", $0) }
    (sources.publicAddress, sources.name) = ({ names.publicAddress }, { names.name })
    sources.guests = GuestLink(
      memory.guestToken, keeping: { [memory] in memory.keep(guestToken: $0) }, makeToken: makeToken)
    return sources
  }

  func shoot(_ order: KioskOrder) async throws(WebFailure) -> Int { try shutter.shoot(order) }

  func press(_ shot: Int, frame: UInt64?) async throws(WebFailure) { try shutter.press(shot, frame: frame) }

  func cancel(_ shot: Int) async throws(WebFailure) { try shutter.cancel(shot) }

  func reviewStill(of shot: Int, part: Int) async throws(WebFailure) -> [UInt8] {
    let jpeg = desk.read { state in state.reviews.last { $0.shot == shot && $0.part == part }?.jpeg }
    guard let jpeg else { throw .notFound("The picture is no longer kept here. Look into the gallery.") }
    return jpeg
  }

  func report() async -> KioskReport {
    let statistics = await station.session.statistics
    var report = desk.read { state in
      var report = KioskReport(
        uptimeSeconds: (desk.clock.now - began).seconds, path: path, settings: state.settings)
      (report.version, report.system) = (LivecamVersion.text, .ofThisMachine)
      report.configuration = names.given
      (report.camera, report.microphone, report.storage) = (state.camera, state.microphone, state.storage)
      (report.shots, report.errors, report.printer) = (state.counts, state.errors.map(\.told), state.printer)
      report.modes = studio.modes
      return report
    }
    if let video = statistics.video {
      var told = KioskReport.Video()
      (told.frames, told.skipped) = (video.received, video.skippedCount)
      for (reason, count) in video.skipped { told.skippedByReason["\(reason)"] = count }
      (told.rate, told.jitterMs) = (view.pace?.rate, view.pace?.jitterMilliseconds)
      (told.ringFrames, told.ringBytes) = (video.ringFrames, video.ringBytes)
      report.video = told
    }
    if let audio = statistics.audio {
      var told = KioskReport.Audio()
      (told.frames, told.overruns) = (Int(audio.received), audio.overruns)
      told.level = meter?.latest
      report.sync = .init(
        offsetMs: audio.movieError.map { $0.seconds * 1000 },
        uncertaintyMs: audio.syncUncertainty.map { $0.seconds * 1000 }, driftPPM: audio.driftPPM)
      report.audio = told
    }
    report.broker = fleet?.report
    let screens = feed.statistics
    report.preview = .init(clients: screens.screens, sent: screens.sent, skipped: screens.skipped)
    return report
  }

  func change(_ change: KioskSettingsChange) async throws(WebFailure) -> KioskSettings { try adopt(change) }

  func adopt(_ change: KioskSettingsChange) throws(WebFailure) -> KioskSettings {
    let settings = try desk.update { state, _ throws(WebFailure) in
      let settings = try state.settings.changed(by: change, of: studio.modes)
      try studio.check(settings)
      (state.settings, state.partCounts) = (settings, studio.partCounts(settings))
      return settings
    }
    memory.keep(settings)
    // The whole state tells it to all pages.
    desk.events.forget()
    return settings
  }

  func metrics() async -> String { BoothMetrics.text(await report(), live: desk.read(\.live)) }
}
