/// Parts of a photo that AVFoundation can deliver and that no camera has here, not even a simulated one, because V4L2
/// has none of them.
///
/// Each is refused by name: ``PhotoOutput/isDeliverySupported(_:)`` is false, switching it on throws
/// `featureIsSupported`, and a request for it throws `deliveryIsEnabled` (V24), so that an app can test its fallback.
public enum PhotoDelivery: String, Sendable, Hashable, CaseIterable {
  /// The distances of the objects in the photo. Stands for `isDepthDataDeliveryEnabled`.
  case depthData
  /// The separation of people from the background. Stands for `isPortraitEffectsMatteDeliveryEnabled`.
  case portraitEffectsMatte
  /// The places of hair, skin, teeth and glasses. Stands for `enabledSemanticSegmentationMatteTypes`.
  case semanticSegmentationMattes
  /// The lens's geometry. Stands for `isCameraCalibrationDataDeliveryEnabled`.
  case cameraCalibrationData
  /// A photo from each of several cameras that act as one. Stands for `isVirtualDeviceConstituentPhotoDeliveryEnabled`.
  case constituentPhotos
  /// Correction of faces at the edges of a wide picture. Stands for `isContentAwareDistortionCorrectionEnabled`.
  case contentAwareDistortionCorrection
  /// Colours as under one constant light, whatever the light of the scene. Stands for `isConstantColorEnabled`.
  case constantColor
}
