public import TerminalText

/// Where a view draws: its own columns and rows, counted from its upper left. What lies outside is clipped.
///
/// Text passes the filter for control characters on its way, and is cut down to ASCII where the terminal has
/// nothing else.
public struct DrawingContext {
    let surface: Surface
    let origin: Point
    let clip: Rect

    /// How large the view is.
    public let size: Size
    /// The looks to draw in.
    public let theme: Theme
    /// What the terminal can draw.
    public let glyphs: Glyphs
    /// The image files that the terminal draws itself.
    let imageFormats: Set<Image.Format>
    /// Whether the terminal draws pixels itself.
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

    /// All that there is to draw in.
    var bounds: Rect { Rect(size: size) }

    /// A context for a part of this one, clipped to it.
    public func part(_ frame: Rect) -> DrawingContext { DrawingContext(self, frame: frame, within: frame) }

    /// Whether nothing drawn here can be seen.
    package var isClippedAway: Bool { clip.isEmpty }

    /// The columns and rows that can be seen, in this context's own count.
    var visible: Rect { clip.offset(by: Point.zero - origin) }

    /// Fills a part with blanks, or with a character of one column.
    public func fill(_ rect: Rect? = nil, _ style: Style = .plain, with character: Character = " ") {
        let area = (rect ?? bounds).offset(by: origin).intersection(clip)
        let known = glyphs == .unicode || character.isASCII
        let shown = known ? character : String(character).restricted(to: glyphs).first ?? " "
        surface.buffer.fill(area, shown, Look(style))
    }

    /// Draws text on one line, and returns the columns it took. With `width`, what is longer is cut and what is
    /// shorter is aligned; colors that the text does not set come from what is already there.
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

    /// Draws text in one style.
    @discardableResult
    public func draw(
        _ text: String, _ style: Style = .plain, x: Int = 0, y: Int = 0, width: Int? = nil,
        alignment: Alignment = .leading, truncation: Truncation = .tail
    ) -> Int {
        draw(StyledText(text, style), x: x, y: y, width: width, alignment: alignment, truncation: truncation)
    }

    /// Lays a style over what has been drawn.
    package func restyle(_ rect: Rect? = nil, _ style: Style) {
        let look = Look(style)
        surface.buffer.restyle((rect ?? bounds).offset(by: origin).intersection(clip)) { look.over($0) }
    }

    /// Gives everything that has been drawn the colors of a style, and leaves of its own looks what is no color.
    func recolor(_ rect: Rect? = nil, _ style: Style) {
        let look = Look(style)
        surface.buffer.restyle((rect ?? bounds).offset(by: origin).intersection(clip)) {
            look.adding([.bold, .italic, .underline, .strikethrough], of: $0)
        }
    }

    /// Returns a context with another theme.
    public func themed(_ theme: Theme) -> DrawingContext { DrawingContext(self, theme: theme) }

    /// Draws a frame along the edges, with a title in its upper one.
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

    /// Puts the terminal's own cursor here, if it can be seen.
    public func placeCursor(x: Int, y: Int) {
        let point = origin + Point(x: x, y: y)
        if clip.contains(point) { surface.cursor = point }
    }

    /// Has the terminal draw a picture here, when it takes that kind and all of the place can be seen.
    ///
    /// - Returns: Whether it will.
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
        // Half a cluster can't be shown.
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
