import CaptureDevices
import Testing

@testable import LinuxDevices

@Suite("Which devices come and go, by what is heard and seen") struct DeviceRosterTests {
  private typealias Finding = DeviceRoster.Finding

  private static func camera(
    _ number: Int, _ name: String = "Webcam", serial: String? = nil, port: String = "usb-1"
  ) -> V4L2Catalog.Camera {
    let identity = DeviceIdentity(serial: serial, portPath: port, model: name)
    let device = VideoDevice(
      id: CameraName.identifier(identity), name: name, node: "/dev/video\(number)", identity: identity,
      driver: "uvcvideo", modes: [], controls: [])
    return V4L2Catalog.Camera(device: device, path: "/dev/video\(number)", number: number, type: .single)
  }

  private static func microphone(_ card: Int, _ device: Int = 0) -> AudioDevice {
    AudioDevice(
      id: "hw:CARD=C\(card),DEV=\(device)", name: "Mic", pcm: "hw:CARD=C\(card),DEV=\(device)",
      identity: DeviceIdentity(serial: nil, portPath: nil, model: "Mic"), formats: [])
  }

  private static func identity(_ number: UInt64) -> FileIdentity { FileIdentity(system: 5, number: number, device: 81) }

  private static func there(_ camera: V4L2Catalog.Camera, file: UInt64, after number: UInt64 = 0) -> Finding {
    Finding(state: .there(.camera(camera)), identity: identity(file), number: number)
  }

  private static func there(_ microphone: AudioDevice, file: UInt64, after number: UInt64 = 0) -> Finding {
    Finding(state: .there(.microphone(microphone)), identity: identity(file), number: number)
  }

  private static let gone = Finding(state: .absent, identity: nil, number: 0)

  private static func uevent(
    _ action: String, _ node: String, _ number: UInt64, _ subsystem: String = "video4linux"
  ) -> UEvent {
    let path = "/devices/x/\(node)"
    let name = node.hasPrefix("card") ? "" : "DEVNAME=\(node)|"
    return UEvent(
      UEventTests.bytes(
        "\(action)@\(path)|ACTION=\(action)|DEVPATH=\(path)|SUBSYSTEM=\(subsystem)|\(name)SEQNUM=\(number)|"))!
  }

  @Test("a camera comes when it is seen, and goes when the kernel says so, once")
  func comesAndGoes() {
    var roster = DeviceRoster()
    let camera = Self.camera(0)
    var heard = roster.hear(Self.uevent("add", "video0", 10))
    #expect(heard.events.isEmpty && heard.places == [.file(.camera(0))])
    #expect(roster.see(Self.there(camera, file: 1, after: 10), at: .camera(0)) == [.videoConnected(camera.device)])
    #expect(roster.see(Self.there(camera, file: 1, after: 11), at: .camera(0)).isEmpty)
    #expect(roster.present.map { $0.event(isConnected: true) } == [.videoConnected(camera.device)])
    heard = roster.hear(Self.uevent("remove", "video0", 12))
    #expect(heard.events == [.videoDisconnected(camera.device)] && heard.places.isEmpty)
    #expect(roster.hear(Self.uevent("remove", "video0", 12)).events.isEmpty)
    #expect(roster.see(Self.gone, at: .camera(0)).isEmpty)
    #expect(roster.present.isEmpty)
  }

  @Test("a camera goes when its file does, once, whichever is noticed first")
  func fileGoes() {
    var roster = DeviceRoster()
    let camera = Self.camera(0)
    _ = roster.see(Self.there(camera, file: 1, after: 10), at: .camera(0))
    #expect(roster.see(Self.gone, at: .camera(0)) == [.videoDisconnected(camera.device)])
    #expect(roster.hear(Self.uevent("remove", "video0", 12)).events.isEmpty)
  }

  @Test("a node that may not be opened yet, or is none of a camera, is looked at until it is")
  func permissions() {
    var roster = DeviceRoster()
    let closed = Finding(state: .unusable, identity: Self.identity(1), number: 3)
    #expect(roster.see(closed, at: .camera(0)).isEmpty)
    let camera = Self.camera(0)
    #expect(roster.see(Self.there(camera, file: 1), at: .camera(0)) == [.videoConnected(camera.device)])
    // Who may not open it any more has not lost it.
    #expect(roster.see(closed, at: .camera(0)).isEmpty)
    #expect(roster.holds(.camera(0), Self.identity(1)))
    #expect(!roster.holds(.camera(0), Self.identity(2)) && !roster.holds(.camera(0), nil))
  }

  @Test("a node whose driver is not done yet is looked at again when it is")
  func unready() {
    var roster = DeviceRoster()
    let bind = Self.uevent("bind", "1-1:1.0", 13, "usb")
    #expect(roster.hear(bind).places.isEmpty)
    #expect(roster.see(Finding(state: .absent, identity: Self.identity(1), number: 12), at: .camera(3)).isEmpty)
    #expect(roster.hear(bind).places == [.file(.camera(3))])
    let camera = Self.camera(3)
    #expect(roster.see(Self.there(camera, file: 1), at: .camera(3)) == [.videoConnected(camera.device)])
    #expect(roster.hear(bind).places.isEmpty)
  }

