import CaptureDevices
import MediaCore
import Simulator

extension ScriptCast {
  static func catalog(
    of script: CaptureScript, clock: VirtualClock, schemes: [ReplayScheme], pictures: any PictureConverting
  ) throws -> SimulatedWorld {
    let origin: any DeviceCatalog
    // What scripts have that list none, as far as the world has any.
    var (camera, microphone) = (CaptureScript.Camera.usual, CaptureScript.Microphone(name: "microphone"))
    switch script.world {
    case .scene(let settings):
      origin = SceneCatalog(clock: clock, scene: Scene(epoch: clock.now, settings: settings), pictures: pictures)
      microphone.wish.channelCount = 1
    case .replay(let name, let path, let loops):
      guard let scheme = schemes.first(where: { $0.name == name }) else {
        throw DeviceError(.notFound, context: path, message: "Nothing here plays it. Give the scheme \"\(name)\".")
      }
      origin = try scheme.open(path, clock, loops)
      camera = CaptureScript.Camera(name: camera.name, model: "Recorded camera")
    }
    let (video, audio) = (try origin.videoDevices().first, try origin.audioDevices().first)
    let world = SimulatedWorld(
      clock: clock,
      cameras: (script.cameras ?? [camera]).compactMap { camera in
        video.map { original in
          let identity = DeviceIdentity(serial: camera.name, portPath: nil, model: camera.model)
          return SimulatedCamera(
            VideoDevice(
              id: camera.name, name: camera.model, node: camera.node, identity: identity, driver: original.driver,
              modes: camera.modes.isEmpty ? original.modes : camera.modes, controls: original.controls),
            madeOf: original.node ?? original.id)
        }
      },
      microphones: (script.microphones ?? [microphone]).compactMap { microphone in
        audio.map { original in
          SimulatedMicrophone(
            AudioDevice(
              id: microphone.name, name: microphone.name, pcm: microphone.name,
              identity: DeviceIdentity(serial: microphone.name, portPath: nil, model: microphone.name),
              formats: original.formats),
            madeOf: original.pcm, wish: microphone.wish)
        }
      }, of: origin)
    for camera in script.cameras ?? [] { world.setAccess(camera.access, camera.name) }
    for microphone in script.microphones ?? [] { world.setAccess(microphone.access, microphone.name) }
    return world
  }
}
