import TerminalText

/// A view of an image or a sequence of images.
///
/// A cell counts as twice as high as wide. A terminal with support for images receives an image file if it supports the
/// format, and otherwise the file's decoded pixels. Images created from pixels, and images in other terminals, are
/// drawn with half blocks. A file without decoded pixels appears as a box with the image's name.
public final class ImageView: View {
    /// The position and size of an image in its view.
    public enum ContentMode: Hashable, Sendable, CaseIterable {
        /// Stretched to the size of the view.
        case scaleToFill
        /// As large as possible without clipping.
        case aspectFit
        /// As small as possible without empty space.
        case aspectFill
        /// At its original size, at the given position.
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }

    /// The image.
    public var image: Image? { didSet { if image != oldValue { setNeedsLayout() } } }
    /// The position and size of the image.
    public var contentMode = ContentMode.aspectFit { didSet { setNeedsDisplay() } }
    /// The images that are shown in turn while the view animates.
    public var sequence: [Image] = [] { didSet { place = 0 } }
    /// The duration for which each image of the sequence is shown.
    public var interval = Duration.milliseconds(200) { didSet { setTimer() } }
    /// The number of times the sequence plays, or 0 for no limit.
    public var repeatCount = 0
    /// Whether the sequence plays.
    public private(set) var isAnimating = false

    private var scaled: ScaledImage?
    private var place = 0
    private var timer: ViewTimer?

    /// Creates a view of an image.
    public init(_ image: Image? = nil, contentMode: ContentMode = .aspectFit) {
        self.image = image
        self.contentMode = contentMode
        super.init()
    }

    /// Starts playing the sequence.
    public func startAnimating() {
        isAnimating = !sequence.isEmpty
        place = 0
        setTimer()
        setNeedsDisplay()
    }

    /// Stops playing the sequence and shows the image.
    public func stopAnimating() {
        isAnimating = false
        setTimer()
        setNeedsDisplay()
    }

    /// Starts or stops the timer. A sequence plays only while the view is in a window.
    public override func didMoveToWindow() { setTimer() }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard isAnimating else { return }
        timer = schedule(after: interval, repeats: true) { [weak self] in
            guard let self else { return }
            place += 1
            if repeatCount > 0, place >= repeatCount * sequence.count { stopAnimating() }
            setNeedsDisplay()
        }
    }

    private var shown: Image? {
        isAnimating && !sequence.isEmpty ? sequence[place % sequence.count] : image
    }

    /// Returns the last row.
    public override func baseline(for size: Size) -> Int { max(0, size.height - 1) }

    /// Returns the size of the image, with one pixel per column.
    public override func sizeThatFits(_ available: Size) -> Size {
        guard let image = shown else { return .zero }
        return Size(
            width: min(image.width, available.width), height: min((image.height + 1) / 2, available.height))
    }

    /// Returns the frame of an image in a view whose size is in columns and half rows.
    static func place(_ image: Image, in size: Size, _ mode: ContentMode) -> Rect {
        let byWidth = Size(width: size.width, height: max(1, image.height * size.width / image.width))
        let byHeight = Size(width: max(1, image.width * size.height / image.height), height: size.height)
        let own = Size(width: image.width, height: image.height)
        let fits = byWidth.height <= size.height
        let drawn: Size
        switch mode {
        case .scaleToFill: drawn = size
        case .aspectFit: drawn = fits ? byWidth : byHeight
        case .aspectFill: drawn = fits ? byHeight : byWidth
        default: drawn = own
        }
        var x = (size.width - drawn.width) / 2
        var y = (size.height - drawn.height) / 2
        if [.left, .topLeft, .bottomLeft].contains(mode) { x = 0 }
        if [.right, .topRight, .bottomRight].contains(mode) { x = size.width - drawn.width }
        if [.top, .topLeft, .topRight].contains(mode) { y = 0 }
        if [.bottom, .bottomLeft, .bottomRight].contains(mode) { y = size.height - drawn.height }
        return Rect(x: x, y: y, width: drawn.width, height: drawn.height)
    }

    /// Draws the image.
    public override func draw(in context: DrawingContext) {
        guard let image = shown, !bounds.isEmpty else { return }
        let half = Size(width: bounds.width, height: bounds.height * 2)
        let rect = ImageView.place(image, in: half, contentMode)
        if image.format != nil {
            let frame = Rect(x: rect.minX, y: rect.minY / 2, width: rect.width, height: (rect.height + 1) / 2)
            if context.drawImage(image, in: frame.intersection(bounds)) { return }
        }
        if image.format != nil, image.pixels == nil {
            context.drawBox(nil, context.theme.border)
            let middle = (bounds.height - 1) / 2
            let room = bounds.width > 4 && bounds.height > 2 ? bounds.inset(x: 2) : bounds
            context.draw(
                "▣ " + image.name, context.theme.secondary, x: room.minX, y: middle, width: room.width,
                alignment: .center)
            return
        }
        let small = small(image, rect.size)
        for y in 0..<bounds.height {
            for x in 0..<bounds.width {
                let upper = pixel(small, x, y * 2, rect)
                let lower = pixel(small, x, y * 2 + 1, rect)
                guard upper != nil || lower != nil else { continue }
                drawPixels(upper, lower, x: x, y: y, context)
            }
        }
    }

    /// Returns the image scaled down to about the size at which it is drawn. The last result is cached.
    private func small(_ image: Image, _ size: Size) -> Image {
        if let scaled, scaled.size == size, scaled.original == image { return scaled.image }
        let made = image.scaled(to: size)
        scaled = ScaledImage(original: image, size: size, image: made)
        return made
    }

    private struct ScaledImage {
        var original: Image
        var size: Size
        var image: Image
    }

    private func pixel(_ image: Image, _ x: Int, _ y: Int, _ rect: Rect) -> Image.Pixel? {
        guard rect.contains(Point(x: x, y: y)) else { return nil }
        return image.pixel(
            (x - rect.minX) * image.width / rect.width, (y - rect.minY) * image.height / rect.height)
    }

    private static let shades = Array(" .:-=+*#%@")

    private func drawPixels(
        _ upper: Image.Pixel?, _ lower: Image.Pixel?, x: Int, y: Int, _ context: DrawingContext
    ) {
        if context.glyphs == .ascii {
            let pixel = upper ?? lower
            let brightness = pixel.map { (Int($0.red) * 3 + Int($0.green) * 6 + Int($0.blue)) / 10 } ?? 0
            let shade = Self.shades[brightness * (Self.shades.count - 1) / 255]
            context.draw(String(shade), Style(foreground: pixel?.color ?? .standard), x: x, y: y)
        } else if let upper {
            context.draw(
                "▀", Style(foreground: upper.color, background: lower?.color ?? .standard), x: x, y: y)
        } else if let lower {
            context.draw("▄", Style(foreground: lower.color), x: x, y: y)
        }
    }
}

extension Image.Pixel {
    fileprivate var color: Color { .rgb(red, green, blue) }
}
