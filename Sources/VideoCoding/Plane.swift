/// Rows of bytes in memory that someone else owns: one plane of a picture, or a packed picture.
///
/// Valid as long as its owner says. Sizes have been checked by whoever made it.
struct Plane {
  /// The first byte of the top row.
  let start: UnsafeMutablePointer<UInt8>
  /// From one row to the next, in bytes.
  let stride: Int
  /// The same, as the C libraries take it.
  var strideC: Int32 { Int32(stride) }
}

/// The three planes of a planar picture in any subsampling.
struct PlaneTriple {
  let luma: Plane
  let cb: Plane
  let cr: Plane
}

extension I420Planes {
  /// The planes as the internal conversions take them.
  var triple: PlaneTriple {
    // A picture's planes are never empty, so their base addresses are never nil.
    PlaneTriple(
      luma: Plane(start: luma.baseAddress.unsafelyUnwrapped, stride: lumaStride),
      cb: Plane(start: cb.baseAddress.unsafelyUnwrapped, stride: chromaStride),
      cr: Plane(start: cr.baseAddress.unsafelyUnwrapped, stride: chromaStride))
  }
}
