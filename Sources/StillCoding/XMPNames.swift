/// A name of XML: its namespace's URI and what stands behind the prefix. Prefixes are for writers to choose.
struct XMPName: Hashable, Sendable {
  let uri: String
  let local: String

  init(_ uri: String, _ local: String) { (self.uri, self.local) = (uri, local) }
}

enum XMPNamespace {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let camera = "http://ns.google.com/photos/1.0/camera/"
  static let container = "http://ns.google.com/photos/1.0/container/"
  static let item = "http://ns.google.com/photos/1.0/container/item/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let tiff = "http://ns.adobe.com/tiff/1.0/"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
  static let dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
}
