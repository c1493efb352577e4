import CaptureCodecs
import CaptureDevices
import MediaCore
import Simulator
import TestSupport
import Testing

@Suite struct SceneCatalogTests {
  let clock = VirtualClock()
  var catalog: SceneCatalog { SceneCatalog(clock: clock, pictures: StandardPictures()) }

  @Test("camera and microphone share a scene that begins when the first is opened")
  func sharedEpoch() throws {
    let catalog = catalog
    #expect(catalog.scene == nil)
    clock.advance(by: .milliseconds(70))
    let microphone = try #require(try catalog.openAudio("scene", wish: AudioWish()) as? SceneAudioSource)
    let epoch = clock.now
    clock.advance(by: .milliseconds(70))
    let camera = try #require(try catalog.openVideo("scene", wish: VideoWish()).source as? SceneVideoSource)
    #expect(microphone.scene == camera.scene)
    #expect(camera.scene.epoch == epoch)
    #expect(catalog.scene == camera.scene)
  }

  @Test("every listed mode can be opened, in exactly that mode")
  func listedModes() throws {
    let catalog = catalog
    let device = try #require(catalog.videoDevices().first)
    #expect(device.id == "scene" && device.node == nil)
    let listed = Set(device.modes.map(\.pixelFormat))
    #expect(listed.isSubset(of: SceneModes.formats))
    #expect(listed.isSuperset(of: SceneModes.pictureFormats))
    let raw = listed.compactMap(\.bayer)
    #expect(Set(raw.map(\.bitsPerSample)) == [8, 10, 12] && raw.contains { $0.packing == .mipi })
    // A sensor has one pattern.
    #expect(Set(raw.map(\.pattern)).count == 1)
    for mode in device.modes where mode.width <= 640 {
      for interval in mode.frameIntervals {
        let wish = VideoWish(
          size: (mode.width, mode.height), frameRate: 1 / interval.seconds, pixelFormat: mode.pixelFormat)
        let opened = try catalog.openVideo(device.id, wish: wish)
        #expect(
          opened.source.mode.format
            == VideoFormat(pixelFormat: mode.pixelFormat, width: mode.width, height: mode.height))
        #expect(opened.source.mode.frameInterval == interval)
        #expect(!opened.reason.isEmpty)
      }
    }
    let microphone = try #require(catalog.audioDevices().first)
    for format in microphone.formats {
      let wish = AudioWish(sampleRate: format.sampleRate, channelCount: format.channelCount)
      #expect(try catalog.openAudio(microphone.id, wish: wish).format == format)
    }
  }

  @Test("what a wish leaves open is chosen sensibly")
  func defaults() throws {
    let movie = try catalog.openVideo("Simulated", wish: VideoWish()).source.mode
    #expect(movie.description == "MJPG 1280x720 at 30 fps")
    let photo = try catalog.openVideo("scene", wish: VideoWish(priority: .photo)).source.mode
    #expect(photo.format.width == 1920)
    #expect(try catalog.openAudio("scene", wish: AudioWish()).format.description == "S16_LE 48000 Hz, 1 channel")
  }

  @Test(
    "a rate given as a decimal number becomes the exact interval that is meant",
    arguments: [(29.97, 1001, 30_000), (59.94, 1001, 60_000), (12.5, 2, 25), (240, 1, 240), (1, 1, 1), (7.5, 2, 15)]
      as [(Double, Int64, Int32)])
  func rates(rate: Double, value: Int64, timescale: Int32) throws {
    let mode = try catalog.openVideo("scene", wish: VideoWish(size: (64, 64), frameRate: rate)).source.mode
    #expect(mode.frameInterval == MediaTime(value: value, timescale: timescale))
  }

  @Test(
    "what cannot be filmed is refused, with what can be said instead",
    arguments: [
      VideoWish(size: (15, 480)), VideoWish(size: (640, 4097)), VideoWish(size: (641, 480), pixelFormat: .yuyv),
      VideoWish(size: (640, 481), pixelFormat: .nv12), VideoWish(frameRate: 0.5), VideoWish(frameRate: 241),
      VideoWish(frameRate: .nan), VideoWish(pixelFormat: PixelFormat("NV16")), VideoWish(pixelFormat: .jpeg),
    ])
  func unsupported(wish: VideoWish) {
    let error = #expect(throws: DeviceError.self) { _ = try catalog.openVideo("scene", wish: wish) }
    #expect(error?.code == .unsupportedMode)
    #expect(error?.context == "scene")
    #expect(error?.message.contains("MJPG") == true)
  }

  @Test("unknown names and sounds that cannot be are refused")
  func refusals() {
    let unknown = #expect(throws: DeviceError.self) { _ = try catalog.openVideo("/dev/video0", wish: VideoWish()) }
    #expect(unknown?.code == .notFound)
    let silent = #expect(throws: DeviceError.self) { _ = try catalog.openAudio("", wish: AudioWish()) }
    #expect(silent?.code == .notFound)
    for wish in [AudioWish(sampleRate: 7999), AudioWish(sampleRate: 200_000), AudioWish(channelCount: 3)] {
      let error = #expect(throws: DeviceError.self) { _ = try catalog.openAudio("scene", wish: wish) }
      #expect(error?.code == .unsupportedMode)
    }
  }
}
