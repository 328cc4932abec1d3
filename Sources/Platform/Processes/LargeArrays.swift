import CPlatform

extension Array {
    /// Makes room for `count` elements, in large pages where that is much: they are then filled much sooner.
    package mutating func reserveRoom(for count: Int) {
        reserveCapacity(count)
        let size = capacity * MemoryLayout<Element>.stride
        guard size >= 1 << 22 else { return }
        // The room of this array, whose content the advice leaves alone.
        withUnsafeMutableBufferPointer { cplatform_advise_large_pages($0.baseAddress, size) }
    }
}

/// Memory that is soon asked for in small pieces.
package enum Memory {
    /// Has what this thread allocates next lie together, so that it is filled much sooner: memory that is touched for the
    /// first time takes as long as to copy what goes there many times over.
    package static func expect(_ size: Int) {
        if size >= 1 << 18 { cplatform_expect_memory(size) }
    }
}
