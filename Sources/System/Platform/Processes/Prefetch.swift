import CPlatform

/// Has the processor begin to fetch what values in memory refer to, so that it waits for many of them at once. Only time
/// depends on how texts and objects are laid out: what is elsewhere is fetched for nothing.
package enum Prefetch {
    /// The second word of a text has this bit where its letters stand in it; else it has the address of its storage.
    private static let isSmall: UInt64 = 0x2000_0000_0000_0000
    /// What stands before the letters of a text or the elements of an array.
    private static let storageHeader = 32
    /// What stands before the properties of an object.
    private static let objectHeader = 16

    /// The letters of texts that lie `stride` bytes apart, of which the bits say so.
    package static func texts(_ start: UnsafeRawPointer, stride: Int, where bits: UInt64) {
        cplatform_will_read(start + 8, stride, bits, isSmall, storageHeader, 32)
    }

    /// A property of objects whose references lie `stride` bytes apart, of which the bits say so.
    package static func property(
        at offset: Int, size: Int, of start: UnsafeRawPointer, stride: Int, where bits: UInt64
    ) {
        cplatform_will_read(start, stride, bits, 0, objectHeader + offset, size)
    }

    /// What a property that is a text or a list refers to.
    ///
    /// - Precondition: the objects are there, and have as many bytes of properties as the property needs.
    package static func contents(
        at offset: Int, isText: Bool, of start: UnsafeRawPointer, stride: Int, where bits: UInt64
    ) {
        let place = objectHeader + offset + (isText ? 8 : 0)
        cplatform_will_read_behind(start, stride, bits, place, isText ? isSmall : 0, 0, 64)
    }
}
