import ByteCoding

/// Bytes that are sent: a part of a file.
struct S3Body {
  let source: any ByteSource
  let range: Range<Int>
  let sha256: String
}
