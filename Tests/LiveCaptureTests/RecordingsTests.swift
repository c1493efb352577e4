import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// Every event in every state of a recording: what is done, and where it leads.
@Suite struct RecordingsTests {
  enum Input: String, CaseIterable, Sendable {
    case began, stop, maximum, picture, sound, full, silence, cut, camera, file, failure, nothing

    func apply(to recordings: inout Recordings) -> [Recordings.Action] {
      switch self {
      case .began: recordings.began(1, at: .seconds(10))
      case .stop: recordings.stop(RecordingsTests.output, at: .seconds(12))
      case .maximum: recordings.reachedMaximum(1, at: .seconds(13))
      case .picture: recordings.arrived(.video, of: 1)
      case .sound: recordings.arrived(.audio, of: 1)
      case .full: recordings.endedItself(1)
      case .silence: recordings.soundEnded(of: RecordingsTests.output)
      case .cut: recordings.pictureEnded(of: RecordingsTests.output)
      case .camera: recordings.cameraEnded(RecordingsTests.camera, RecordingsTests.error(.deviceFailed))
      case .file: recordings.finished(1, .success(RecordingsTests.movie))
      case .failure: recordings.finished(1, .failure(RecordingsTests.error(.writingFailed)))
      case .nothing: recordings.finished(1, .failure(RecordingsTests.error(.noFrames)))
      }
    }
  }

  private final class Token: Sendable {}
  private static let tokens = (output: Token(), other: Token(), camera: Token(), connection: Token())
  static let output = ObjectIdentifier(tokens.output)
  static let camera = ObjectIdentifier(tokens.camera)
  static let movie = RecordedMovie(
    path: "/a.mov", startTime: .seconds(10), duration: .seconds(2), frameCount: 60, droppedFrameCount: 0,
    hasAudio: true, audioFiller: .zero, byteCount: 1000, audioEncoder: nil)

  static func error(_ code: CaptureError.Code) -> CaptureError { CaptureError(code, message: "on purpose") }

  static func order(
    path: String = "/a.mov", isConnected: Bool = true, camera: ObjectIdentifier? = RecordingsTests.camera,
    hasSound: Bool = true, isTaken: Bool = false, isWritable: Bool = true
  ) -> Recordings.Order {
    Recordings.Order(
      path: path, output: output, connections: [ObjectIdentifier(tokens.connection)], isConnected: isConnected,
      camera: camera, hasSound: hasSound, maximumDuration: .seconds(3), isTaken: isTaken, isWritable: isWritable)
  }

  /// `b` told that it began, `s` and `r` sound added and removed, `m`, `v` and `a` watched for the maximum and the ends
  /// of picture and sound, `l` limited, `f` output free, `F` finished, `D` dropped, `E` the end told with a movie, `X`
  /// without one; then the code of an error.
  private static func text(_ actions: [Recordings.Action]) -> String {
    actions.map { action -> String in
      switch action {
      case .begin(_, let hasSound, let maximum): (hasSound ? "s" : "") + "b" + (maximum == nil ? "" : "m")
      case .removeSound: "r"
      case .stop(_, _, let media): "lf" + media.map { $0 == .video ? "v" : "a" }.joined()
      case .finish(_, _, let isKept): isKept ? "fF" : "fD"
      case .tellEnd(_, let movie, let error): (movie == nil ? "X" : "E") + (error.map { " \($0.code)" } ?? "")
      }
    }.joined()
  }

  /// The state of the recording, as it shows in what a copy answers: `R` recording, `V`, `A` or `VA` stopping and
  /// waiting for these media, `F` finishing, `-` forgotten.
  private static func state(of recordings: Recordings) -> String {
    func asks(_ events: (inout Recordings) -> [Recordings.Action]...) -> Bool {
      var copy = recordings
      return !events.flatMap { $0(&copy) }.isEmpty
    }
    if recordings.isEmpty { return "-" }
    if asks({ $0.stop(output, at: .seconds(20)) }) { return "R" }
    if asks({ $0.arrived(.video, of: 1) }) { return "V" }
    if asks({ $0.arrived(.audio, of: 1) }) { return "A" }
    return asks({ $0.arrived(.video, of: 1) }, { $0.arrived(.audio, of: 1) }) ? "VA" : "F"
  }

  /// Actions are followed by the state that they lead to.
  struct Row: Sendable, CustomStringConvertible {
    let path: [Input]
    let input: Input
    let actions: String
    var description: String { "\(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)" }
  }

  private static func rows(_ path: [Input], _ table: KeyValuePairs<Input, String>) -> [Row] {
    precondition(Set(table.map(\.key)).count == Input.allCases.count, "every input is listed once")
    return table.map { Row(path: path, input: $0.key, actions: $0.value) }
  }

