import LiveCapture
import MediaCore

/// Compares what came of a script with what was expected.
struct ScriptJudge {
  let script: CaptureScript
  let run: ScriptRun
  let courses: [ScriptOutputCourse]
  let preset: SessionPreset
  let waiting: [Int]
  let pressure: [SystemPressureState]
  let session: [SessionEvent]
  let files: ScriptStore
  /// Not needed where nothing is expected of what is in files.
  let reader: (any ScriptFileReading)?
  let begin: MediaTime

  var verdicts: [ScriptRun.Verdict] {
    let expected = script.expectations
    var verdicts: [ScriptRun.Verdict] = []
    if let timeline = expected.timeline {
      verdicts.append(verdict("timeline \(timeline)", found: run.timeline, wanted: timeline))
    }
    if let badge = expected.badge { verdicts.append(verdict("badge \(badge)", found: run.badge, wanted: badge)) }
    if let wanted = expected.readiness {
      verdicts.append(verdict("readiness \(Self.text(wanted))", found: courses.first?.readiness ?? [], wanted: wanted))
    }
    verdicts += verdictsOnOutputs + expected.together.map(judge)
    if let wanted = expected.session {
      let found = session.enumerated().map { index, event in
        // With the instant where the script names one.
        let isTimed = index < wanted.count && wanted[index].contains("@")
        return ScriptCourse.word(event) + (isTimed ? "@" + ScriptCourse.seconds(event.time - begin) : "")
      }
      verdicts.append(verdict("session \(wanted.joined(separator: " "))", found: found, wanted: wanted))
    }
    if let wanted = expected.refusals {
      let found = run.entries.filter { $0.kind == .refusal }.enumerated().map { index, entry in
        // By the error's number where the script names one.
        index < wanted.count && Int(wanted[index]) != nil ? "\(entry.error ?? 0)" : entry.name
      }
      verdicts.append(verdict("refusals \(Self.text(wanted))", found: found, wanted: wanted))
    }
    verdicts += verdictsOnSetup
    verdicts += verdictsOnFiles
    for (number, wanted) in expected.captures.sorted(by: { $0.key < $1.key }) {
      verdicts += judge(number, wanted)
    }
    return verdicts
  }

  /// `missing` is what is said where nothing was found to compare.
  private func verdict<Value: Equatable>(
    _ what: String, found: Value?, wanted: Value, missing: String = "none"
  ) -> ScriptRun.Verdict {
    ScriptRun.Verdict(expectation: what, failure: found == wanted ? nil : found.map { Self.text($0) } ?? missing)
  }

  /// A value as a script has it: lists of words without quotation marks, unless there is nothing between them.
  private static func text(_ value: Any) -> String {
    guard let words = value as? [String] else { return "\(value)" }
    return "[" + words.map { $0.isEmpty ? "''" : $0 }.joined(separator: ", ") + "]"
  }

  private func verdict(_ what: String, _ holds: Bool, _ found: @autoclosure () -> String) -> ScriptRun.Verdict {
    ScriptRun.Verdict(expectation: what, failure: holds ? nil : found())
  }

  private var verdictsOnOutputs: [ScriptRun.Verdict] {
    var verdicts: [ScriptRun.Verdict] = []
    for course in courses {
      guard let name = course.name, let expected = script.expectations.outputs[name] else { continue }
      if let wanted = expected.timeline {
        let found = ScriptCourse.timeline(course.events)
        verdicts.append(verdict("timeline of \(name) \(wanted)", found: found, wanted: wanted))
      }
      if let wanted = expected.badge {
        verdicts.append(verdict("badge of \(name) \(wanted)", found: course.counts, wanted: wanted))
      }
      if let wanted = expected.readiness {
        verdicts.append(verdict("readiness of \(name) \(Self.text(wanted))", found: course.readiness, wanted: wanted))
      }
    }
    return verdicts
  }

  private var verdictsOnSetup: [ScriptRun.Verdict] {
    let expected = script.expectations
    func told(_ kind: ScriptEntry.Kind) -> [String] { run.entries.filter { $0.kind == kind }.map(\.name) }
    var verdicts: [ScriptRun.Verdict] = []
    if let wanted = expected.access {
      verdicts.append(verdict("access \(Self.text(wanted))", found: told(.access), wanted: wanted))
    }
    if let wanted = expected.prepared {
      verdicts.append(verdict("prepared \(Self.text(wanted))", found: told(.prepared), wanted: wanted))
    }
    if let wanted = expected.finished {
      let found = run.entries.filter { $0.kind == .deferred }.compactMap(\.capture)
      verdicts.append(verdict("finished later \(wanted)", found: found, wanted: wanted))
    }
    if let wanted = expected.waiting {
      verdicts.append(verdict("waiting to be finished \(wanted)", found: waiting, wanted: wanted))
    }
    if let wanted = expected.recordings {
      let found = run.entries.filter { $0.kind == .recording }.map { $0.name + ($0.error.map { " \($0)" } ?? "") }
      verdicts.append(verdict("recordings \(Self.text(wanted))", found: found, wanted: wanted))
    }
    if let wanted = expected.pressure {
      verdicts.append(verdict("pressure \(Self.text(wanted))", found: pressure.map { "\($0.level)" }, wanted: wanted))
    }
    if let wanted = expected.flash {
      verdicts.append(verdict("flash \(Self.text(wanted))", found: told(.flash), wanted: wanted))
    }
    if let wanted = expected.preset {
      verdicts.append(verdict("preset \(wanted)", found: preset.rawValue, wanted: wanted))
    }
    return verdicts
  }

