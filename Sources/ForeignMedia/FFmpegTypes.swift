import CFFmpeg

typealias FormatContext = UnsafeMutablePointer<AVFormatContext>
typealias CodecContext = UnsafeMutablePointer<AVCodecContext>
typealias IOContext = UnsafeMutablePointer<AVIOContext>
typealias Packet = UnsafeMutablePointer<AVPacket>
typealias Frame = UnsafeMutablePointer<AVFrame>
typealias Bytes = UnsafeMutablePointer<UInt8>
typealias Options = OpaquePointer
