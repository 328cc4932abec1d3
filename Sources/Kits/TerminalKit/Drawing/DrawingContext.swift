public import TerminalText

/// The area in which a view draws. Positions are relative to its upper left corner, and drawing outside is clipped.
///
/// Control characters become visible symbols. On a terminal that supports only ASCII, other characters are replaced.
public struct DrawingContext {
    let surface: Surface
    let origin: Point
    let clip: Rect

    /// The size of the view.
    public let size: Size
    /// The theme.
    public let theme: Theme
    /// The characters that the terminal supports.
    public let glyphs: Glyphs
    /// The formats of image files that the terminal supports.
    let imageFormats: Set<Image.Format>
    /// Whether the terminal can show images from pixels.
    let takesPixels: Bool

    init(
        surface: Surface, theme: Theme, glyphs: Glyphs, imageFormats: Set<Image.Format> = [],
        takesPixels: Bool = false
    ) {
        self.takesPixels = takesPixels
        self.surface = surface
        self.theme = theme
        self.glyphs = glyphs
        self.imageFormats = imageFormats
        size = surface.buffer.size
        origin = .zero
        clip = Rect(size: surface.buffer.size)
    }

    private init(_ parent: DrawingContext, frame: Rect, within visible: Rect) {
        surface = parent.surface
        theme = parent.theme
        glyphs = parent.glyphs
        imageFormats = parent.imageFormats
        takesPixels = parent.takesPixels
        size = frame.size
        origin = parent.origin + frame.origin
        clip = visible.offset(by: parent.origin).intersection(parent.clip)
    }

    private init(_ other: DrawingContext, theme: Theme) {
        surface = other.surface
        self.theme = theme
        glyphs = other.glyphs
        imageFormats = other.imageFormats
        takesPixels = other.takesPixels
        size = other.size
        origin = other.origin
        clip = other.clip
    }

    /// The whole area.
    var bounds: Rect { Rect(size: size) }

    /// Returns a context for a part of this one, clipped to that part.
    public func part(_ frame: Rect) -> DrawingContext { DrawingContext(self, frame: frame, within: frame) }

    /// Whether the whole area is clipped.
    package var isClippedAway: Bool { clip.isEmpty }

    /// The visible part of the area.
    var visible: Rect { clip.offset(by: Point.zero - origin) }

    /// Fills a rectangle with spaces, or with another character that is one column wide.
    public func fill(_ rect: Rect? = nil, _ style: Style = .plain, with character: Character = " ") {
        let area = (rect ?? bounds).offset(by: origin).intersection(clip)
        let known = glyphs == .unicode || character.isASCII
        let shown = known ? character : String(character).restricted(to: glyphs).first ?? " "
        surface.buffer.fill(area, shown, Look(style))
    }

    /// Draws text on one line, and returns its width in columns.
    ///
    /// If `width` is given, longer text is truncated and shorter text is aligned. Colors that the text doesn't set
    /// are taken from the cells.
    @discardableResult
    public func draw(
        _ text: StyledText, x: Int = 0, y: Int = 0, width: Int? = nil, alignment: Alignment = .leading,
        truncation: Truncation = .tail
    ) -> Int {
        var text = text.restricted(to: glyphs)
        var x = x
        if let width {
            let columns = text.columnWidth
            if columns > width {
                text = text.truncated(to: width, at: truncation, glyphs: glyphs)
            } else {
                switch alignment.resolved(for: text.text) {
                case .leading, .natural: break
                case .center: x += (width - columns) / 2
                case .trailing: x += width - columns
                }
            }
        }
        let start = x
        for run in text.runs {
            let look = Look(run.style)
            if run.text.utf8.allSatisfy({ $0 < 0x80 }) {
                put(ASCII: run.text.utf8, look, x: x, y: y)
                x += run.text.utf8.count
            } else {
                for character in run.text {
                    let columns = character.columnWidth
                    put(character, width: columns, look, x: x, y: y)
                    x += columns
                }
            }
        }
        return x - start
    }

