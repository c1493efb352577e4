import CPangoCairo
public import MediaCore
import SystemCalls
public import VideoCoding

/// Draws templates with pictures in their places.
///
/// One renderer serves one thread at a time. What it needs is the canvas and one picture after the other, four bytes a
/// pixel.
public final class TemplateRenderer {
  private static let library = "libpangocairo-1.0.so.0"
  private static let quality = 95
  // CAIRO_FORMAT_ARGB32, CAIRO_FILTER_GOOD and CAIRO_EXTEND_PAD.
  private static let (format, filter, extend): (Int32, Int32, Int32) = (0, 1, 3)
  private static let pangoScale = 1024.0

  private var calls = cpango_functions()

  /// A Boolean value that indicates whether Cairo and Pango are installed on this machine.
  public static var isAvailable: Bool { DynamicLibrary.isAvailable(library) }

  /// Creates a renderer.
  /// - Throws: `CodingError` with `.missingLibrary`.
  public init() throws(CodingError) {
    try DynamicLibrary(Self.library, package: "libpangocairo-1.0-0", purpose: "templates")
      .fill(&calls, with: cpango_names)
  }

  /// Returns a JPEG of a template with pictures in its places, in their order; places without one stay empty. `words`
  /// are what stands for placeholders.
  /// - Throws: `CodingError` when there is no memory, or a picture of the template is broken.
  public func jpeg(
    of template: PictureTemplate, with pictures: [I420Picture], words: [PictureTemplate.Placeholder: String]
  ) throws(CodingError) -> [UInt8] {
    let canvas = try surface(
      calls.cairo_image_surface_create(Self.format, Int32(template.width), Int32(template.height)), "canvas")
    defer { calls.cairo_surface_destroy(canvas) }
    guard let cairo = calls.cairo_create(canvas) else { throw failure("canvas", "there is no memory") }
    defer { calls.cairo_destroy(cairo) }
    paint(cairo, template.background) { calls.cairo_paint(cairo) }
    let size = (Double(template.width), Double(template.height))
    try draw(png: template.backgroundPicture, "background", size, cairo)
    for (slot, picture) in zip(template.slots, pictures) { try draw(picture, in: slot, cairo) }
    try draw(png: template.overlay, "overlay", size, cairo)
    for line in template.lines { draw(line, words, cairo) }
    let status = calls.cairo_status(cairo)
    guard status == 0 else {
      throw failure(template.name, calls.cairo_status_to_string(status).map { String(cString: $0) } ?? "\(status)")
    }
    calls.cairo_surface_flush(canvas)
    let stride = Int(calls.cairo_image_surface_get_stride(canvas))
    let pixels = UnsafeRawBufferPointer(
      start: calls.cairo_image_surface_get_data(canvas), count: stride * template.height)
    let picture = try I420Picture.picture(
      of: pixels, .bgra, width: template.width, height: template.height, stride: stride)
    return try JPEGEncoder().encode(picture, quality: Self.quality)
  }

  /// Decodes a template's own pictures, and lets them go.
  /// - Throws: `CodingError` for one that is broken.
  func checkPictures(of template: PictureTemplate) throws(CodingError) {
    for (png, name) in [(template.backgroundPicture, "background"), (template.overlay, "overlay")] {
      if let png { calls.cairo_surface_destroy(try decode(png, name)) }
    }
  }

