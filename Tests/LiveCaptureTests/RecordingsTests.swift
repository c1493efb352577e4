import LiveCaptureTesting
import MediaCore
import Testing

@testable import LiveCapture

/// Every event in every state of a recording: what is done, and what can be begun then.
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

  /// `b` told that it began, `s` and `r` sound added and removed, `m`, `v` and `a` watched for the maximum and the ends of
  /// picture and sound, `l` limited, `f` output free, `F` finished, `D` dropped, `E` the end told with a movie, `X`
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
      .picture: "", .sound: "", .began: "sbm", .stop: "lfva", .maximum: "lfva", .full: "fF", .silence: "r", .cut: "fF",
      .camera: "fF", .file: "E", .failure: "X writingFailed", .nothing: "X noFrames",
    ])
  private static let stopping = rows(
    [.began, .stop],
    [
      .stop: "", .maximum: "", .picture: "", .sound: "", .began: "sbm", .full: "fF", .silence: "r", .cut: "fF",
      .camera: "fF", .file: "E", .failure: "X writingFailed", .nothing: "X noFrames",
    ])
  private static let waitingForSound = rows(
    [.began, .stop, .picture],
    [
      .stop: "", .maximum: "", .picture: "", .sound: "fF", .began: "sbm", .full: "fF", .silence: "rfF", .cut: "fF",
      .camera: "fF", .file: "E", .failure: "X writingFailed", .nothing: "X noFrames",
    ])
  private static let finishing = rows(
    [.began, .camera],
    [
      .began: "", .stop: "", .maximum: "", .picture: "", .sound: "", .full: "", .silence: "r", .cut: "", .camera: "",
      .file: "E deviceFailed", .failure: "X writingFailed", .nothing: "X deviceFailed",
    ])
  private static let tooLong = rows(
    [.began, .maximum, .picture, .sound],
    [
      .began: "", .stop: "", .maximum: "", .picture: "", .sound: "", .full: "", .silence: "r", .cut: "", .camera: "",
      .file: "E maximumDurationReached", .failure: "X writingFailed", .nothing: "X maximumDurationReached",
    ])
  private static let ended = rows(
    [.stop, .picture, .sound, .file],
    [
      .began: "", .stop: "", .maximum: "", .picture: "", .sound: "", .full: "", .silence: "", .cut: "", .camera: "",
      .file: "", .failure: "", .nothing: "",
    ])

  @Test(
    "each event in each state does what it has to",
    arguments: recording + stopping + waitingForSound + finishing + tooLong + ended)
  func table(row: Row) throws {
    var recordings = Recordings(endedEarly: .isKept)
    _ = try recordings.begin(Self.order())
    for input in row.path { _ = input.apply(to: &recordings) }
    #expect(Self.text(row.input.apply(to: &recordings)) == row.actions)
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