    /// Draws text in one style, and returns its width in columns.
    @discardableResult
    public func draw(
        _ text: String, _ style: Style = .plain, x: Int = 0, y: Int = 0, width: Int? = nil,
        alignment: Alignment = .leading, truncation: Truncation = .tail
    ) -> Int {
        draw(StyledText(text, style), x: x, y: y, width: width, alignment: alignment, truncation: truncation)
    }

    /// Applies a style to what has been drawn.
    package func restyle(_ rect: Rect? = nil, _ style: Style) {
        let look = Look(style)
        surface.buffer.restyle((rect ?? bounds).offset(by: origin).intersection(clip)) { look.over($0) }
    }

    /// Replaces the style of what has been drawn, but keeps bold, italic, underlined and struck-through text.
    func recolor(_ rect: Rect? = nil, _ style: Style) {
        let look = Look(style)
        surface.buffer.restyle((rect ?? bounds).offset(by: origin).intersection(clip)) {
            look.adding([.bold, .italic, .underline, .strikethrough], of: $0)
        }
    }

    /// Returns a context with another theme.
    public func themed(_ theme: Theme) -> DrawingContext { DrawingContext(self, theme: theme) }

    /// Draws a box along the edges of a rectangle, with a title at the top.
    public func drawBox(_ rect: Rect? = nil, _ style: Style = .plain, title: String = "") {
        let rect = rect ?? bounds
        guard rect.width > 1, rect.height > 1 else { return }
        let line = String(repeating: "─", count: rect.width - 2)
        draw("┌\(line)┐", style, x: rect.minX, y: rect.minY)
        draw("└\(line)┘", style, x: rect.minX, y: rect.maxY - 1)
        for y in (rect.minY + 1)..<(rect.maxY - 1) {
            draw("│", style, x: rect.minX, y: y)
            draw("│", style, x: rect.maxX - 1, y: y)
        }
        guard !title.isEmpty, rect.width > 6 else { return }
        let shown = title.visible().truncated(to: rect.width - 6, glyphs: glyphs)
        draw(" \(shown) ", style.over(Style(.bold)), x: rect.minX + 2, y: rect.minY)
    }

    /// Places the cursor of the terminal, if the position is visible.
    public func placeCursor(x: Int, y: Int) {
        let point = origin + Point(x: x, y: y)
        if clip.contains(point) { surface.cursor = point }
    }

    /// Shows an image with the terminal's support for images, if its format is supported and the whole rectangle is
    /// visible.
    ///
    /// - Returns: Whether the terminal will show the image.
    func drawImage(_ image: Image, in rect: Rect) -> Bool {
        let frame = rect.offset(by: origin)
        guard let format = image.format, !frame.isEmpty, frame.intersection(clip) == frame else {
            return false
        }
        if imageFormats.contains(format) {
            surface.images.append(ImagePlacement(frame: frame, file: image.file))
        } else if takesPixels, image.pixels != nil {
            surface.images.append(ImagePlacement(frame: frame, file: [], pixels: image))
        } else {
            return false
        }
        fill(rect)
        return true
    }

    private func put(_ character: Character, width: Int, _ look: Look, x: Int, y: Int) {
        let place = origin + Point(x: x, y: y)
        guard clip.contains(place) else { return }
        // Half a cluster can't be shown, so draw a space.
        let isCut = width == 2 && place.x + 1 >= clip.maxX
        surface.buffer.put(
            isCut ? " " : character, width: isCut ? 1 : width, look, keepingColors: true, x: place.x,
            y: place.y)
    }

    private func put(ASCII letters: Substring.UTF8View, _ look: Look, x: Int, y: Int) {
        let place = origin + Point(x: x, y: y)
        guard place.y >= clip.minY, place.y < clip.maxY else { return }
        let hidden = max(0, clip.minX - place.x)
        let shown = letters.dropFirst(hidden).prefix(max(0, clip.maxX - place.x - hidden))
        surface.buffer.put(ASCII: shown, look, x: place.x + hidden, y: place.y)
    }
}