  /// Finds the transparent windows of a PNG.
  /// - Throws: `CodingError` for one that is broken.
  func windows(of png: [UInt8]) throws(CodingError) -> (size: (width: Int, height: Int), windows: [FrameWindows.Window])
  {
    let picture = try decode(png, "frame")
    defer { calls.cairo_surface_destroy(picture) }
    let (width, height) = (
      Int(calls.cairo_image_surface_get_width(picture)), Int(calls.cairo_image_surface_get_height(picture))
    )
    // The decoded picture may be of a format without opacity.
    let canvas = try surface(calls.cairo_image_surface_create(Self.format, Int32(width), Int32(height)), "frame")
    defer { calls.cairo_surface_destroy(canvas) }
    guard let cairo = calls.cairo_create(canvas) else { throw failure("frame", "there is no memory") }
    defer { calls.cairo_destroy(cairo) }
    paint(picture, cairo)
    calls.cairo_surface_flush(canvas)
    let stride = Int(calls.cairo_image_surface_get_stride(canvas))
    let pixels = UnsafeRawBufferPointer(start: calls.cairo_image_surface_get_data(canvas), count: stride * height)
    // ARGB32 in the byte order of this machine: the opacity is the last byte of four.
    let found = FrameWindows(width: width, height: height) { x, y in pixels[y * stride + x * 4 + 3] }
    return ((width, height), found.windows)
  }

  // MARK: Pictures

  private func draw(
    png: [UInt8]?, _ name: String, _ size: (width: Double, height: Double), _ cairo: UnsafeMutableRawPointer
  ) throws(CodingError) {
    guard let png else { return }
    let picture = try decode(png, name)
    defer { calls.cairo_surface_destroy(picture) }
    let (width, height) = sides(of: picture)
    calls.cairo_save(cairo)
    calls.cairo_scale(cairo, size.width / width, size.height / height)
    paint(picture, cairo)
    calls.cairo_restore(cairo)
  }

  private func draw(
    _ picture: I420Picture, in slot: PictureTemplate.Slot, _ cairo: UnsafeMutableRawPointer
  ) throws(CodingError) {
    var pixels = picture.bgra()
    let (own, place) = ((width: Double(picture.width), height: Double(picture.height)), slot.place)
    let height = place.height ?? 0
    calls.cairo_save(cairo)
    defer { calls.cairo_restore(cairo) }
    turn(place, height, cairo)
    if slot.border > 0 {
      let border = slot.border
      paint(cairo, slot.borderColor) {
        calls.cairo_rectangle(cairo, -border, -border, place.width + 2 * border, height + 2 * border)
        calls.cairo_fill(cairo)
      }
    }
    let scales = [place.width / own.width, height / own.height]
    let scale = (slot.fit == .fill ? scales.max() : scales.min()) ?? 1
    calls.cairo_rectangle(cairo, 0, 0, place.width, height)
    calls.cairo_clip(cairo)
    calls.cairo_translate(cairo, (place.width - own.width * scale) / 2, (height - own.height * scale) / 2)
    calls.cairo_scale(cairo, scale, scale)
    if slot.fit == .fit {
      calls.cairo_rectangle(cairo, 0, 0, own.width, own.height)
      calls.cairo_clip(cairo)
    }
    try pixels.withUnsafeMutableBufferPointer { bytes throws(CodingError) in
      let source = try surface(
        calls.cairo_image_surface_create_for_data(
          bytes.baseAddress, Self.format, Int32(picture.width), Int32(picture.height), Int32(picture.width * 4)),
        "picture")
      paint(source, cairo)
      // The canvas may still refer to the source; nothing reads its bytes once it has been painted and let go.
      calls.cairo_set_source_rgba(cairo, 0, 0, 0, 1)
      calls.cairo_surface_destroy(source)
    }
  }

  private func paint(_ picture: UnsafeMutableRawPointer, _ cairo: UnsafeMutableRawPointer) {
    calls.cairo_set_source_surface(cairo, picture, 0, 0)
    let pattern = calls.cairo_get_source(cairo)
    calls.cairo_pattern_set_filter(pattern, Self.filter)
    // Edges would fade into nothing.
    calls.cairo_pattern_set_extend(pattern, Self.extend)
    calls.cairo_paint(cairo)
  }

  private func paint(
    _ cairo: UnsafeMutableRawPointer, _ color: PictureTemplate.Color, _ draw: () -> Void
  ) {
    calls.cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    draw()
  }

