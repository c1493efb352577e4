import LiveCapture
import MediaCore

struct ScriptJudge {
  let cast: ScriptCast
  let run: ScriptRun
  let courses: [ScriptOutputCourse]
  let preset: SessionPreset
  let waiting: [Int]
  let pressure: [SystemPressureState]
  let session: [SessionEvent]
  /// The reader of files; `nil` where the script expects nothing of their contents.
  let reader: (any ScriptFileReading)?

  private var script: CaptureScript { cast.script }
  private var begin: MediaTime { cast.log.begin }

  var verdicts: [ScriptRun.Verdict] {
    let expected = script.expectations
    func told(_ kind: ScriptEntry.Kind) -> [ScriptEntry] { run.entries.filter { $0.kind == kind } }
    let happened = session.enumerated().map { index, event in
      // With the instant where the script names one.
      let isTimed = expected.session.map { index < $0.count && $0[index].contains("@") } == true
      return ScriptCourse.word(event) + (isTimed ? "@" + ScriptCourse.seconds(event.time - begin) : "")
    }
    let refusals = told(.refusal).enumerated().map { index, entry in
      // By the error's number where the script names one.
      expected.refusals.map { index < $0.count && Int($0[index]) != nil } == true ? "\(entry.error ?? 0)" : entry.name
    }
    let recordings = told(.recording).map { $0.name + ($0.error.map { " \($0)" } ?? "") }
    return verdict(expected.timeline, run.timeline) { "timeline \($0)" }
      + verdict(expected.badge, run.badge) { "badge \($0)" }
      + verdict(expected.readiness, courses.first?.readiness ?? []) { "readiness \($0)" }
      + courses.flatMap(judge) + expected.together.map(judge)
      + verdict(expected.session, happened) { _ in "session \((expected.session ?? []).joined(separator: " "))" }
      + verdict(expected.refusals, refusals) { "refusals \($0)" }
      + verdict(expected.access, told(.access).map(\.name)) { "access \($0)" }
      + verdict(expected.prepared, told(.prepared).map(\.name)) { "prepared \($0)" }
      + verdict(expected.finished, told(.deferred).compactMap(\.capture)) { "finished later \($0)" }
      + verdict(expected.waiting, waiting) { "waiting to be finished \($0)" }
      + verdict(expected.recordings, recordings) { "recordings \($0)" }
      + verdict(expected.pressure, pressure.map { "\($0.level)" }) { "pressure \($0)" }
      + verdict(expected.flash, told(.flash).map(\.name)) { "flash \($0)" }
      + verdict(expected.preset, preset.rawValue) { "preset \($0)" }
      + verdictsOnFiles + expected.captures.sorted { $0.key < $1.key }.flatMap { judge($0.key, $0.value) }
  }

  /// Returns the verdict on an expectation, or none if `wanted` is `nil`. `what` makes the expectation's text from the
  /// wanted value; `missing` is the failure where nothing was found to compare.
  private func verdict<Value: Equatable>(
    _ wanted: Value?, _ found: Value?, missing: String = "none", _ what: (String) -> String
  ) -> [ScriptRun.Verdict] {
    guard let wanted else { return [] }
    let failure = found == wanted ? nil : found.map { Self.text($0) } ?? missing
    return [ScriptRun.Verdict(expectation: what(Self.text(wanted)), failure: failure)]
  }

  /// A value as a script has it: lists of words without quotation marks, unless there is nothing between them.
  private static func text(_ value: Any) -> String {
    guard let words = value as? [String] else { return "\(value)" }
    return "[" + words.map { $0.isEmpty ? "''" : $0 }.joined(separator: ", ") + "]"
  }

  private func verdict(_ what: String, _ holds: Bool, _ found: @autoclosure () -> String) -> ScriptRun.Verdict {
    ScriptRun.Verdict(expectation: what, failure: holds ? nil : found())
  }

