/// What libavformat says of a movie.
struct ForeignView: Sendable {
  let seconds: Double
  let pictures: Int
  let codec: String
  let identifier: String?
}