  private struct Reading {
    var rest: ArraySlice<UInt8>
  }

  private func decode(_ png: [UInt8], _ name: String) throws(CodingError) -> UnsafeMutableRawPointer {
    var reading = Reading(rest: png[...])
    let picture = withUnsafeMutablePointer(to: &reading) { reading in
      calls.cairo_image_surface_create_from_png_stream(
        { context, bytes, count in
          let reading = context?.assumingMemoryBound(to: Reading.self)
          // CAIRO_STATUS_READ_ERROR
          guard let reading, let bytes, reading.pointee.rest.count >= Int(count) else { return 10 }
          let target = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
          target.copyBytes(from: reading.pointee.rest.prefix(Int(count)))
          reading.pointee.rest = reading.pointee.rest.dropFirst(Int(count))
          return 0
        }, reading)
    }
    return try surface(picture, name)
  }

  private func surface(_ made: UnsafeMutableRawPointer?, _ name: String) throws(CodingError) -> UnsafeMutableRawPointer
  {
    guard let made else { throw failure(name, "there is no memory") }
    let status = calls.cairo_surface_status(made)
    guard status == 0 else {
      calls.cairo_surface_destroy(made)
      throw failure(name, calls.cairo_status_to_string(status).map { String(cString: $0) } ?? "\(status)")
    }
    return made
  }

  private func sides(of surface: UnsafeMutableRawPointer) -> (Double, Double) {
    (Double(calls.cairo_image_surface_get_width(surface)), Double(calls.cairo_image_surface_get_height(surface)))
  }

  private func failure(_ name: String, _ reason: String) -> CodingError {
    CodingError(
      .codecFailed, context: name, operation: "cairo",
      message: "It cannot be drawn: \(reason). Save a PNG anew by another program, or choose another template.")
  }

  // MARK: Words

  private func draw(
    _ line: PictureTemplate.Line, _ words: [PictureTemplate.Placeholder: String], _ cairo: UnsafeMutableRawPointer
  ) {
    var text = line.text
    for (name, word) in words {
      text = text.split(separator: "{\(name.rawValue)}", omittingEmptySubsequences: false).joined(separator: word)
    }
    guard let layout = calls.pango_cairo_create_layout(cairo),
      let font = calls.pango_font_description_from_string(line.font)
    else { return }
    defer {
      calls.pango_font_description_free(font)
      calls.g_object_unref(layout)
    }
    calls.pango_layout_set_text(layout, text, -1)
    // What a title has of line ends makes no second line.
    calls.pango_layout_set_single_paragraph_mode(layout, 1)
    var (width, height): (Int32, Int32) = (0, 0)
    func measure(_ size: Double) {
      calls.pango_font_description_set_absolute_size(font, size * Self.pangoScale)
      calls.pango_layout_set_font_description(layout, font)
      calls.pango_layout_get_pixel_size(layout, &width, &height)
    }
    measure(line.size)
    if Double(width) > line.place.width { measure(line.size * line.place.width / Double(width)) }
    let rest = line.place.width - Double(width)
    let indent =
      switch line.alignment {
      case .left: 0.0
      case .center: rest / 2
      case .right: rest
      }
    calls.cairo_save(cairo)
    turn(line.place, Double(height), cairo)
    calls.cairo_move_to(cairo, indent, 0)
    paint(cairo, line.color) { calls.pango_cairo_show_layout(cairo, layout) }
    calls.cairo_restore(cairo)
  }

  /// Makes a place's upper left corner the origin, and its edges the axes.
  private func turn(_ place: PictureTemplate.Place, _ height: Double, _ cairo: UnsafeMutableRawPointer) {
    calls.cairo_translate(cairo, place.x + place.width / 2, place.y + height / 2)
    calls.cairo_rotate(cairo, place.rotation * .pi / 180)
    calls.cairo_translate(cairo, -place.width / 2, -height / 2)
  }
}
