import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import Testing

/// What a script may say, and what is said of what it may not.
@Suite struct ScriptReadingTests {
  private func mistake(in text: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try CaptureScript(text, file: "s.yaml")
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a mistake is one sentence with file, line and key",
    arguments: [
      ("", nil, "", "the file is empty"),
      ("steps: []", 1, "", "\"version\" is missing"),
      ("version: 2", 1, "version", "reads version 1"),
      ("version: 1\nstep: []", 2, "step", "no such key here; did you mean \"steps\"? take one of version, title"),
      ("version: 1\nprofile: {moveiFailure: isToldOnce}", 2, "profile.moveiFailure", "did you mean \"movieFailure\"?"),
      ("version: 1\nscreen: {}", 2, "screen", "no such key here; take one of version, title"),
      ("version: 1\nsteps: [a", 3, "", "neither YAML nor JSON"),
      ("version: 1\nversion: 1", 2, "", "\"version\" is there twice; leave one out (column 1)"),
      ("version: 1\nsteps:\n  - {at: 1, pres: live}", 3, "steps[0].pres", "no such key"),
      ("version: 1\nsteps:\n  - {at: x, press: live}", 3, "steps[0].at", "\"x\" is no number from 0.0"),
      (
        "version: 1\nsteps:\n  - {at: 1, press: lively}", 3, "steps[0].press",
        "rawAndStill; did you mean \"live\"?"
      ),
      ("version: 1\nsteps: [press: {codec: jpg}]", 2, "steps[0].press.codec", "did you mean \"jpeg\"?"),
      ("version: 1\nprofile: {order: Shufled}", 2, "profile.order", "did you mean \"shuffled\"?"),
      ("version: 1\nprofile: {movieFailure: failCapture}", 2, "profile.movieFailure", "mean \"failsCapture\"?"),
      ("version: 1\nsession: {live: flase}", 2, "session.live", "did you mean \"false\"?"),
      ("version: 1\nsteps: [freeze: microfone]", 2, "steps[0]", "did you mean \"microphone\"?"),
      ("version: 1\nsteps: [disk: unwriteable]", 2, "steps[0].disk", "did you mean \"unwritable\"?"),
      (
        "version: 1\nsession: {outputs: [{name: front}]}\nsteps: [{press: live, output: fornt}]", 3,
        "steps[0].output", "there is front; did you mean \"front\"?"
      ),
      (
        "version: 1\nsession: {outputs: [{name: a, camera: camrea}]}", 2, "session.outputs[0].camera",
        "did you mean \"camera\"?"
      ),
      ("version: 1\nsteps:\n  - {at: 1, after: 2, press: live}", 3, "steps[0]", "at most one of at"),
      ("version: 1\nsteps:\n  - {press: live, drop: 1}", 3, "steps[0]", "a step is one action"),
      ("version: 1\nsteps:\n  - unplug: front", 3, "steps[0]", "no device is called \"front\"; there is camera"),
      ("version: 1\nsteps:\n  - replug: [camera, front]", 3, "steps[0]", "no device is called \"front\""),
      (
        "version: 1\nsteps:\n  - replug: {device: [camera, microphone], node: /dev/video1}", 3,
        "steps[0].replug.device", "here a word is needed"
      ),
      ("version: 1\nsteps:\n  - createFile: ../1.mov", 3, "steps[0].createFile", "no name of a file"),
      ("version: 1\nsteps:\n  - drop: 0", 3, "steps[0].drop", "no whole number from 1"),
      ("version: 1\nsteps:\n  - disk: broken", 3, "steps[0].disk", "none of works"),
      ("version: 1\nprofile: {movieFailure: maybe}", 2, "profile.movieFailure", "none of failsCapture, isToldOnce"),
      ("version: 1\nprofile: {seed: 4}", 2, "profile.seed", "order: shuffled"),
      ("version: 1\nsession: {preRoll: 20}", 2, "session.preRoll", "no number from 0.0 to 10.0"),
      ("version: 1\nsession: {live: yes}", 2, "session.live", "neither true nor false"),
      ("version: 1\nworld: {}", 2, "world", "one of scene, fixture and movie"),
      ("version: 1\nworld: {movie: a.mov, loops: true}", 2, "world.loops", "a movie is not repeated"),
      ("version: 1\nworld: {scene: {}, loops: true}", 2, "world.loops", "a scene never ends"),
      ("version: 1\nworld: {scene: {seeds: 1}}", 2, "world.scene.seeds", "no such key"),
      ("version: 1\ncameras: some", 2, "cameras", "or the word none"),
      ("version: 1\ncameras:\n  - {size: 1x1}", 3, "cameras[0]", "\"name\" is missing"),
      ("version: 1\ncameras:\n  - {name: a, size: 640}", 3, "cameras[0].size", "no size such as 640x480"),
      (
        "version: 1\ncameras: [{name: a}]\nmicrophones: [{name: a}]", 3, "microphones[0].name",
        "two devices are called \"a\""
      ),
      ("version: 1\ncameras:\n  - {name: a}\n  - {name: a}", 4, "cameras[1].name", "two devices are called \"a\""),
      (
        "version: 1\ncameras: [{name: microphone}]", 2, "cameras[0].name",
        "two devices are called \"microphone\": this one, and the microphone of a script that lists no microphones; "
          + "choose another name, or write \"microphones: none\""
      ),
      (
        "version: 1\nmicrophones:\n  - {name: m}\n  - {name: camera}", 4, "microphones[1].name",
        "and the camera of a script that lists no cameras"
      ),
      ("version: 1\nauthorization: {camera: maybe}", 2, "authorization.camera", "none of notDetermined, restricted"),
      ("version: 1\nauthorization: {screen: denied}", 2, "authorization.screen", "no such key"),
      ("version: 1\ncameras: [{name: a, access: none}]", 2, "cameras[0].access", "none of granted, denied"),
      ("version: 1\nsteps:\n  - answer: {camera: maybe}", 3, "steps[0].answer.camera", "none of granted, denied"),
      ("version: 1\nsteps:\n  - answer: {camera: granted, microphone: denied}", 3, "steps[0].answer", "one answer"),
      ("version: 1\nsteps:\n  - requestAccess: screen", 3, "steps[0].requestAccess", "none of camera, microphone"),
      ("version: 1\nsteps:\n  - finishDeferred: soon", 3, "steps[0].finishDeferred", "none of now, afterRestart"),
      (
        "version: 1\nsession: {sound: lpcm}\nsteps: [failAudioEncoders: 5]", 3, "steps[0].failAudioEncoders",
        "linear PCM has no encoder that could fail"
      ),
      ("version: 1\nsteps:\n  - deny: front", 3, "steps[0]", "no device is called \"front\""),
      ("version: 1\nsteps:\n  - activeFormat: {of: camera}", 3, "steps[0].activeFormat", "\"size\" is missing"),
      (
        "version: 1\nsteps:\n  - press: {exposures: [{duration: -1}]}", 3, "steps[0].press.exposures[0].duration",
        "no number from 0.0"
      ),
      (
        "version: 1\nsteps:\n  - {at: 4, press: live}\n  - {at: 3, press: still}", 4, "steps[1].at",
        "3.000 s lies before the step above it, which is not taken before 4.000 s"
      ),
      (
        "version: 1\nsteps:\n  - {at: 1, advance: 2}\n  - {after: 1, press: live}\n  - {at: 3.5, press: live}", 5,
        "steps[2].at", "not taken before 4.000 s"
      ),
      ("version: 1\nsteps:\n  - {at: 4, press: live}\nend: 3", 4, "end", "lies before the last step"),
      ("version: 1\nsteps:\n  - release: 1\n  - press: live", 3, "steps[0].release", "no capture 1 yet: 0 presses"),
      ("version: 1\nsteps:\n  - press: live\n  - release: 9", 4, "steps[1].release", "no capture 9 yet: 1 press"),
      ("version: 1\nsteps:\n  - press: {again: 1}", 3, "steps[0].press.again", "no capture 1 yet"),
      ("version: 1\nexpect: {captures: {2: B}}", nil, "expect.captures.2", "there is no capture 2"),
      ("version: 1\nsteps:\n  - record: \"a\\nb\"", 3, "steps[0].record", "a text of one line"),
      ("version: 1\nsteps:\n  - press: {movie: \"a\\nb\"}", 3, "steps[0].press.movie", "a text of one line"),
      ("version: 1\nsteps:\n  - press: {movie: a/b}", 3, "steps[0].press.movie", "\"a/b\" is no name of a file"),
      ("version: 1\nsteps:\n  - press: {movie: .a}", 3, "steps[0].press.movie", "\".a\" is no name of a file"),
      ("version: 1\nsteps:\n  - press: {movie: ..}", 3, "steps[0].press.movie", "\"..\" is no name of a file"),
      ("version: 1\nsteps:\n  - press: {movie: ''}", 3, "steps[0].press.movie", "\"\" is no name of a file"),
      (
        "version: 1\nsteps:\n  - press: {movie: \(String(repeating: "a", count: 201))}", 3, "steps[0].press.movie",
        "is no name of a file: that has 1 to 200 bytes"
      ),
      ("version: 1\nsteps: [drop: {frames: 2, camera: microphone}]", 2, "steps[0]", "\"microphone\" is no camera"),
      ("version: 1\nsteps: [share: {of: 0.5, camera: microphone}]", 2, "steps[0]", "is no camera; there is camera"),
      ("version: 1\nsteps: [clockStep: {seconds: 5, camera: microphone}]", 2, "steps[0]", "is no camera"),
      ("version: 1\nsteps: [overrun: {frames: 5, microphone: camera}]", 2, "steps[0]", "\"camera\" is no microphone"),
      ("version: 1\nmicrophones: none\nsteps: [overrun: 5]", 3, "steps[0]", "the script has no microphone"),
      ("version: 1\nsteps:\n  - record: ../a.mov", 3, "steps[0].record", "no name of a file"),
      ("version: 1\nsteps:\n  - record: {codec: vp9}", 3, "steps[0].record.codec", "none of h264, hevc"),
      ("version: 1\nsteps: [press: still]\nexpect: {timeline: B1 X9}", 3, "expect.timeline", "\"X9\" is no step"),
      ("version: 1\nsteps: [press: still]\nexpect: {timeline: B1 F}", 3, "expect.timeline", "\"F\" is no step"),
      ("version: 1\nsteps: [press: still]\nexpect: {timeline: B2}", nil, "expect.timeline", "the script has 1 press"),
      ("version: 1\nsteps: [press: still]\nexpect: {captures: {1: B1}}", 3, "expect.captures.1", "is no step"),
      ("version: 1\nsteps: [flash: tooHot]", 2, "steps[0].flash", "there is no flash"),
      ("version: 1\nflash: bright", 2, "flash", "none of ready, tooHot"),
      ("version: 1\nexpect: {captures: {x: B}}", 2, "expect.captures.x", "no whole number"),
      ("version: 1\nexpect: {captures: {1: {errors: {Q: -1}}}}", 2, "expect.captures.1.errors.Q", "no step"),
      ("[1, 2]", 1, "", "here a mapping is needed"),
      ("version: 1\nsession: {outputs: []}", 2, "session.outputs", "1 to 16 outputs"),
      ("version: 1\nsession: {outputs: main}", 2, "session.outputs", "with keys out of name, camera"),
      ("version: 1\nsession:\n  outputs: [{camera: a}]", 3, "session.outputs[0]", "\"name\" is missing"),
      ("version: 1\nsession:\n  outputs: [{name: ''}]", 3, "session.outputs[0].name", "write a word"),
      ("version: 1\nsession: {outputs: [{name: a, lives: true}]}", 2, "session.outputs[0].lives", "no such key"),
      (
        "version: 1\nsession: {outputs: [{name: a}, {name: a}]}", 2, "session.outputs[1]",
        "two outputs are called \"a\""
      ),
      (
        "version: 1\nsession: {outputs: [{name: a}, {name: b}]}", 2, "session.outputs",
        "one photo output for each of its cameras, and 2 are more than its 1"
      ),
      (
        "version: 1\nsession: {outputs: [{name: a, camera: front}]}", 2, "session.outputs[0].camera",
        "no camera is called \"front\"; there is camera"
      ),
      (
        "version: 1\nmicrophones: none\nsession: {outputs: [{name: a, microphone: b}]}", 3,
        "session.outputs[0].microphone", "no microphone is called \"b\"; there is none"
      ),
      (
        "version: 1\ncameras: [{name: x}, {name: y, attached: false}]\nsession:\n  outputs:\n"
          + "    - {name: a, camera: y}", 5, "session.outputs[0].camera", "leave out \"attached: false\""
      ),
      ("version: 1\nsteps:\n  - {press: live, output: a}", 3, "steps[0].output", "list it with its name under"),
      (
        "version: 1\nsession: {outputs: [{name: a}]}\nsteps:\n  - {press: live, output: b}", 4, "steps[0].output",
        "no output is called \"b\"; there is a"
      ),
      (
        "version: 1\nsession: {outputs: [{name: a}]}\nsteps:\n  - {unplug: camera, output: a}", 4, "steps[0].output",
        "unplug is about no photo output; this goes with press, prepare"
      ),
      ("version: 1\nexpect:\n  outputs: {a: {badge: [0]}}", 3, "expect.outputs.a", "no output is called \"a\""),
      (
        "version: 1\nsession: {outputs: [{name: a}]}\nexpect: {outputs: {a: {badges: [0]}}}", 3,
        "expect.outputs.a.badges", "no such key"
      ),
      (
        "version: 1\nexpect:\n  together: [{captures: [1], within: 1}]", 3, "expect.together[0].captures",
        "at least two"
      ),
      ("version: 1\nexpect: {together: [{captures: [1, 2], within: 1}]}", nil, "expect.together", "no capture 1"),
      ("version: 1\nexpect: {together: [{captures: [1, 2]}]}", 2, "expect.together[0]", "\"within\" is missing"),
    ] as [(String, Int?, String, String)])
  func mistakes(_ text: String, line: Int?, key: String, part: String) throws {
    let error = try #require(mistake(in: text))
    #expect(error.key == key)
    if line != nil { #expect(error.line == line) }
    #expect(error.description.contains(part), "\(error)")
    #expect(error.description.hasPrefix("s.yaml"))
    #expect(!error.description.contains("\n"))
  }

  @Test(
    "an error has the line that it is about, with a mark below the key, the value or the step",
    arguments: [
      ("version: 1\nsteps:\n  - {at: 1, pres: live}", "    - {at: 1, pres: live}\n              ^"),
      ("version: 1\r\nflash:\tredy\r\nend: 3", "  flash:\tredy\n        \t^"),
      ("version: 1\nsteps:\n  - press: still\n  - unplug: front", "    - unplug: front\n      ^"),
      ("version: 1\nend: 3\ntitle: a: b", "  title: a: b\n          ^"),
      (
        "{\"version\": 1, \"title\": \"\(String(repeating: "x", count: 200))\", \"flash\": \"redy\"}",
        "  \(String(repeating: "x", count: 68))\", \"flash\": \"redy\"}\n  \(String(repeating: " ", count: 80))^"
      ),
    ])
  func excerpt(_ text: String, excerpt: String) throws {
    #expect(try #require(mistake(in: text)).excerpt == excerpt)
  }

  @Test("what is like no word of those that may be there is taken for none of them")
  func unlike() throws {
    for text in [
      "steps: [disk: broken]", "cameras: [{name: a}, {name: z}]\nsteps: [unplug: b]", "flash: bright",
      "profile: {order: B1 Q}",
    ] {
      let error = try #require(mistake(in: "version: 1\n" + text))
      #expect(!error.message.contains("did you mean"), "\(error)")
    }
  }

  @Test(
    "what is hostile is refused, not followed",
    arguments: [
      String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000),
      "version: 1\ntitle: " + String(repeating: "x", count: 1 << 20),
      "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nversion: 1\nsteps: *c", "\u{0}\u{1}", "version: !!binary 1\nx: y",
    ])
  func hostile(_ text: String) { #expect(mistake(in: text) != nil) }

  @Test(
    "what is no YAML, or no one document of a sane size, has a place and a reason",
    arguments: [
      ("version: 1\nsteps: [a", 3, 1, "neither YAML nor JSON: did not find expected ',' or ']' while parsing"),
      ("version: 1\ntitle: a: b", 2, 9, "mapping values are not allowed"),
      ("version: 1\n\tend: 3", 2, 1, "neither YAML nor JSON: found a tab character that violates indentation"),
      ("version: 1\ntitle: 'x\nend: 3", 3, 7, "while scanning a quoted scalar that begins in line 2"),
      ("version: 1\ntitle: ü\u{1}", 2, 9, "control characters are not allowed"),
      ("version: 1\nsteps: *s", 2, 8, "the alias \"*s\" stands for nothing: before it there is no value with \"&s\""),
      ("version: 1\nsteps: &s [*s]", 2, 12, "\"*s\" lies within the value with \"&s\", which so refers to itself"),
      ("version: 1\nend: &s 3\nsteps: &s [{at: *s}]", 3, 17, "which so refers to itself"),
      ("version: 1\nsteps: &s [&t {at: [*s]}]", 2, 21, "which so refers to itself"),
      ("version: 1\n---\nversion: 1", 2, 1, "a second document begins here; leave it out"),
      ("version: 1\nsteps: " + String(repeating: "[", count: 64), 2, 71, "more than 64 lists and mappings lie within"),
      ("- - - " + String(repeating: "[a, ", count: 62), 1, 251, "more than 64 lists and mappings lie within"),
    ] as [(String, Int, Int, String)])
  func places(_ text: String, line: Int, column: Int, part: String) throws {
    let error = try #require(mistake(in: text))
    #expect(error.line == line && error.message.hasSuffix(" (column \(column))"), "\(error)")
    #expect(error.message.contains(part) && error.code == .unreadable, "\(error)")
    #expect(!error.description.contains("\n"))
  }

  @Test("aliases stand for what they name, and count as often as they are named")
  func aliases() throws {
    let script = try CaptureScript(
      "version: 1\nsteps:\n  - &live {at: 1, press: live}\n  - *live", file: "s.yaml")
    #expect(script.steps.count == 2 && script.steps.first?.moment == script.steps.last?.moment)
    // A billion values out of ten lines.
    var laughs = "version: 1\nl0: &l0 [ha]\n"
    for level in 1...9 {
      laughs += "l\(level): &l\(level) [\(Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", "))]\n"
    }
    let error = try #require(mistake(in: laughs))
    #expect(error.line == 8 && error.message.contains("more than 262144 values"), "\(error)")
    let many = try #require(mistake(in: "[" + String(repeating: "x,", count: 300_000) + "]"))
    #expect(many.line == 1 && many.message.contains("more than 262144 values"), "\(many)")
  }

  @Test("any beginning of a script, and any byte of it gone wrong, is a script or a mistake")
  func damaged() {
    let text = "version: 1\ntitle: \"a\\u00fc\" # b\nsteps:\n  - &x {at: 1, press: live}\n  - *x\nend: |\n  3\n"
    let bytes = Array(text.utf8)
    var mistakes = 0
    for index in bytes.indices {
      if mistake(in: String(decoding: bytes[..<index], as: UTF8.self)) != nil { mistakes += 1 }
      for byte in [0x00, 0x09, 0x0a, 0x22, 0x26, 0x2a, 0x3a, 0x5b, 0x7b, 0x7c, 0xff] as [UInt8] {
        var other = bytes
        other[index] = byte
        if mistake(in: String(decoding: other, as: UTF8.self)) != nil { mistakes += 1 }
      }
    }
    #expect(mistakes > bytes.count)
  }

  /// Two cameras with an output each, and what is expected of one shutter.
  private func pair(_ expectations: String) -> String {
    """
    version: 1
    cameras: [{name: a}, {name: b}]
    session: {outputs: [{name: one, camera: a}, {name: two, camera: b}]}
    steps: [{press: live, output: two}]
    expect:
      \(expectations)
    """
  }

  @Test(
    "of several outputs an expectation says whose it is",
    arguments: [
      (
        "timeline: B1", "expect.timeline",
        "outputs one, two: say whose this is, as in \"outputs: {one: {timeline: …}}\""
      ),
      ("badge: [0]", "expect.badge", "say whose this is"),
      ("readiness: [ready]", "expect.readiness", "say whose this is"),
      ("outputs: {three: {}}", "expect.outputs.three", "no output is called \"three\"; there is one, two"),
      ("outputs: {two: {timeline: B1 X1}}", "expect.outputs.two.timeline", "\"X1\" is no step"),
      ("outputs: {two: {timeline: B2}}", "expect.outputs.two.timeline", "the script has 1 press"),
      (
        "outputs: {one: {timeline: B1}}", "expect.outputs.one.timeline",
        "\"B1\" is of capture 1, which is asked of two; put it there, or write \"output: one\" beside the press"
      ),
    ])
  func whose(_ expectations: String, key: String, part: String) throws {
    let error = try #require(mistake(in: pair(expectations)))
    #expect(error.key == key && error.line == 6 && error.code == .invalidValue)
    #expect(error.description.contains(part), "\(error)")
  }

  @Test("outputs are read with what is their own, and the session's for the rest")
  func outputs() throws {
    let script = try CaptureScript(
      """
      version: 1
      cameras: [{name: a}, {name: b}]
      microphones: [{name: m}]
      session:
        outputs:
          - {name: one, microphone: m, live: false, responsive: true, maximumQuality: quality}
          - {name: two, camera: b}
      steps: [{press: still}, {suspend: true, output: two}]
      expect: {outputs: {two: {timeline: "", badge: [0], readiness: [ready]}}}
      """, file: "s.yaml")
    var one = CaptureScript.Output(name: "one")
    (one.microphone, one.isLive, one.features, one.maximumQuality) = ("m", false, [.responsive: true], .quality)
    #expect(script.session.outputs == [one, CaptureScript.Output(name: "two", camera: "b")])
    #expect(script.steps.map(\.output) == [nil, "two"])
    var two = ScriptExpectations.Output()
    (two.timeline, two.badge, two.readiness) = ("", [0], ["ready"])
    #expect(script.expectations.outputs == ["two": two])
  }

  @Test("a mark of the encoding before a script is no part of it")
  func byteOrderMark() throws {
    #expect(try CaptureScript("\u{feff}version: 1\nend: 3\n", file: "s.yaml").end == MediaTime(value: 3, timescale: 1))
  }

  @Test("a name may be the usual one of a kind that the script has none of")
  func usualNames() throws {
    let script = try CaptureScript("version: 1\ncameras: [{name: microphone}]\nmicrophones: none", file: "s.yaml")
    #expect(script.cameras?.map(\.name) == ["microphone"])
  }

  @Test(
    "a file that is no UTF-8 is refused with the line",
    arguments: [([0xff], 2), ([0xc3, 0x0a], 2), ([0x0a, 0xe2, 0x82], 3), ([0xed, 0xa0, 0x80], 2)] as [([UInt8], Int)])
  func encoding(_ bytes: [UInt8], line: Int) throws {
    let error = #expect(throws: ScriptError.self) {
      try CaptureScript(utf8: Array("version: 1\ntitle: ".utf8) + bytes + Array("\nend: 3\n".utf8), file: "s.yaml")
    }
    #expect(error?.line == line && error?.message.contains("no UTF-8") == true, "\(String(describing: error))")
    #expect(try CaptureScript(utf8: Array("version: 1\ntitle: \u{e9}\n".utf8), file: "s.yaml").title == "\u{e9}")
    #expect(throws: ScriptError.self) {
      try CaptureScript(utf8: Array(repeating: 0x20, count: (1 << 20) + 1), file: "s.yaml")
    }
  }

  @Test("BGRA is another name of V4L2's AR24")
  func pixelFormats() throws {
    let script = try CaptureScript(
      "version: 1\ncameras: [{name: a, format: BGRA}]\nsteps: [press: {kind: still, pixels: BGRA}]", file: "s.yaml")
    #expect(script.cameras?.first?.modes.map(\.pixelFormat) == [.bgra])
    guard case .press(let press) = script.steps.first?.action else { return #expect(Bool(false)) }
    #expect(press.pixels == .bgra)
  }

  @Test("JSON is read like YAML")
  func json() throws {
    let script = try CaptureScript(
      #"{"version": 1, "steps": [{"at": 1.5, "press": {"kind": "still", "delegate": "none"}}], "end": 3}"#,
      file: "s.json")
    #expect(script.steps.map(\.moment) == [.at(MediaTime(seconds: 1.5, preferredTimescale: 1_000_000_000))])
    #expect(script.end == MediaTime(value: 3, timescale: 1))
    guard case .press(let press) = script.steps.first?.action else { return #expect(Bool(false)) }
    #expect(press.kind == .still && press.delegate == .none)
  }

  @Test("paths of a world are relative to the script's folder")
  func paths() throws {
    func world(_ text: String, _ file: String) throws -> CaptureScript.World {
      try CaptureScript("version: 1\nworld: {\(text)}", file: file).world
    }
    #expect(
      try world("fixture: a.livecam, loops: true", "rec/s.yaml")
        == .replay("fixture", path: "rec/a.livecam", loops: true))
    #expect(try world("movie: ../a.mov", "/x/rec/s.yaml") == .replay("movie", path: "/x/rec/../a.mov"))
    #expect(try world("movie: /b/a.mov", "rec/s.yaml") == .replay("movie", path: "/b/a.mov"))
    #expect(try world("movie: a.mov", "s.yaml") == .replay("movie", path: "a.mov"))
    #expect(mistake(in: "version: 1\nworld: {movie: ''}")?.key == "world.movie")
  }

  @Test("every switch of the profile can be set by its name")
  func profile() throws {
    let script = try CaptureScript(
      """
      version: 1
      profile: {deniedInput: deliversNothing, duplicateInput: isIgnored, sequenceCount: photos,
        delivery: serialPerCapture, movieEndedByReconfiguration: isDropped, movieEndedByInterruption: isKept,
        existingFile: isRefused, movieFailure: isToldOnce, unplugged: sessionConfigurationChanged,
        exposureCalls: alwaysCome, recordingEndedEarly: isDropped, order: shuffled, seed: 9, longestDelay: 0.5}
      """, file: "s.yaml")
    let usual = Mirror(reflecting: CaptureProfile()).children.map { "\($0.value)" }
    let set = Mirror(reflecting: script.profile).children.map { "\($0.value)" }
    for (before, after) in zip(usual, set) { #expect(before != after) }
    #expect(
      script.order
        == .shuffled(seed: 9, longestDelay: MediaTime(seconds: 0.5, preferredTimescale: 1_000_000_000)))
  }
}