  private func judge(_ course: ScriptOutputCourse) -> [ScriptRun.Verdict] {
    guard let name = course.name, let expected = script.expectations.outputs[name] else { return [] }
    return verdict(expected.timeline, ScriptCourse.timeline(course.calls)) { "timeline of \(name) \($0)" }
      + verdict(expected.badge, course.counts) { "badge of \(name) \($0)" }
      + verdict(expected.readiness, course.readiness) { "readiness of \(name) \($0)" }
  }

  private var verdictsOnFiles: [ScriptRun.Verdict] {
    let names = run.files.map(\.name)
    return script.expectations.present.map {
      verdict("\($0) is there", names.contains($0), "there is only \(Self.text(names))")
    }
      + script.expectations.absent.map { verdict("\($0) is not there", !names.contains($0), "it is") }
      + verdict(script.expectations.files?.sorted(), names) { _ in
        "files \(Self.text(script.expectations.files ?? []))"
      }
  }

  private func judge(_ wanted: ScriptExpectations.Together) -> ScriptRun.Verdict {
    let name = "captures \(wanted.captures): stills within \(wanted.within.milliseconds)"
    var times: [MediaTime] = []
    for number in wanted.captures {
      let call = courses.lazy.flatMap(\.calls)
        .first { $0.number == number && $0.step == .didProcessPhoto && $0.error == nil }
      guard let photo = call?.photo, photo.timestamp.isNumeric else {
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
    let own = course.calls.filter { $0.number == number }
    let name = "capture \(number)\(course.suffix):"
    let heard = run.entries.filter { $0.kind == .call && $0.capture == number && $0.output == course.label }
      .map { $0.name.prefix(1) + ($0.error == nil ? "" : "!") }.joined(separator: " ")
    let refusal = run.entries.first { $0.kind == .refusal && $0.capture == number }?.name ?? "taken"
    var verdicts =
      verdict(wanted.course, Self.course(own)) { "\(name) \($0)" }
      + verdict(wanted.calls, heard) { "\(name) its delegate hears \($0)" }
      + verdict(wanted.refused, refusal) { "\(name) refused by \($0)" }
    if wanted.refused != nil { verdicts.append(verdict("\(name) nothing comes of it", own.isEmpty, Self.course(own))) }
    for (letter, code) in (wanted.errors ?? [:]).sorted(by: { $0.key < $1.key }) {
      let found = own.first { String($0.step.rawValue) == letter }?.error?.avErrorCode
      verdicts += verdict(code, found, missing: "no error") { "\(name) \(letter) brings \($0)" }
    }
    return verdicts + judgeSettings(name, own, wanted) + judgeMovie(name, number, own, wanted)
  }

  /// The steps of captures beside those that are expected of them.
  var comparisons: [CourseComparison] {
    let expected = script.expectations
    var comparisons = [expected.timeline.map { CourseComparison(expected: $0, came: run.timeline) }]
    for course in courses {
      let timeline = course.name.flatMap { expected.outputs[$0]?.timeline }
      comparisons.append(timeline.map { CourseComparison(expected: $0, came: ScriptCourse.timeline(course.calls)) })
    }
    for (number, wanted) in expected.captures.sorted(by: { $0.key < $1.key }) {
      let own = courses.flatMap(\.calls).filter { $0.number == number }
      comparisons.append(
        (wanted.course ?? wanted.calls).map { CourseComparison(expected: $0, came: Self.course(own), of: number) })
    }
    return comparisons.compactMap(\.self)
  }

  private static func course(_ calls: [DelegateCall]) -> String {
    calls.map { $0.mark() }.joined(separator: " ")
  }

  private func judgeSettings(
    _ name: String, _ own: [DelegateCall], _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    let settings = own.first?.settings
    let photos = own.filter { $0.step == .didProcessPhoto }.compactMap(\.photo)
    var verdicts =
      verdict(wanted.expectedPhotoCount, settings?.expectedPhotoCount, missing: "no capture") {
        "\(name) \($0) photos are announced"
      }
      + verdict(wanted.movieSize, settings?.livePhotoMovieDimensions.description) { "\(name) movie of \($0)" }
      + verdict(wanted.previewSize, settings?.previewDimensions.description) { "\(name) preview of \($0)" }
      + verdict(wanted.proxySize, settings?.deferredPhotoProxyDimensions.description) { "\(name) proxy of \($0)" }
    if let levels = wanted.brightness {
      let found = photos.filter { !$0.isRawPhoto }.compactMap {
        $0.fileDataRepresentation().flatMap { reader?.brightness(ofStill: $0) }
      }
      let isNear = found.count == levels.count && zip(found, levels).allSatisfy { abs($0 - $1) <= 0.03 }
      verdicts.append(verdict("\(name) brightness \(levels)", isNear, "\(found)"))
    }
    verdicts += verdict(wanted.sequenceCounts, photos.map(\.sequenceCount)) { "\(name) sequence counts \($0)" }
    if let latest = wanted.recordedBy {
      let time = own.first { $0.step == .didRecordMovie }?.time.map { $0 - begin }
      verdicts.append(
        verdict(
          "\(name) recorded by \(latest.milliseconds)", time.map { $0 <= latest } ?? false,
          time?.milliseconds ?? "never"))
    }
    return verdicts
  }

  private func judgeMovie(
    _ name: String, _ number: Int, _ own: [DelegateCall], _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    let movie = own.lazy.compactMap(\.movie).first
    // To a frame: at the rates of scripts that is a few hundredths of a second.
    func near(
      _ wanted: MediaTime?, _ found: MediaTime?, _ what: (String) -> String,
      _ holds: (MediaTime) -> Bool = { $0.magnitude.seconds <= 0.04 }
    ) -> [ScriptRun.Verdict] {
      guard let wanted else { return [] }
      let isNear = found.map { $0.isNumeric && holds($0 - wanted) } ?? false
      return [verdict("\(name) \(what(wanted.milliseconds))", isNear, found?.milliseconds ?? "no movie")]
    }
    return near(wanted.duration, movie?.duration, { "\($0) long" })
      + near(wanted.photoDisplayTime, movie?.photoDisplayTime, { "\($0) to its still" })
      + near(wanted.photoDisplayTimeAtMost, movie?.photoDisplayTime, { "at most \($0) to its still" }, { $0 <= .zero })
      + verdict(wanted.frames, movie?.frameCount, missing: "no movie") { "\(name) \($0) frames" }
      + verdict(wanted.droppedFrames, movie?.droppedFrameCount, missing: "no movie") { "\(name) \($0) frames missing" }
      + judgeFiles(name, number, movie, wanted)
  }

  private func judgeFiles(
    _ name: String, _ number: Int, _ movie: CapturedMovie?, _ wanted: ScriptExpectations.Capture
  ) -> [ScriptRun.Verdict] {
    guard wanted.audioTracks != nil || wanted.isPair != nil || wanted.isSilent != nil else { return [] }
    func sound(_ isSilent: Bool) -> String { isSilent ? "silence" : "sound" }
    let file = cast.files.bytes("\(number).mov").flatMap { reader?.movie($0) }
    var verdicts =
      verdict(wanted.audioTracks, file?.audioTrackCount, missing: "no movie") { "\(name) \($0) audio tracks" }
      + verdict(wanted.isSilent.map(sound), file?.isSilent.map(sound), missing: "no PCM") { "\(name) \($0)" }
    guard wanted.isPair == true else { return verdicts }
    let still = (cast.files.bytes("\(number).JPG") ?? cast.files.bytes("\(number).HEIC"))
      .flatMap { reader?.contentIdentifier(ofStill: $0) }
    let (one, other) = (still, file?.contentIdentifier)
    verdicts.append(
      verdict("\(name) one content identifier", one != nil && one == other, "\(one ?? "none") and \(other ?? "none")"))
    let place = file?.stillTime
    let isThere = place.flatMap { place in movie.map { (place - $0.photoDisplayTime).magnitude.seconds < 0.002 } }
    verdicts.append(
      verdict(
        "\(name) its still-image time is the one that was told", isThere == true, place?.milliseconds ?? "none"))
    return verdicts
  }
}