  private static let recording = rows(
    [],
    [
      .picture: " R", .sound: " R", .began: "sbm R", .stop: "lfva VA", .maximum: "lfva VA", .full: "fF F",
      .silence: "r R", .cut: "fF F", .camera: "fF F", .file: "E -", .failure: "X writingFailed -",
      .nothing: "X noFrames -",
    ])
  private static let recordingInSilence = rows(
    [.silence],
    [
      .picture: " R", .sound: " R", .began: "bm R", .stop: "lfv V", .maximum: "lfv V", .full: "fF F", .silence: " R",
      .cut: "fF F", .camera: "fF F", .file: "E -", .failure: "X writingFailed -", .nothing: "X noFrames -",
    ])
  private static let stopping = rows(
    [.began, .stop],
    [
      .stop: " VA", .maximum: " VA", .picture: " A", .sound: " V", .began: "sbm VA", .full: "fF F", .silence: "r V",
      .cut: "fF F", .camera: "fF F", .file: "E -", .failure: "X writingFailed -", .nothing: "X noFrames -",
    ])
  private static let waitingForSound = rows(
    [.began, .stop, .picture],
    [
      .stop: " A", .maximum: " A", .picture: " A", .sound: "fF F", .began: "sbm A", .full: "fF F", .silence: "rfF F",
      .cut: "fF F", .camera: "fF F", .file: "E -", .failure: "X writingFailed -", .nothing: "X noFrames -",
    ])
  private static let waitingForPicture = rows(
    [.began, .stop, .sound],
    [
      .stop: " V", .maximum: " V", .picture: "fF F", .sound: " V", .began: "sbm V", .full: "fF F", .silence: "r V",
      .cut: "fF F", .camera: "fF F", .file: "E -", .failure: "X writingFailed -", .nothing: "X noFrames -",
    ])
  private static let finishing = rows(
    [.began, .camera],
    [
      .began: " F", .stop: " F", .maximum: " F", .picture: " F", .sound: " F", .full: " F", .silence: "r F",
      .cut: " F", .camera: " F", .file: "E deviceFailed -", .failure: "X writingFailed -",
      .nothing: "X deviceFailed -",
    ])
  private static let tooLong = rows(
    [.began, .maximum, .picture, .sound],
    [
      .began: " F", .stop: " F", .maximum: " F", .picture: " F", .sound: " F", .full: " F", .silence: "r F",
      .cut: " F", .camera: " F", .file: "E maximumDurationReached -", .failure: "X writingFailed -",
      .nothing: "X maximumDurationReached -",
    ])
  private static let ended = rows(
    [.stop, .picture, .sound, .file],
    [
      .began: " -", .stop: " -", .maximum: " -", .picture: " -", .sound: " -", .full: " -", .silence: " -", .cut: " -",
      .camera: " -", .file: " -", .failure: " -", .nothing: " -",
    ])

  @Test(
    "each event in each state does what it has to and leads where it has to",
    arguments: recording + recordingInSilence + stopping + waitingForSound + waitingForPicture + finishing + tooLong
      + ended)
  func table(row: Row) throws {
    var recordings = Recordings(endedEarly: .isKept)
    _ = try recordings.begin(Self.order())
    for input in row.path { _ = input.apply(to: &recordings) }
    let actions = row.input.apply(to: &recordings)
    #expect("\(Self.text(actions)) \(Self.state(of: recordings))" == row.actions)
  }

  @Test("what breaks a rule throws, and begins nothing")
  func rules() throws {
    var recordings = Recordings(endedEarly: .isKept)
    func code(_ order: Recordings.Order) -> CaptureError.Code? {
      do { _ = try recordings.begin(order) } catch { return error.code }
      return nil
    }
    #expect(code(Self.order(isConnected: false)) == .invalidConfiguration)
    for path in ["", "/a/", "file:///a.mov"] { #expect(code(Self.order(path: path)) == .invalidSettings) }
    #expect(recordings.isEmpty)
    #expect(code(Self.order()) == nil && code(Self.order()) == .recordingInProgress)
    _ = recordings.stop(Self.output, at: .seconds(11))
    #expect(code(Self.order()) == nil && !recordings.isEmpty)
  }

  @Test("what cannot be recorded is refused without a file")
  func refusals() throws {
    var recordings = Recordings(endedEarly: .isKept)
    for (order, code) in [
      (Self.order(camera: nil, isTaken: true), CaptureError.Code.sessionNotRunning),
      (Self.order(isTaken: true, isWritable: false), .fileExists), (Self.order(isWritable: false), .writingFailed),
    ] {
      guard case .failure(let error) = try recordings.begin(order) else {
        Issue.record("\(code) did not refuse")
        continue
      }
      #expect(error.code == code && error.recordingSuccessfullyFinished == false)
    }
    #expect(recordings.isEmpty)
  }

  @Test("a profile decides whether a recording that something else has ended is kept")
  func dropped() throws {
    var recordings = Recordings(endedEarly: .isDropped)
    _ = try recordings.begin(Self.order(hasSound: false))
    #expect(Self.text(recordings.began(1, at: .seconds(10))) == "bm")
    let error = Self.error(.sessionInterrupted)
    #expect(Self.text(recordings.endAll(error)) == "fD")
    #expect(Self.text(recordings.finished(1, nil)) == "X sessionInterrupted")
  }

  @Test("a recording ends when its output is connected otherwise, and not when another is")
  func connections() throws {
    var recordings = Recordings(endedEarly: .isKept)
    _ = try recordings.begin(Self.order())
    let same = [Self.output: [ObjectIdentifier(Self.tokens.connection)]]
    #expect(Self.text(recordings.connectionsChanged(same)) == "")
    #expect(Self.text(recordings.connectionsChanged([ObjectIdentifier(Self.tokens.other): []])) == "fF")
  }
}
