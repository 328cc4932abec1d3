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
