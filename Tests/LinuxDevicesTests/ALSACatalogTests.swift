import CaptureDevices
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import LinuxDevices

@Suite("ALSACatalog") struct ALSACatalogTests {
  private static let stereo = AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16)
  private static let camera = ALSACard(
    index: 1, id: "Camera", name: "USB Camera", devices: [.init(number: 0, name: "USB Audio")])
  private static let loopback = ALSACard(
    index: 0, id: "Loopback", name: "Loopback",
    devices: [.init(number: 0, name: "Loopback PCM"), .init(number: 1, name: "Loopback PCM")])
  private static let webcam = ALSACard(
    index: 12, id: "Camera_1", name: "Fine Webcam", devices: [.init(number: 0, name: "")])

  /// A catalog over a system that opens one PCM, and the system.
  private static func catalog(
    cards: [ALSACard] = [loopback, camera, webcam], hasDefault: Bool = false, errors: [String: Int32] = [:],
    streamCount: Int = 1
  ) throws -> (catalog: ALSACatalog, system: ALSAScriptedSystem) {
    let system = ALSAScriptedSystem(
      cards: cards,
      formats: ["hw:CARD=Camera,DEV=0": [stereo]].merging(hasDefault ? ["default": [stereo]] : [:]) { first, _ in first
      },
      errors: errors, streams: (0..<streamCount).map { _ in ALSAScriptedStream([]) })
    let empty = try TemporaryFolder().path
    return (ALSACatalog(system: system, identities: ALSAIdentities(sysfs: empty, nodes: empty)), system)
  }

  @Test("capture devices are listed by card and number, the default last, formats where they could be asked")
  func list() throws {
    let devices = try Self.catalog(hasDefault: true).catalog.audioDevices()
    #expect(
      devices.map(\.id) == [
        "hw:CARD=Loopback,DEV=0", "hw:CARD=Loopback,DEV=1", "hw:CARD=Camera,DEV=0", "hw:CARD=Camera_1,DEV=0", "default",
      ])
    #expect(devices.map(\.name).suffix(3) == ["USB Camera, USB Audio", "Fine Webcam", "Default"])
    #expect(devices.map(\.pcm) == devices.map(\.id))
    #expect(devices.map(\.formats) == [[], [], [Self.stereo], [], [Self.stereo]])
    #expect(try Self.catalog(cards: []).catalog.audioDevices() == [])
  }

  @Test(
    "a microphone answers to its identifier, to any PCM at its address, to its card and to a part of its name",
    arguments: [
      ("hw:CARD=Camera,DEV=0", "hw:CARD=Camera,DEV=0", "hw:CARD=Camera,DEV=0"),
      ("plughw:CARD=Camera,DEV=0", "plughw:CARD=Camera,DEV=0", "hw:CARD=Camera,DEV=0"),
      ("hw:Camera", "hw:Camera", "hw:CARD=Camera,DEV=0"), ("hw:1", "hw:1", "hw:CARD=Camera,DEV=0"),
      ("plughw:12,0", "plughw:12,0", "hw:CARD=Camera_1,DEV=0"),
      ("hw:Loopback,1,0", "hw:Loopback,1,0", "hw:CARD=Loopback,DEV=1"),
      ("dsnoop:CARD=Camera_1", "dsnoop:CARD=Camera_1", "hw:CARD=Camera_1,DEV=0"),
      ("Camera", "hw:CARD=Camera,DEV=0", "hw:CARD=Camera,DEV=0"),
    ])
  func names(name: String, pcm: String, id: String) throws {
    let (catalog, system) = try Self.catalog()
    let source = try catalog.open(name, wish: AudioWish())
    #expect(system.opened == [pcm])
    #expect(source.device.id == id)
  }

  @Test("a PCM's name goes before a part of a device's name; a part counts when no PCM is called so")
  func parts() throws {
    let own = try Self.catalog()
    #expect(try own.catalog.open("fine", wish: AudioWish()).device.id == "fine")
    #expect(own.system.opened == ["fine"])
    let part = try Self.catalog(errors: ["fine": ENOENT, "web: cam": EINVAL])
    #expect(try part.catalog.open("fine", wish: AudioWish()).device.id == "hw:CARD=Camera_1,DEV=0")
    #expect(part.system.opened == ["hw:CARD=Camera_1,DEV=0"])
  }

  @Test("auto is the default, or else the first microphone")
  func auto() throws {
    #expect(try Self.catalog(hasDefault: true).catalog.open("auto", wish: AudioWish()).device.id == "default")
    #expect(try Self.catalog().catalog.open("auto", wish: AudioWish()).device.id == "hw:CARD=Loopback,DEV=0")
  }

  @Test(
    "names that nobody or more than one answers to are errors that list what there is",
    arguments: ["nobody", "Loopback", "USB", "cam", ""])
  func unknown(name: String) throws {
    let cards =
      [Self.loopback, Self.camera, Self.webcam]
      + [ALSACard(index: 3, id: "Mic", name: "USB Mic", devices: [.init(number: 0, name: "")])]
    let (catalog, _) = try Self.catalog(cards: cards, errors: [name: ENOENT])
    #expect { try catalog.open(name, wish: AudioWish()) } throws: { error in
      guard let error = error as? DeviceError else { return false }
      return error.code == .notFound && error.context == name && error.message.contains("hw:CARD=")
    }
  }

  @Test("without any card the error says so", arguments: ["auto", "mic"])
  func noCards(name: String) throws {
    let (catalog, _) = try Self.catalog(cards: [], streamCount: 0)
    #expect { try catalog.open(name, wish: AudioWish()) } throws: { error in
      (error as? DeviceError)?.message.contains("no sound card") == true
    }
  }

  @Test("hardware without a fitting format is opened through the converter")
  func converter() throws {
    let (catalog, system) = try Self.catalog(errors: ["hw:CARD=Camera,DEV=0": EINVAL])
    #expect(try catalog.open("Camera", wish: AudioWish()).device.id == "hw:CARD=Camera,DEV=0")
    #expect(system.opened == ["plughw:CARD=Camera,DEV=0"])
  }

  @Test("other errors are not papered over", arguments: [(EBUSY, "busy"), (EACCES, "accessDenied")])
  func otherErrors(errno: Int32, code: String) throws {
    let (catalog, _) = try Self.catalog(errors: ["hw:CARD=Camera,DEV=0": errno, "mine": errno])
    for name in ["Camera", "mine"] {
      #expect { try catalog.open(name, wish: AudioWish()) } throws: {
        ($0 as? DeviceError)?.code.description == code
      }
    }
  }

  @Test("a camera's microphone is the one in the same USB device, else the default, else the first")
  func microphoneOfCamera() {
    func camera(_ port: String?) -> VideoDevice {
      VideoDevice(
        id: "c", name: "c", node: nil, identity: DeviceIdentity(serial: nil, portPath: port, model: "c"), driver: "d",
        modes: [], controls: [])
    }
    let (first, own, any) = (
      AudioDevice.invented("a"), AudioDevice.invented("b", port: "usb-0000:00:14.0-3"), AudioDevice.invented("default")
    )
    func choice(_ port: String?, _ microphones: [AudioDevice]) -> AudioDevice? {
      ALSACatalog.microphone(for: camera(port), among: microphones)
    }
    #expect(choice("usb-0000:00:14.0-3", [first, own, any]) == own)
    #expect(choice("usb-0000:00:14.0-4", [first, own, any]) == any)
    #expect(choice("usb-0000:00:14.0-4", [first, own]) == first)
    #expect(choice(nil, [first, own]) == first)
    #expect(choice("usb-0000:00:14.0-3", []) == nil)
  }
}
