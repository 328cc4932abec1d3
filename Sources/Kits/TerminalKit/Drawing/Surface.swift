/// The target of drawing, shared by all contexts of a frame.
final class Surface {
    var buffer: CellBuffer
    var cursor: Point?
    var images: [ImagePlacement] = []

    init(size: Size) { buffer = CellBuffer(size: size) }
}

/// An image shown by the terminal above blank cells.
struct ImagePlacement: Hashable {
    var frame: Rect
    var file: [UInt8]
    /// The pixels, if the terminal doesn't support the format of the file.
    var pixels: Image?
}
