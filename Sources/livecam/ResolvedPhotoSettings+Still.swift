import LiveCapture

extension ResolvedPhotoSettings {
  /// Indicates whether the sensor's samples are all that is taken.
  var isRawAlone: Bool { photoDimensions == .none && rawPhotoDimensions != .none }

  /// The size of what is taken: the still's, or that of the sensor's samples where there is no still.
  var stillDimensions: Dimensions { isRawAlone ? rawPhotoDimensions : photoDimensions }
}
