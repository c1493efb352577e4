public import CaptureDevices
public import LinuxDevices
public import MediaCore
public import Simulator

/// The devices of one shoot, open and set.
public struct ChosenDevices: Sendable {
  /// The camera.
  public let video: any VideoSource
  /// The microphone; `nil` when movies will be silent.
  public let audio: (any AudioSource)?
  /// What the user has to know about the choice: simulation, missing sound, why this mode.
  public let notices: [String]
}

/// Finds the devices that a user asks for among the machine's own, the simulated and the recorded ones.
public struct DeviceChooser: Sendable {
  private let machine: LinuxCatalog
  private let scene: SceneCatalog
  private let clock: any MediaClock
  private let loops: Bool

  /// A chooser over the machine's devices and a scene. Recordings and movies run on `clock`; with `loops` fixtures begin
  /// anew where they end, and movies are refused.
  public init(
    machine: LinuxCatalog, scene: SceneCatalog, clock: any MediaClock = MonotonicClock(), loops: Bool = false
  ) {
    self.loops = loops
    self.machine = machine
    self.scene = scene
    self.clock = clock
  }

  /// Opens a camera, and a microphone that goes with it.
  ///
  /// With `isRaw` the camera is set to a Bayer format, the one with the most bits unless the wish names one.
  /// - Throws: `DeviceError` when what was named is not there, is busy, or lacks the mode.
  public func open(
    camera: DeviceChoice, wish: VideoWish, microphone: DeviceChoice, audioWish: AudioWish, isRaw: Bool = false
  ) throws(DeviceError) -> ChosenDevices {
    var notices: [String] = []
    var recordings = OpenedRecordings(clock: clock, loops: loops)
    var wish = wish
    if isRaw, wish.pixelFormat == nil { wish.pixelFormat = try rawFormat(of: camera, recordings: &recordings) }
    let (video, world) = try openCamera(camera, wish: wish, recordings: &recordings, notices: &notices)
    do throws(DeviceError) {
      if isRaw { try CameraAbilities(video).checkRaw() }
      let audio = try openMicrophone(
        microphone, wish: audioWish, camera: video.device, world: world, recordings: &recordings, notices: &notices)
      return ChosenDevices(video: video, audio: audio, notices: notices)
    } catch {
      video.stop()
      throw error
    }
  }

  /// Where a camera is from: its microphone is looked for in the same place.
  private enum World {
    case machine
    case scene
    case recorded(any DeviceCatalog)
  }

  /// The Bayer format of the camera that a choice means; `nil` if it has none or is not there.
  private func rawFormat(
    of choice: DeviceChoice, recordings: inout OpenedRecordings
  ) throws(DeviceError) -> PixelFormat? {
    var devices: [VideoDevice]
    switch choice {
    case .none: return nil
    case .scene: devices = scene.videoDevices()
    case .fixture, .movie: devices = try recordings.catalog(choice).videoDevices()
    case .named(let name):
      devices = try machine.videoDevices().filter { $0.node == name || $0.id == name || $0.name.contains(name) }
    case .auto:
      devices = try machine.videoDevices()
      if devices.isEmpty { devices = scene.videoDevices() }
    }
    return devices.first.flatMap { CameraAbilities.rawFormat(of: $0.modes) }
  }

  private func openCamera(
    _ choice: DeviceChoice, wish: VideoWish, recordings: inout OpenedRecordings, notices: inout [String]
  ) throws(DeviceError) -> (any VideoSource, World) {
    let opened: (source: any VideoSource, reason: String)
    var world = World.machine
    switch choice {
    case .named(let name): opened = try machine.openVideo(name, wish: wish)
    case .none:
      throw DeviceError(
        .notFound, device: "none", message: "A camera is needed. Name one, or leave the choice open.")
    case .scene:
      opened = try scene.openVideo(Self.sceneName, wish: wish)
      world = .scene
    case .fixture, .movie:
      let catalog = try recordings.catalog(choice)
      opened = try catalog.openVideo(OpenedRecordings.deviceName(choice), wish: wish)
      world = .recorded(catalog)
    case .auto:
      if let first = try machine.videoDevices().first {
        opened = try machine.openVideo(first.node ?? first.id, wish: wish)
      } else {
        notices.append("No camera found: filming a simulated scene instead (--camera scene).")
        opened = try scene.openVideo(Self.sceneName, wish: wish)
        world = .scene
      }
    }
    let device = opened.source.device
    let place = device.node.map { " (\($0))" } ?? ""
    notices.append("Camera: \(device.name)\(place), \(opened.reason)")
    return (opened.source, world)
  }

  private func openMicrophone(
    _ choice: DeviceChoice, wish: AudioWish, camera: VideoDevice, world: World, recordings: inout OpenedRecordings,
    notices: inout [String]
  ) throws(DeviceError) -> (any AudioSource)? {
    let source: any AudioSource
    switch (choice, world) {
    case (.none, _): return nil
    case (.scene, _), (.auto, .scene): source = try scene.openAudio(Self.sceneName, wish: wish)
    case (.named(let name), _): source = try machine.openAudio(name, wish: wish)
    case (.fixture, _), (.movie, _):
      source = try recordings.catalog(choice).openAudio(OpenedRecordings.deviceName(choice), wish: wish)
    case (.auto, .recorded(let catalog)):
      guard let device = try catalog.audioDevices().first else {
        notices.append("The recording has no sound: what is made of it will be silent.")
        return nil
      }
      source = try catalog.openAudio(device.id, wish: wish)
    case (.auto, .machine):
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
    notices.append("No microphone could be used (\(why)): there will be no sound.")
    return nil
  }

  private static let sceneName = "scene"
}
