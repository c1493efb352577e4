import Diagnostics
import Dispatch
import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PhotoLibrary

/// Notes what a view says; may refuse.
final class ScriptedViewDelegate: LivePhotoViewDelegate {
  let calls = Log<String>()
  private let isWilling: Bool
  init(isWilling: Bool = true) { self.isWilling = isWilling }

  func livePhotoView(_ view: LivePhotoView, canBeginPlaybackWith style: LivePhotoPlaybackStyle) -> Bool {
    calls.add("can \(style)")
    return isWilling
  }
  func livePhotoView(_ view: LivePhotoView, willBeginPlaybackWith style: LivePhotoPlaybackStyle) {
    calls.add("begin \(style)")
  }
  func livePhotoView(_ view: LivePhotoView, didEndPlaybackWith style: LivePhotoPlaybackStyle) {
    calls.add("end \(style)")
  }
}

@Suite struct LivePhotoViewTests {
  let clock = VirtualClock()
  let queue = DispatchQueue(label: "test.view")

  private func photo(_ name: String, seconds: Int64 = 3) -> LivePhoto {
    LivePhoto(
      size: PixelSize(width: 96, height: 64), stillURL: URL(fileURLWithPath: "/\(name).jpg"),
      movieURL: URL(fileURLWithPath: "/\(name).mov"), duration: .milliseconds(seconds * 1000),
      stillTime: .milliseconds(1500), contentIdentifier: name)
  }

  private func view(
    _ delegate: ScriptedViewDelegate, replaced: LibraryProfile.ReplacedWhilePlaying = .endsPlayback
  ) -> LivePhotoView {
    var profile = LibraryProfile()
    profile.replacedWhilePlaying = replaced
    let view = LivePhotoView(clock: clock, queue: queue, profile: profile)
    view.delegate = delegate
    return view
  }

  private func advance(_ milliseconds: Int64) {
    clock.advance(by: .milliseconds(milliseconds))
    queue.sync {}
  }

  @Test("87: replaced while it plays: playing stops at once", arguments: LibraryProfile.ReplacedWhilePlaying.allCases)
  func case87_replaced(_ answer: LibraryProfile.ReplacedWhilePlaying) throws {
    let delegate = ScriptedViewDelegate()
    let view = view(delegate, replaced: answer)
    view.livePhoto = photo("a")
    try view.startPlayback(with: .full)
    advance(1000)
    #expect(view.position == .milliseconds(1000))
    view.livePhoto = photo("b")
    #expect(view.playbackStyle == nil)
    #expect(view.position == nil)
    let told = answer == .endsPlayback ? ["begin full", "end full"] : ["begin full"]
    #expect(delegate.calls.all == told)
    // The end of what was playing does not end what plays now.
    try view.startPlayback(with: .full)
    advance(2500)
    #expect(view.playbackStyle == .full)
    advance(500)
    #expect(view.playbackStyle == nil)
    #expect(delegate.calls.all == told + ["begin full", "end full"])
    #expect(clock.pendingActionCount == 0)
    #expect(LibraryProfile().replacedWhilePlaying == .endsPlayback)
  }

  @Test("it plays to its end, and stops when it is told")
  func course() throws {
    let delegate = ScriptedViewDelegate()
    let view = view(delegate)
    try view.startPlayback(with: .full)
    #expect(delegate.calls.all.isEmpty, "there is nothing to play")
    view.livePhoto = photo("a")
    try view.startPlayback(with: .full)
    try view.startPlayback(with: .full)
    advance(2999)
    #expect(view.playbackStyle == .full)
    advance(1)
    #expect(view.playbackStyle == nil)
    view.stopPlayback()
    #expect(delegate.calls.all == ["begin full", "end full"])
    try view.startPlayback(with: .hint)
    // Half a second that leads up to the still.
    #expect(view.position == .milliseconds(1000))
    try view.startPlayback(with: .full)
    view.stopPlayback()
    #expect(delegate.calls.all.dropFirst(2) == ["begin hint", "end hint", "begin full", "end full"])
    #expect(clock.pendingActionCount == 0)
    view.livePhoto = LivePhoto(size: PixelSize(width: 1, height: 1))
    try view.startPlayback(with: .full)
    #expect(view.playbackStyle == nil, "a placeholder has nothing to play")
  }

