import Dispatch
import Foundation

/// Calls `body` on so many threads at once, each with its number, and returns what they return, in no order. Tasks
/// would share the few threads that there are, and these calls wait.
/// - Throws: The error of one of them.
func onThreads<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
  let (values, ends) = (Log<Result<Value, any Error>>(), DispatchSemaphore(value: 0))
  for number in 0..<count {
    Thread {
      values.add(Result { try body(number) })
      ends.signal()
    }.start()
  }
  for _ in 0..<count { ends.wait() }
  return try values.all.map { try $0.get() }
}
