public import CaptureDevices
public import LinuxDevices
public import Simulator

/// Which camera or microphone the user wants.
public enum DeviceChoice: Sendable, Hashable {
  /// The machine's best, or a simulated one where there is none.
  case auto
  /// The simulated one.
  case scene
  /// None at all; microphones only.
  case none
  /// The one of that name.
  case named(String)

  /// A choice as the user writes it.
  public init(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "scene": self = .scene
    case "none": self = .none
    default: self = .named(text)
    }
  }
}

/// The devices of one shoot, open and set.
public struct ChosenDevices: Sendable {
  /// The camera.
  public let video: any VideoSource
  /// The microphone; `nil` when movies will be silent.
  public let audio: (any AudioSource)?
  /// What the user has to know about the choice: simulation, missing sound, why this mode.
  public let notices: [String]
}

/// Finds the devices that a user asks for among the machine's own and the simulated ones.
public struct DeviceChooser: Sendable {
  private let machine: LinuxCatalog
  private let scene: SceneCatalog

  /// A chooser over the machine's devices and a scene.
  public init(machine: LinuxCatalog, scene: SceneCatalog) {
    self.machine = machine
    self.scene = scene
  }

  /// Opens a camera, and a microphone that goes with it.
  /// - Throws: `DeviceError` when what was named is not there, is busy, or lacks the mode.
  public func open(
    camera: DeviceChoice, wish: VideoWish, microphone: DeviceChoice, audioWish: AudioWish
  ) throws(DeviceError) -> ChosenDevices {
    var notices: [String] = []
    let (video, isScene) = try openCamera(camera, wish: wish, notices: &notices)
    do throws(DeviceError) {
      let audio = try openMicrophone(
        microphone, wish: audioWish, camera: video.device, cameraIsScene: isScene, notices: &notices)
      return ChosenDevices(video: video, audio: audio, notices: notices)
    } catch {
      video.stop()
      throw error
    }
  }

  private func openCamera(
    _ choice: DeviceChoice, wish: VideoWish, notices: inout [String]
  ) throws(DeviceError) -> (any VideoSource, isScene: Bool) {
    let opened: (source: any VideoSource, reason: String)
    var isScene = false
    switch choice {
    case .named(let name): opened = try machine.openVideo(name, wish: wish)
    case .none:
      throw DeviceError(
        .notFound, device: "none", message: "a photo needs a camera; name one, or leave the choice open")
    case .scene:
      opened = try scene.openVideo(Self.sceneName, wish: wish)
      isScene = true
    case .auto:
      if let first = try machine.videoDevices().first {
        opened = try machine.openVideo(first.node ?? first.id, wish: wish)
      } else {
        notices.append("No camera found: filming a simulated scene instead (--camera scene).")
        opened = try scene.openVideo(Self.sceneName, wish: wish)
        isScene = true
      }
    }
    let device = opened.source.device
    let place = device.node.map { " (\($0))" } ?? ""
    notices.append("Camera: \(device.name)\(place), \(opened.reason)")
    return (opened.source, isScene)
  }

  private func openMicrophone(
    _ choice: DeviceChoice, wish: AudioWish, camera: VideoDevice, cameraIsScene: Bool, notices: inout [String]
  ) throws(DeviceError) -> (any AudioSource)? {
    let source: any AudioSource
    switch choice {
    case .none: return nil
    case .scene: source = try scene.openAudio(Self.sceneName, wish: wish)
    case .named(let name): source = try machine.openAudio(name, wish: wish)
    case .auto where cameraIsScene: source = try scene.openAudio(Self.sceneName, wish: wish)
    case .auto:
      guard let found = try openMachinesMicrophone(for: camera, wish: wish, notices: &notices) else { return nil }
      source = found
    }
    notices.append("Microphone: \(source.device.name), \(source.format)")
    return source
  }

  /// The camera's own microphone, else the first that opens; none is no error when none was asked for.
  private func openMachinesMicrophone(
    for camera: VideoDevice, wish: AudioWish, notices: inout [String]
  ) throws(DeviceError) -> (any AudioSource)? {
    let found = try machine.audioDevices()
    let own = machine.microphone(of: camera, among: found)
    var failures: [String] = []
    for device in (own.map { [$0] } ?? []) + found.filter({ $0.id != own?.id }) {
      do throws(DeviceError) {
        return try machine.openAudio(device.pcm, wish: wish)
      } catch {
        failures.append("\(error)")
      }
    }
    let why = failures.isEmpty ? "there is none" : failures.joined(separator: "; ")
    notices.append("No microphone could be used (\(why)): movies will be silent.")
    return nil
  }

  private static let sceneName = "scene"
}