  @Test("an end that was on its way when the photo was replaced does not end what plays now")
  func lateEnd() throws {
    let delegate = ScriptedViewDelegate()
    let view = view(delegate)
    view.livePhoto = photo("a")
    try view.startPlayback(with: .full)
    queue.suspend()
    clock.advance(by: .milliseconds(3000))
    view.livePhoto = photo("b")
    try view.startPlayback(with: .full)
    queue.resume()
    queue.sync {}
    #expect(view.playbackStyle == .full)
    #expect(delegate.calls.all == ["begin full", "end full", "begin full"])
  }

  @Test("the same photo again is no replacement; none at all is")
  func sameAndNone() throws {
    let delegate = ScriptedViewDelegate()
    let view = view(delegate)
    view.livePhoto = photo("a")
    try view.startPlayback(with: .full)
    view.livePhoto = photo("a")
    #expect(view.playbackStyle == .full)
    view.livePhoto = nil
    #expect(view.playbackStyle == nil)
    #expect(delegate.calls.all == ["begin full", "end full"])
  }

  @Test("sound: as loud as it is set, none when muted, for hints, and for the still")
  func sound() throws {
    let view = view(ScriptedViewDelegate())
    #expect(!view.isMuted && view.audioVolume == 1)
    view.livePhoto = photo("a")
    #expect(view.playbackVolume == 0)
    try view.startPlayback(with: .full)
    #expect(view.playbackVolume == 1)
    view.audioVolume = 0.25
    #expect(view.playbackVolume == 0.25)
    for (wrong, right) in [(Float(7), Float(1)), (-1, 0), (.nan, 0), (.infinity, 1)] {
      view.audioVolume = wrong
      #expect(view.audioVolume == right)
    }
    view.isMuted = true
    #expect(view.playbackVolume == 0)
    view.isMuted = false
    try view.startPlayback(with: .hint)
    #expect(view.playbackVolume == 0)
  }

  @Test("pressing plays if the delegate is willing, letting go ends it; a disabled gesture does nothing")
  func gesture() throws {
    let delegate = ScriptedViewDelegate()
    let view = view(delegate)
    view.playbackGestureBegan()
    #expect(delegate.calls.all.isEmpty, "there is nothing to play")
    view.livePhoto = photo("a")
    view.playbackGestureBegan()
    view.playbackGestureEnded()
    view.playbackGestureEnded()
    #expect(delegate.calls.all == ["can full", "begin full", "end full"])
    view.isPlaybackGestureEnabled = false
    view.playbackGestureBegan()
    #expect(delegate.calls.all.count == 3)
    let unwilling = ScriptedViewDelegate(isWilling: false)
    view.isPlaybackGestureEnabled = true
    view.delegate = unwilling
    view.playbackGestureBegan()
    #expect(view.playbackStyle == nil)
    #expect(unwilling.calls.all == ["can full"])
  }

  @Test("the delegate is held weakly, and an undefined style raises")
  func edges() {
    var delegate: ScriptedViewDelegate? = ScriptedViewDelegate()
    let view = LivePhotoView(clock: clock, queue: queue)
    view.delegate = delegate
    #expect(view.delegate != nil)
    delegate = nil
    #expect(view.delegate == nil)
    view.livePhoto = photo("a")
    let violation = #expect(throws: ContractViolation.self) { try view.startPlayback(with: .undefined) }
    #expect(violation?.rule == .playbackStyleIsDefined && violation?.rule.exception == .invalidArgument)
    #expect(view.playbackStyle == nil)
  }
}
