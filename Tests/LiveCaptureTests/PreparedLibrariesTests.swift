import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// Which libraries captures with some settings load, and how the camera for them is opened.
@Suite struct PreparedLibrariesTests {
  private func libraries(_ settings: [PhotoSettings], hasSound: Bool = true, isDeferred: Bool = false)
    -> [CaptureLibrary]
  {
    var capabilities = OutputCapabilities()
    capabilities.features = [.deferred]
    var features = OutputFeatures()
    features.adapt(to: capabilities)
    features[.deferred] = isDeferred
    var preparation = PhotoPreparation()
    preparation.settings = settings
    return preparation.libraries(features, sound: hasSound ? SessionConfiguration().audioEncoder : nil)
  }

  @Test("a JPEG needs none, a HEIC its own unless it is deferred, a Live Photo those of its movie and of its sound")
  func libraries() {
    let heic = PhotoSettings(format: PhotoFormat(codec: .heic))
    var live = PhotoSettings(livePhotoMoviePath: "1.mov")
    live.livePhotoVideoCodec = .hevc
    #expect(libraries([PhotoSettings()]).isEmpty)
    #expect(libraries([heic]) == [.heic] && libraries([heic], isDeferred: true).isEmpty)
    #expect(libraries([heic, live]) == [.heic, .movie(.hevc), .aac(SessionConfiguration().audioEncoder)])
    #expect(libraries([PhotoSettings(livePhotoMoviePath: "1.mov")], hasSound: false) == [.movie(.h264)])
  }

  @Test("a camera is opened as it is set, by default at the rate that is nearest to 30 frames a second")
  func wish() throws {
    let system = try DeviceSystem(SceneCatalog(clock: VirtualClock(), pictures: StandardPictures()))
    let camera = try #require(system.defaultDevice(for: .video))
    let format = try #require(camera.formats.last)
    try camera.lockForConfiguration()
    try camera.setActiveFormat(format)
    let wish = camera.wish(for: .high)
    #expect(wish.size?.width == format.dimensions.width && wish.pixelFormat == format.pixelFormat)
    let nearest = try #require(format.frameDurations.map { abs(1 / $0.seconds - 30) }.min())
    #expect(wish.frameRate.map { abs($0 - 30) } == nearest && wish.priority == .movie)
    #expect(camera.wish(for: .photo).priority == .photo)
    for duration in format.frameDurations {
      try camera.setActiveVideoMinFrameDuration(duration)
      #expect(camera.wish(for: .high).frameRate == 1 / duration.seconds)
    }
    let microphone = try #require(system.defaultDevice(for: .audio))
    #expect(microphone.wish(for: .high).size == nil && microphone.wish(for: .high).frameRate == nil)
  }
}
