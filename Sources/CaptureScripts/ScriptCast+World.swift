import CaptureDevices
import MediaCore
import Simulator

extension ScriptCast {
  /// The devices of a script.
  static func catalog(
    of script: CaptureScript, clock: VirtualClock, schemes: [ReplayScheme], pictures: any PictureConverting
  ) throws -> SimulatedWorld {
    let catalog = try worldCatalog(of: script, clock, schemes, pictures)
    for camera in script.cameras ?? [] { catalog.setAccess(camera.access, camera.name) }
    for microphone in script.microphones ?? [] { catalog.setAccess(microphone.access, microphone.name) }
    return catalog
  }

  private static func worldCatalog(
    of script: CaptureScript, _ clock: VirtualClock, _ schemes: [ReplayScheme], _ pictures: any PictureConverting
  ) throws -> SimulatedWorld {
    switch script.world {
    case .scene(let settings):
      let scene = SceneCatalog(clock: clock, scene: Scene(epoch: clock.now, settings: settings), pictures: pictures)
      let cameras = script.cameras ?? [.usual]
      let microphones =
        script.microphones ?? [CaptureScript.Microphone(name: "microphone", wish: AudioWish(channelCount: 1))]
      return try devices(cameras, microphones, of: scene, clock)
    case .replay(let name, let path, let loops):
      guard let scheme = schemes.first(where: { $0.name == name }) else {
        throw DeviceError(.notFound, context: path, message: "Nothing here plays it. Give the scheme \"\(name)\".")
      }
      return try recorded(script, try scheme.open(path, clock, loops), clock)
    }
  }

  /// The devices of a replay, as far as there are any.
  private static func recorded(
    _ script: CaptureScript, _ catalog: any DeviceCatalog, _ clock: VirtualClock
  ) throws -> SimulatedWorld {
    let hasVideo = try !catalog.videoDevices().isEmpty
    let hasAudio = try !catalog.audioDevices().isEmpty
    let cameras = script.cameras ?? (hasVideo ? [.init(name: "camera", model: "Recorded camera", modes: [])] : [])
    let microphones = script.microphones ?? (hasAudio ? [.init(name: "microphone", wish: AudioWish())] : [])
    return try devices(cameras, microphones, of: catalog, clock)
  }

  private static func devices(
    _ cameras: [CaptureScript.Camera], _ microphones: [CaptureScript.Microphone], of catalog: any DeviceCatalog,
    _ clock: VirtualClock
  ) throws -> SimulatedWorld {
    let (video, audio) = (try catalog.videoDevices().first, try catalog.audioDevices().first)
    return SimulatedWorld(
      clock: clock,
      cameras: cameras.compactMap { camera in
        video.map { original in
          let identity = DeviceIdentity(serial: camera.name, portPath: nil, model: camera.model)
          return SimulatedCamera(
            VideoDevice(
              id: camera.name, name: camera.model, node: camera.node, identity: identity, driver: original.driver,
              modes: camera.modes.isEmpty ? original.modes : camera.modes, controls: original.controls),
            madeOf: original.node ?? original.id)
        }
      },
      microphones: microphones.compactMap { microphone in
        audio.map { original in
          SimulatedMicrophone(
            AudioDevice(
              id: microphone.name, name: microphone.name, pcm: microphone.name,
              identity: DeviceIdentity(serial: microphone.name, portPath: nil, model: microphone.name),
              formats: original.formats),
            madeOf: original.pcm, wish: microphone.wish)
        }
      }, of: catalog)
  }
}