  private var verdictsOnFiles: [ScriptRun.Verdict] {
    let names = run.files.map(\.name)
    var verdicts: [ScriptRun.Verdict] = []
    for name in script.expectations.present {
      verdicts.append(verdict("\(name) is there", names.contains(name), "there is only \(Self.text(names))"))
    }
    for name in script.expectations.absent {
      verdicts.append(verdict("\(name) is not there", !names.contains(name), "it is"))
    }
    if let wanted = script.expectations.files {
      verdicts.append(verdict("files \(Self.text(wanted))", found: names, wanted: wanted.sorted()))
    }
    return verdicts
  }

  /// Whether stills show one instant of the session's time.
  private func judge(_ wanted: ScriptExpectations.Together) -> ScriptRun.Verdict {
    let name = "captures \(wanted.captures): stills within \(wanted.within.milliseconds)"
    var times: [MediaTime] = []
    for number in wanted.captures {
      let photo = courses.lazy.flatMap(\.events).compactMap { event -> CapturePhoto? in
        guard event.resolvedSettings.uniqueID.rawValue == Int64(number), event.error == nil else { return nil }
        if case .didFinishProcessingPhoto(let photo, _, _) = event { return photo }
        return nil
      }.first
      guard let photo, photo.timestamp.isNumeric else {
        return ScriptRun.Verdict(expectation: name, failure: "no still of capture \(number)")
      }
      times.append(photo.timestamp)
    }
    let apart = (times.max() ?? .zero) - (times.min() ?? .zero)
    return verdict(name, apart <= wanted.within, "\(apart.milliseconds) apart")
  }

  // MARK: One capture

  private func judge(_ number: Int, _ wanted: ScriptExpectations.Capture) -> [ScriptRun.Verdict] {
    let presses = script.outputsOfPresses
    let course = courses[presses.indices.contains(number - 1) ? presses[number - 1] : 0]
    let own = course.events.filter { $0.resolvedSettings.uniqueID.rawValue == Int64(number) }
    let name = "capture \(number)\(course.suffix):"
    var verdicts: [ScriptRun.Verdict] = []
    if let course = wanted.course {
      verdicts.append(verdict("\(name) \(course)", found: Self.course(own), wanted: course))
    }
    if let calls = wanted.calls {
      let heard = run.entries.filter { $0.kind == .call && $0.capture == number && $0.output == course.label }
        .map { $0.name.prefix(1) + ($0.error == nil ? "" : "!") }.joined(separator: " ")
      verdicts.append(verdict("\(name) its delegate hears \(calls)", found: heard, wanted: calls))
    }
    if let rule = wanted.refused {
      let found = run.entries.first { $0.kind == .refusal && $0.capture == number }?.name ?? "taken"
      verdicts.append(verdict("\(name) refused by \(rule)", found: found, wanted: rule))
      verdicts.append(verdict("\(name) nothing comes of it", own.isEmpty, Self.course(own)))
    }
    for (letter, code) in (wanted.errors ?? [:]).sorted(by: { $0.key < $1.key }) {
      let found = own.first { String(CaptureStep($0).rawValue) == letter }?.error?.avErrorCode
      verdicts.append(
        verdict("\(name) \(letter) brings \(code)", found == code, found.map { "\($0)" } ?? "no error"))
    }
    return verdicts + judgeSettings(name, own, wanted) + judgeMovie(name, number, own, wanted)
  }

  private static func course(_ events: [CaptureEvent]) -> String {
    events.map { "\(CaptureStep($0).rawValue)" + ($0.error == nil ? "" : "!") }.joined(separator: " ")
  }

