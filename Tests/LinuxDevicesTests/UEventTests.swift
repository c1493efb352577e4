import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("Uevents") struct UEventTests {
  /// Messages as kernel 6.1 sent them, with `|` for zero bytes.
  static let recorded = [
    "remove@/devices/platform/vivid.0/video4linux/video0|ACTION=remove|DEVPATH=/devices/platform/vivid.0/video4linux/video0|SUBSYSTEM=video4linux|MAJOR=81|MINOR=0|DEVNAME=video0|SEQNUM=658|",
    "add@/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.0/video4linux/video1|ACTION=add|DEVPATH=/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.0/video4linux/video1|SUBSYSTEM=video4linux|MAJOR=81|MINOR=1|DEVNAME=video1|SEQNUM=777|",
    "add@/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1|ACTION=add|DEVPATH=/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1|SUBSYSTEM=sound|SEQNUM=784|",
    "add@/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1/pcmC1D0c|ACTION=add|DEVPATH=/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1/pcmC1D0c|SUBSYSTEM=sound|MAJOR=116|MINOR=7|DEVNAME=snd/pcmC1D0c|DEVTYPE=pcm|SEQNUM=785|",
    "remove@/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1|ACTION=remove|DEVPATH=/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.2/sound/card1|SUBSYSTEM=sound|SEQNUM=800|",
  ]

  static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 } }

  @Test("what the kernel sends is read")
  func messages() throws {
    let events = Self.recorded.map { UEvent(Self.bytes($0)) }
    #expect(events.map { $0?.action } == [.remove, .add, .add, .add, .remove])
    #expect(events.map { $0?.subsystem } == ["video4linux", "video4linux", "sound", "sound", "sound"])
    #expect(events.map { $0?.node } == ["video0", "video1", nil, "snd/pcmC1D0c", nil])
    #expect(events.map { $0?.number } == [658, 777, 784, 785, 800])
    #expect(events[0]?.path == "/devices/platform/vivid.0/video4linux/video0")
  }

  @Test(
    "what the kernel would not send is none",
    arguments: [
      "", "|", "|||", "add@/a", "libudev|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|",
      // Header and lines disagree.
      "add@/b|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|",
      "remove@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|", "/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|",
      // Something is missing, twice there, unknown or no number.
      "add@/a|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|", "add@/a|ACTION=add|SUBSYSTEM=sound|SEQNUM=1|",
      "add@/a|ACTION=add|DEVPATH=/a|SEQNUM=1|", "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|",
      "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SUBSYSTEM=usb|SEQNUM=1|",
      "explode@/a|ACTION=explode|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|",
      "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=-1|",
      "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=|",
      "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=18446744073709551616|",
      "add@a|ACTION=add|DEVPATH=a|SUBSYSTEM=sound|SEQNUM=1|",
      "add@/a|ACTION=add|NOTHING|DEVPATH=/a|SUBSYSTEM=s|SEQNUM=1|",
    ])
  func strange(_ text: String) { #expect(UEvent(Self.bytes(text)) == nil) }

  @Test("a message that is too long, or has too many lines, is none; other lines do not matter")
  func limits() {
    let message = "add@/a|ACTION=add|DEVPATH=/a|SUBSYSTEM=sound|SEQNUM=1|"
    #expect(UEvent(Self.bytes(message + "OTHER=1|DEVTYPE=pcm|OTHER=2|")) != nil)
    #expect(UEvent(Self.bytes(message + String(repeating: "X=1|", count: 123))) != nil)
    #expect(UEvent(Self.bytes(message + String(repeating: "X=1|", count: 124))) == nil)
    #expect(UEvent(Self.bytes(message + "X=" + String(repeating: "1", count: 16_384))) == nil)
    #expect(UEvent(Self.bytes(message) + Array("DEVNAME=".utf8) + [0xff, 0xfe]) == nil)
    #expect(UEvent(Self.bytes(message) + Array("OTHER=".utf8) + [0xff, 0xfe]) != nil)
  }

  @Test("no bytes are a trap", arguments: 0..<5)
  func mutations(_ index: Int) {
    var random = SeededRandom(seed: UInt64(index))
    let message = Self.bytes(Self.recorded[index])
    for length in message.indices { #expect(UEvent(message.prefix(length).dropLast(1)) == nil || length > 100) }
    var readable = 0
    for _ in 0..<2_000 {
      var bytes = message
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let event = UEvent(bytes) {
        readable += 1
        #expect(event.path.hasPrefix("/"))
        // Whatever it names, it is a place or none.
        var roster = DeviceRoster()
        #expect(roster.hear(event).events.isEmpty)
      }
    }
    #expect(readable > 0 && readable < 2_000)
  }
}

@Suite("Changes in folders") struct FolderChangeTests {
  private static func record(_ watch: Int32, _ mask: UInt32, _ name: [UInt8], length: Int? = nil) -> [UInt8] {
    var bytes = withUnsafeBytes(of: watch, Array.init)
    for number in [mask, 0, UInt32(length ?? name.count)] { bytes += withUnsafeBytes(of: number, Array.init) }
    return bytes + name
  }

  private static func changes(_ bytes: [UInt8]) -> [FolderChange] { bytes.withUnsafeBytes(FolderChange.changes) }

  @Test("records follow one another, with names filled up with zeros or none")
  func records() {
    let bytes =
      Self.record(1, 0x100, Array("video0".utf8) + [0, 0]) + Self.record(-1, 0x4000, [])
      + Self.record(2, 4, Array("a".utf8) + Array(repeating: 0, count: 15))
    #expect(
      Self.changes(bytes) == [
        FolderChange(watch: 1, mask: 0x100, name: "video0"), FolderChange(watch: -1, mask: 0x4000, name: ""),
        FolderChange(watch: 2, mask: 4, name: "a"),
      ])
  }

  @Test("what is cut off is left out")
  func truncated() {
    let whole = Self.record(1, 0x100, Array("video0".utf8) + [0, 0])
    for length in 0..<whole.count { #expect(Self.changes(whole + whole.prefix(length)).count == 1) }
    #expect(Self.changes(Self.record(1, 1, [65], length: 0xffff_ffff)).isEmpty)
    #expect(Self.changes([]).isEmpty)
  }
}

@Suite("Files of devices") struct DeviceFileTests {
  @Test("names stand for cameras, microphones and cards")
  func names() {
    #expect(DeviceFile(name: "video0") == .camera(0))
    #expect(DeviceFile(name: "video123456") == .camera(123_456))
    #expect(DeviceFile(name: "pcmC1D12c") == .microphone(card: 1, device: 12))
    #expect(DevicePlace(name: "video7") == .file(.camera(7)))
    for name in ["pcmC3D0c", "controlC3", "card3"] { #expect(DevicePlace(name: name) == .card(3)) }
  }

  @Test(
    "other names stand for nothing",
    arguments: [
      "", "video", "video-1", "video+1", "video1x", "video 1", "video1234567", "video٣", "vbi0", "pcmC", "pcmC0D0",
      "pcmC0D0p", "pcmC0c", "pcmCD0c", "pcmC0Dc", "pcmC0D0D0c", "pcmC-1D0c", "controlC", "controlCx", "card", "timer",
      "seq", "c", "pcmc", "pcm",
    ])
  func others(_ name: String) {
    #expect(DeviceFile(name: name) == nil)
    #expect(DevicePlace(name: name) == nil)
  }
}
