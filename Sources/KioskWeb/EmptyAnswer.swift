/// An answer that has nothing to say: `{}`.
struct EmptyAnswer: Encodable {}