  private func judgeSettings(
    _ name: String, _ own: [CaptureEvent], _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    var verdicts: [ScriptRun.Verdict] = []
    let settings = own.first?.resolvedSettings
    if let count = wanted.expectedPhotoCount {
      verdicts.append(
        verdict(
          "\(name) \(count) photos are announced", found: settings?.expectedPhotoCount, wanted: count,
          missing: "no capture"))
    }
    if let size = wanted.movieSize {
      let found = settings?.livePhotoMovieDimensions.description ?? "none"
      verdicts.append(verdict("\(name) movie of \(size)", found: found, wanted: size))
    }
    if let size = wanted.previewSize {
      let found = settings?.previewDimensions.description ?? "none"
      verdicts.append(verdict("\(name) preview of \(size)", found: found, wanted: size))
    }
    if let size = wanted.proxySize {
      let found = settings?.deferredPhotoProxyDimensions.description ?? "none"
      verdicts.append(verdict("\(name) proxy of \(size)", found: found, wanted: size))
    }
    if let levels = wanted.brightness {
      let found = own.compactMap { event -> Double? in
        guard case .didFinishProcessingPhoto(let photo, _, _) = event, !photo.isRawPhoto else { return nil }
        return photo.fileDataRepresentation().flatMap { reader?.brightness(ofStill: $0) }
      }
      let isNear = found.count == levels.count && zip(found, levels).allSatisfy { abs($0 - $1) <= 0.03 }
      verdicts.append(verdict("\(name) brightness \(levels)", isNear, "\(found)"))
    }
    if let counts = wanted.sequenceCounts {
      let found = own.compactMap { event -> Int? in
        if case .didFinishProcessingPhoto(let photo, _, _) = event { photo.sequenceCount } else { nil }
      }
      verdicts.append(verdict("\(name) sequence counts \(counts)", found: found, wanted: counts))
    }
    if let latest = wanted.recordedBy {
      let time = own.first { if case .didFinishRecordingMovie = $0 { true } else { false } }?.time
      verdicts.append(
        verdict(
          "\(name) recorded by \(latest.milliseconds)", time.map { $0 - begin <= latest } ?? false,
          time.map { ($0 - begin).milliseconds } ?? "never"))
    }
    return verdicts
  }

  private func judgeMovie(
    _ name: String, _ number: Int, _ own: [CaptureEvent], _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    var verdicts: [ScriptRun.Verdict] = []
    let movie = own.lazy.compactMap { event -> CapturedMovie? in
      if case .didFinishProcessingMovie(let movie, _, _, _) = event { movie } else { nil }
    }.first
    let times = [
      ("long", wanted.duration, movie?.duration), ("to its still", wanted.photoDisplayTime, movie?.photoDisplayTime),
    ]
    for (what, wanted, found) in times {
      guard let wanted else { continue }
      // To a frame: at the rates of scripts that is a few hundredths of a second.
      let isNear = found.map { $0.isNumeric && ($0 - wanted).magnitude.seconds <= 0.04 } ?? false
      verdicts.append(
        verdict("\(name) \(wanted.milliseconds) \(what)", isNear, found?.milliseconds ?? "no movie"))
    }
    if let most = wanted.photoDisplayTimeAtMost {
      let found = movie?.photoDisplayTime
      verdicts.append(
        verdict(
          "\(name) at most \(most.milliseconds) to its still", found.map { $0.isNumeric && $0 <= most } ?? false,
          found?.milliseconds ?? "no movie"))
    }
    if let count = wanted.frames {
      verdicts.append(verdict("\(name) \(count) frames", found: movie?.frameCount, wanted: count, missing: "no movie"))
    }
    if let count = wanted.droppedFrames {
      verdicts.append(
        verdict("\(name) \(count) frames missing", found: movie?.droppedFrameCount, wanted: count, missing: "no movie"))
    }
    return verdicts + judgeFiles(name, number, movie, wanted)
  }

  private func judgeFiles(
    _ name: String, _ number: Int, _ movie: CapturedMovie?, _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    guard wanted.audioTracks != nil || wanted.isPair != nil || wanted.isSilent != nil else { return [] }
    var verdicts: [ScriptRun.Verdict] = []
    let file = files.bytes("\(number).mov").flatMap { reader?.movie($0) }
    if let count = wanted.audioTracks {
      verdicts.append(
        verdict("\(name) \(count) audio tracks", found: file?.audioTrackCount, wanted: count, missing: "no movie"))
    }
    if let isSilent = wanted.isSilent {
      let found = file?.isSilent.map { $0 ? "silence" : "sound" } ?? "no PCM"
      verdicts.append(
        verdict("\(name) \(isSilent ? "silence" : "sound")", found: found, wanted: isSilent ? "silence" : "sound"))
    }
    if wanted.isPair == true {
      let still = (files.bytes("\(number).JPG") ?? files.bytes("\(number).HEIC"))
        .flatMap { reader?.contentIdentifier(ofStill: $0) }
      let (one, other) = (still, file?.contentIdentifier)
      verdicts.append(
        verdict(
          "\(name) one content identifier", one != nil && one == other, "\(one ?? "none") and \(other ?? "none")"))
      let place = file?.stillTime
      let isThere = place.flatMap { place in
        movie.map { (place - $0.photoDisplayTime).magnitude.seconds < 0.002 }
      }
      verdicts.append(
        verdict(
          "\(name) its still-image time is the one that was told", isThere == true, place?.milliseconds ?? "none"))
    }
    return verdicts
  }
}
