/// The owner of a piece of memory at a fixed address, for calls that want one. The memory is freed when the owner goes.
///
/// Elements are numbers, or structures of C: nothing is done for those that are left. Not all of these structures are
/// `BitwiseCopyable` to the compiler, which takes those with a union in them for something else.
package struct OwnedBuffer<Element>: ~Copyable {
  /// The elements, valid as long as their owner lives.
  package let elements: UnsafeMutableBufferPointer<Element>

  /// Memory for so many elements, with undefined contents.
  package init(count: Int, alignment: Int = MemoryLayout<Element>.alignment) {
    elements = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: alignment
    ).bindMemory(to: Element.self)
  }

  /// Memory in which every element is the same.
  package init(count: Int = 1, repeating element: Element, alignment: Int = MemoryLayout<Element>.alignment) {
    self.init(count: count, alignment: alignment)
    elements.initialize(repeating: element)
  }

  deinit { UnsafeMutableRawBufferPointer(elements).deallocate() }

  /// The address of the first element, whether there is one or not.
  package var pointer: UnsafeMutablePointer<Element> {
    elements.baseAddress.unsafelyUnwrapped  // allocating always gives an address
  }

  /// The elements as bytes, valid as long as their owner lives.
  package var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(elements) }
}
