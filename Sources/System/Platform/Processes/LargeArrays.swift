import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
    /// Has what `body` allocates lie together, so that it is filled much sooner: memory that is touched for the first time
    /// takes as long as to copy what goes there many times over.
    package static func expecting<Result>(_ size: Int, _ body: () -> Result) -> Result {
        let kept = size >= 1 << 18 ? cplatform_expect_memory(size) : nil
        defer { free(kept) }
        return body()
    }
}
