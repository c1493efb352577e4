import CYuv

/// The three planes of a planar picture in any subsampling.
struct PlaneTriple {
  let luma: Plane
  let cb: Plane
  let cr: Plane

  var planes: [Plane] { [luma, cb, cr] }

  /// Three planes one behind the other, in memory that is asked for by the number of bytes. Rows start on 64 bytes, so
  /// that the libraries' vector code never splits a cache line.
  init(
    _ luma: (width: Int, height: Int), chroma: (width: Int, height: Int),
    in memory: (Int) -> UnsafeMutablePointer<UInt8>
  ) {
    let (lumaStride, chromaStride) = ((luma.width + 63) & ~63, (chroma.width + 63) & ~63)
    let (lumaBytes, chromaBytes) = (lumaStride * luma.height, chromaStride * chroma.height)
    let start = memory(lumaBytes + 2 * chromaBytes)
    func plane(_ offset: Int) -> Plane {
      Plane(start: start + offset, stride: chromaStride, width: chroma.width, height: chroma.height)
    }
    self.init(
      luma: Plane(start: start, stride: lumaStride, width: luma.width, height: luma.height), cb: plane(lumaBytes),
      cr: plane(lumaBytes + chromaBytes))
  }

  init(luma: Plane, cb: Plane, cr: Plane) { (self.luma, self.cb, self.cr) = (luma, cb, cr) }

  /// A part of a 4:2:0 picture, from an even column and row on.
  func part(x: Int = 0, y: Int = 0, width: Int, height: Int) -> PlaneTriple {
    func chroma(_ plane: Plane) -> Plane {
      plane.part(x: x / 2, y: y / 2, width: (width + 1) / 2, height: (height + 1) / 2)
    }
    return PlaneTriple(luma: luma.part(x: x, y: y, width: width, height: height), cb: chroma(cb), cr: chroma(cr))
  }
}

// MARK: - libyuv's conversions

extension PlaneTriple {
  /// A function from three planes to three, such as `I420Copy`.
  typealias ThreeToThree = (
    UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32,
    UnsafeMutablePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32,
    Int32, Int32
  ) -> Int32
  /// A function from three planes to one, such as `I420ToRAW`; libyuv calls bytes R, G, B so.
  typealias ThreeToOne = (
    UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32,
    UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
  ) -> Int32

  func convert(to target: PlaneTriple, by function: ThreeToThree) {
    Plane.check(
      function(
        luma.start, luma.pitch, cb.start, cb.pitch, cr.start, cr.pitch, target.luma.start, target.luma.pitch,
        target.cb.start, target.cb.pitch, target.cr.start, target.cr.pitch, Int32(target.luma.width),
        Int32(target.luma.height)))
  }

  func convert(to target: Plane, by function: ThreeToOne) {
    Plane.check(
      function(
        luma.start, luma.pitch, cb.start, cb.pitch, cr.start, cr.pitch, target.start, target.pitch, Int32(luma.width),
        Int32(luma.height)))
  }

  /// Copies 4:2:0, or crops it when it is larger.
  func copy(to target: PlaneTriple) { convert(to: target, by: I420Copy) }

  /// Scales each plane to the size of the target's.
  func scale(to target: PlaneTriple, filter: FilterMode = kFilterBox) {
    for (plane, result) in zip(planes, target.planes) { plane.scale(to: result, filter: filter) }
  }

  /// Turns 4:2:0 clockwise by 1 to 3 quarters.
  func rotate(quarters: Int, to target: PlaneTriple) {
    let mode = quarters == 1 ? kRotate90 : quarters == 2 ? kRotate180 : kRotate270
    Plane.check(
      I420Rotate(
        luma.start, luma.pitch, cb.start, cb.pitch, cr.start, cr.pitch, target.luma.start, target.luma.pitch,
        target.cb.start, target.cb.pitch, target.cr.start, target.cr.pitch, Int32(luma.width), Int32(luma.height), mode)
    )
  }

  func setGrey(_ source: Plane) {
    source.copy(to: luma)
    cb.fill(128)
    cr.fill(128)
  }
}

extension Plane {
  /// A function from one plane to three, such as `YUY2ToI420`.
  typealias OneToThree = (
    UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32, UnsafeMutablePointer<UInt8>?, Int32,
    UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32
  ) -> Int32

  /// Converts as many pixels as `target` has.
  func convert(to target: PlaneTriple, by function: OneToThree) {
    Self.check(
      function(
        start, pitch, target.luma.start, target.luma.pitch, target.cb.start, target.cb.pitch, target.cr.start,
        target.cr.pitch, Int32(target.luma.width), Int32(target.luma.height)))
  }

  /// Converts pixels with opacity, red or blue first, laid over white, to full-range 4:2:0.
  ///
  /// Two rows at a time, as many as share a row of colour, so that no second picture is needed.
  func overWhite(isBlueFirst: Bool, to target: PlaneTriple) {
    let width = 4 * target.luma.width
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * width) { memory in
      guard let start = memory.baseAddress else { return }
      for y in Swift.stride(from: 0, to: target.luma.height, by: 2) {
        let rows = min(2, target.luma.height - y)
        let pixels = Plane(start: start, stride: width, width: width, height: rows)
        let white = Plane(start: start + 2 * width, stride: width, width: width, height: rows)
        // libyuv names orders by the number that the four bytes make: its ARGB begins with blue.
        part(y: y).convert(to: pixels, by: isBlueFirst ? ARGBCopy : ABGRToARGB)
        pixels.convert(to: pixels, by: ARGBAttenuate)
        white.fill(255)
        Self.check(
          ARGBBlend(
            pixels.start, pixels.pitch, white.start, white.pitch, white.start, white.pitch, Int32(width / 4),
            Int32(rows)))
        white.convert(to: target.part(y: y, width: target.luma.width, height: rows), by: ARGBToJ420)
      }
    }
  }
}
