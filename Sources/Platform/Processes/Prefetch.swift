import CPlatform

/// Has the processor begin to fetch what values in memory refer to. Nothing is read, nothing waits, and an address may be
/// any.
package enum Prefetch {
    /// The objects of references that lie `stride` bytes apart, of which the bits say so: the first 128 bytes of each.
    package static func objects(_ start: UnsafeRawPointer, stride: Int, where bits: UInt64) {
        cplatform_will_read(start, stride, bits, 0, 128)
    }

    /// The beginnings of texts that lie `stride` bytes apart, of which the bits say so. The second word of a text has a
    /// bit that says that it stands where it is, or the address of its storage, which begins with 32 bytes of its own.
    package static func texts(_ start: UnsafeRawPointer, stride: Int, where bits: UInt64) {
        cplatform_will_read(start + 8, stride, bits, 0x2000_0000_0000_0000, 48)
    }
}
