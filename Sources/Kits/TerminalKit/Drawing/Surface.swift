/// What a frame is drawn on, shared by all contexts of the frame.
final class Surface {
    var buffer: CellBuffer
    var cursor: Point?
    var images: [ImagePlacement] = []

    init(size: Size) { buffer = CellBuffer(size: size) }
}

/// A picture that a terminal draws itself, over cells that are left blank for it.
struct ImagePlacement: Hashable {
    var frame: Rect
    var file: [UInt8]
    /// The pixels, where the terminal does not take the file.
    var pixels: Image?
}