  @Test("another file of the same name is another connection, and the old one's removal is no news")
  func replaced() {
    var roster = DeviceRoster()
    let (old, new) = (Self.camera(0), Self.camera(0, "Other", port: "usb-2"))
    _ = roster.see(Self.there(old, file: 1, after: 5), at: .camera(0))
    #expect(
      roster.see(Self.there(new, file: 2, after: 11), at: .camera(0))
        == [.videoDisconnected(old.device), .videoConnected(new.device)])
    #expect(roster.hear(Self.uevent("remove", "video0", 10)).events.isEmpty)
    #expect(roster.hear(Self.uevent("add", "video0", 11)).places == [.file(.camera(0))])
    #expect(roster.hear(Self.uevent("remove", "video0", 12)).events == [.videoDisconnected(new.device)])
  }

  @Test("a node that stays, as in containers, still tells one camera from the next by uevents")
  func standingNode() {
    var roster = DeviceRoster()
    let camera = Self.camera(0)
    _ = roster.see(Self.there(camera, file: 1, after: 5), at: .camera(0))
    #expect(roster.hear(Self.uevent("remove", "video0", 8)).events == [.videoDisconnected(camera.device)])
    #expect(
      roster.see(Self.there(camera, file: 1, after: 9), at: .camera(0)) == [.videoConnected(camera.device)])
    // A node with nothing behind it is as good as none.
    let nobody = Finding(state: .absent, identity: Self.identity(1), number: 9)
    #expect(roster.see(nobody, at: .camera(0)) == [.videoDisconnected(camera.device)])
  }

  @Test("the same camera at another node is a new one")
  func otherNode() {
    var roster = DeviceRoster()
    let (old, new) = (Self.camera(0, serial: "77"), Self.camera(4, serial: "77"))
    _ = roster.see(Self.there(old, file: 1, after: 1), at: .camera(0))
    #expect(roster.hear(Self.uevent("remove", "video0", 2)).events == [.videoDisconnected(old.device)])
    let events = roster.see(Self.there(new, file: 2, after: 3), at: .camera(4))
    #expect(events == [.videoConnected(new.device)])
    #expect(old.device.id == new.device.id && old.device.node != new.device.node)
  }

  @Test("twins get the identifiers that the list gives them, and keep them")
  func twins() {
    var roster = DeviceRoster()
    let (second, first) = (Self.camera(0, serial: "S", port: "usb-2"), Self.camera(1, serial: "S", port: "usb-3"))
    _ = roster.see(Self.there(second, file: 1), at: .camera(0))
    let events = roster.see(Self.there(first, file: 2), at: .camera(1))
    guard case .videoConnected(let named)? = events.first else {
      Issue.record("no camera has come")
      return
    }
    #expect(named.id == "webcam-S-2" && named.node == "/dev/video1")
    #expect(roster.see(Self.gone, at: .camera(0)) == [.videoDisconnected(second.device)])
    #expect(roster.see(Self.gone, at: .camera(1)) == [.videoDisconnected(named)])
  }

  @Test("a sound card is a microphone for each capture device, and goes with all of them")
  func cards() {
    var roster = DeviceRoster()
    for (node, number) in [("card1", 1), ("snd/pcmC1D0p", 2), ("snd/pcmC1D0c", 3), ("snd/controlC1", 4)]
      as [(String, UInt64)]
    {
      let places = roster.hear(Self.uevent("add", node, number, "sound")).places
      #expect(places == (node.hasSuffix("p") ? [] : [.card(1)]))
    }
    let (one, two) = (Self.microphone(1, 0), Self.microphone(1, 1))
    let files = [DeviceFile.microphone(card: 1, device: 0), .microphone(card: 1, device: 1)]
    #expect(roster.see(Self.there(one, file: 1, after: 4), at: files[0]) == [.audioConnected(one)])
    #expect(roster.see(Self.there(two, file: 2, after: 4), at: files[1]) == [.audioConnected(two)])
    #expect(roster.files(in: .card(1)) == files && roster.files(in: .card(2)).isEmpty)
    #expect(roster.hear(Self.uevent("remove", "snd/controlC1", 5, "sound")).events.isEmpty)
    #expect(roster.hear(Self.uevent("remove", "snd/pcmC1D1c", 6, "sound")).events == [.audioDisconnected(two)])
    #expect(roster.hear(Self.uevent("remove", "card1", 7, "sound")).events == [.audioDisconnected(one)])
    #expect(roster.hear(Self.uevent("remove", "card1", 7, "sound")).events.isEmpty)
  }

  @Test("other devices are none of ours", arguments: ["usb", "tty", "block"])
  func otherSubsystems(_ subsystem: String) {
    var roster = DeviceRoster()
    _ = roster.see(Self.there(Self.camera(0), file: 1), at: .camera(0))
    for action in ["add", "remove", "change", "unbind", "offline"] {
      let heard = roster.hear(Self.uevent(action, "video0", 9, subsystem))
      #expect(heard.events.isEmpty && heard.places.isEmpty)
    }
    for node in ["vbi0", "radio0", "v4l-subdev0", "snd/timer"] {
      #expect(roster.hear(Self.uevent("add", node, 9)).places.isEmpty)
    }
  }
}
