import Foundation
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

/// Every call in every state of a view: what is done, and which state it leads to.
@Suite struct LivePhotoViewStateMachineTests {
  enum Input: String, CaseIterable, Sendable {
    case nothing, placeholder, first, second, full, hint, undefined, stop, firstEnd, secondEnd

    func apply(to machine: inout LivePhotoView.StateMachine) -> [LivePhotoView.StateMachine.Action] {
      let now = MediaTime.milliseconds(10_000)
      switch self {
      case .nothing: return machine.show(nil)
      case .placeholder: return machine.show(LivePhoto(size: PixelSize(width: 96, height: 64)))
      case .first: return machine.show(LivePhotoViewStateMachineTests.photo("first"))
      case .second: return machine.show(LivePhotoViewStateMachineTests.photo("second"))
      case .full: return machine.start(.full, at: now)
      case .hint: return machine.start(.hint, at: now)
      case .undefined: return machine.start(.undefined, at: now)
      case .stop: return machine.stop()
      case .firstEnd: return machine.reachEnd(1)
      case .secondEnd: return machine.reachEnd(2)
      }
    }
  }

  enum State: String, Sendable {
    case empty, still, full, hint

    init(_ machine: LivePhotoView.StateMachine) {
      self =
        switch machine.state {
        case .empty: .empty
        case .still: .still
        case .playing(_, let playing): playing.style == .hint ? .hint : .full
        }
    }
  }

  static func photo(_ name: String, milliseconds: Int64 = 3000, still: Int64? = 1500) -> LivePhoto {
    LivePhoto(
      size: PixelSize(width: 96, height: 64), stillURL: URL(fileURLWithPath: "/\(name).jpg"),
      movieURL: URL(fileURLWithPath: "/\(name).mov"), duration: .milliseconds(milliseconds),
      stillTime: still.map { MediaTime.milliseconds($0) }, contentIdentifier: name)
  }

  /// `full 1` and `hint 1` for what begins, with its number; `-full` and `-hint` for what ends.
  private static func text(_ actions: [LivePhotoView.StateMachine.Action]) -> String {
    actions.map { action -> String in
      switch action {
      case .begin(let style, _, let number): "\(style) \(number)"
      case .end(let style): "-\(style)"
      }
    }.joined(separator: " ")
  }

  struct Row: Sendable, CustomStringConvertible {
    let path: [Input]
    let input: Input
    let actions: String
    let state: State
    var description: String { "\(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)" }
  }

  private static func rows(_ path: [Input], _ table: [(Input, String, State)]) -> [Row] {
    precondition(
      table.count == Input.allCases.count && Set(table.map { $0.0 }).count == table.count, "every input is listed once")
    return table.map { Row(path: path, input: $0.0, actions: $0.1, state: $0.2) }
  }

  private static let empty = rows(
    [],
    [
      (.nothing, "", .empty), (.placeholder, "", .still), (.first, "", .still), (.second, "", .still),
      (.full, "", .empty), (.hint, "", .empty), (.undefined, "", .empty), (.stop, "", .empty),
      (.firstEnd, "", .empty), (.secondEnd, "", .empty),
    ])
  private static let placeholder = rows(
    [.placeholder],
    [
      (.nothing, "", .empty), (.placeholder, "", .still), (.first, "", .still), (.second, "", .still),
      (.full, "", .still), (.hint, "", .still), (.undefined, "", .still), (.stop, "", .still),
      (.firstEnd, "", .still), (.secondEnd, "", .still),
    ])
  private static let still = rows(
    [.first],
    [
      (.nothing, "", .empty), (.placeholder, "", .still), (.first, "", .still), (.second, "", .still),
      (.full, "full 1", .full), (.hint, "hint 1", .hint), (.undefined, "", .still), (.stop, "", .still),
      (.firstEnd, "", .still), (.secondEnd, "", .still),
    ])
  private static let full = rows(
    [.first, .full],
    [
      (.nothing, "-full", .empty), (.placeholder, "-full", .still), (.first, "", .full), (.second, "-full", .still),
      (.full, "", .full), (.hint, "-full hint 2", .hint), (.undefined, "", .full), (.stop, "-full", .still),
      (.firstEnd, "-full", .still), (.secondEnd, "", .full),
    ])
  private static let hint = rows(
    [.first, .hint],
    [
      (.nothing, "-hint", .empty), (.placeholder, "-hint", .still), (.first, "", .hint), (.second, "-hint", .still),
      (.full, "-hint full 2", .full), (.hint, "", .hint), (.undefined, "", .hint), (.stop, "-hint", .still),
      (.firstEnd, "-hint", .still), (.secondEnd, "", .hint),
    ])
  /// The first playing was ended by the second, and its end may still be on its way.
  private static let secondPlaying = rows(
    [.first, .hint, .full],
    [
      (.nothing, "-full", .empty), (.placeholder, "-full", .still), (.first, "", .full), (.second, "-full", .still),
      (.full, "", .full), (.hint, "-full hint 3", .hint), (.undefined, "", .full), (.stop, "-full", .still),
      (.firstEnd, "", .full), (.secondEnd, "-full", .still),
    ])
  private static let stillAgain = rows(
    [.first, .full, .firstEnd],
    [
      (.nothing, "", .empty), (.placeholder, "", .still), (.first, "", .still), (.second, "", .still),
      (.full, "full 2", .full), (.hint, "hint 2", .hint), (.undefined, "", .still), (.stop, "", .still),
      (.firstEnd, "", .still), (.secondEnd, "", .still),
    ])

  private static let allRows: [Row] = [empty, placeholder, still, full, hint, secondPlaying, stillAgain].flatMap { $0 }

  @Test("each call in each state does what it has to and leads where it has to", arguments: allRows)
  func table(row: Row) {
    var machine = LivePhotoView.StateMachine()
    for input in row.path { _ = input.apply(to: &machine) }
    #expect(Self.text(row.input.apply(to: &machine)) == row.actions)
    #expect(State(machine) == row.state)
  }

  @Test("all of it plays from the beginning; a hint is short, leads up to the still and stays within the movie")
  func stretches() throws {
    let now = MediaTime.milliseconds(10_000)
    let stretches: [(LivePhotoPlaybackStyle, Int64, Int64?, Int64, Int64)] = [
      (.full, 3000, 1500, 0, 3000), (.hint, 3000, 1500, 1000, 500), (.hint, 3000, 200, 0, 500),
      (.hint, 3000, nil, 0, 500), (.hint, 3000, 9000, 2500, 500), (.hint, 300, 200, 0, 300),
    ]
    for (style, milliseconds, still, offset, duration) in stretches {
      var machine = LivePhotoView.StateMachine()
      _ = machine.show(Self.photo("first", milliseconds: milliseconds, still: still))
      let actions = machine.start(style, at: now)
      let begin = LivePhotoView.StateMachine.Action.begin(style, end: now + .milliseconds(duration), number: 1)
      #expect(actions == [begin])
      let playing = try #require(machine.playing)
      #expect(playing.position(at: now - .milliseconds(1)) == .milliseconds(offset))
      #expect(playing.position(at: now + .milliseconds(100)) == .milliseconds(offset + 100))
      #expect(playing.position(at: now + .milliseconds(9000)) == .milliseconds(offset + duration))
    }
  }

  @Test("a movie of no length is not played")
  func withoutLength() {
    var machine = LivePhotoView.StateMachine()
    _ = machine.show(Self.photo("first", milliseconds: 0))
    let actions = machine.start(.full, at: .milliseconds(10_000))
    #expect(actions.isEmpty)
    #expect(State(machine) == .still)
  }
}
