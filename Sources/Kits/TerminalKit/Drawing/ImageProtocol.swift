import Basics

/// How a terminal takes pictures.
enum ImageProtocol: Hashable {
    /// kitty's graphics protocol, which Ghostty and others speak too.
    case kitty
    /// iTerm2's inline images.
    case iTerm2
    /// DEC's sixels: pixels in at most 256 colors.
    case sixel

    /// Whether a terminal may be asked. A multiplexer takes the question for the title of a window.
    static func mayBeAsked(environment: [String: String]) -> Bool {
        let term = environment["TERM"] ?? ""
        return environment["TMUX"] == nil && environment["STY"] == nil
            && !["screen", "tmux", "linux"].contains { term.hasPrefix($0) }
    }

    /// What the terminal says of itself; nil when it says nothing of pictures.
    init?(environment: [String: String]) {
        let program = environment["TERM_PROGRAM"] ?? ""
        // A multiplexer in between swallows pictures.
        if environment["TMUX"] != nil || environment["STY"] != nil { return nil }
        if environment["KITTY_WINDOW_ID"] != nil || environment["TERM"] == "xterm-kitty"
            || program == "ghostty"
        {
            self = .kitty
        } else if program == "iTerm.app" || program == "WezTerm" {
            self = .iTerm2
        } else {
            return nil
        }
    }

    /// The image files that it takes as they are.
    var formats: Set<Image.Format> {
        switch self {
        case .kitty: [.png]
        case .iTerm2: [.png, .jpeg]
        case .sixel: []
        }
    }

    /// Whether it takes bare pixels, which other files are decoded to.
    var takesPixels: Bool { self != .iTerm2 }

    /// The bytes that show these pictures and no others, where a cell has so many pixels.
    func bytes(
        for images: [ImagePlacement], cursor: Point?, cell: Size = Size(width: 10, height: 20)
    ) -> [UInt8] {
        var text = self == .kitty ? "\u{1B}_Ga=d,q=2\u{1B}\\" : ""
        for image in images {
            let frame = image.frame
            let size = Size(width: frame.width * cell.width, height: frame.height * cell.height)
            text += "\u{1B}[\(frame.minY + 1);\(frame.minX + 1)H"
            switch self {
            case .kitty:
                let pixels = image.pixels?.scaled(to: size)
                let file = pixels.map(ImageProtocol.bytes) ?? image.file
                let format = pixels.map { "f=24,s=\($0.width),v=\($0.height)" } ?? "f=100"
                var rest = Base64.encode(file)[...]
                var control = "a=T,\(format),C=1,q=2,c=\(frame.width),r=\(frame.height),"
                repeat {
                    let chunk = rest.prefix(4096)
                    rest = rest.dropFirst(4096)
                    text += "\u{1B}_G\(control)m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
                    control = "q=2,"
                } while !rest.isEmpty
            case .sixel: if let pixels = image.pixels { text += SixelEncoder.text(of: pixels, size) }
            case .iTerm2:
                let data = Base64.encode(image.file)
                text += "\u{1B}]1337;File=inline=1;size=\(image.file.count);width=\(frame.width);"
                text += "height=\(frame.height);preserveAspectRatio=1:\(data)\u{7}"
            }
        }
        if let cursor { text += "\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H" }
        return Array(text.utf8)
    }

    private static func bytes(of image: Image) -> [UInt8] {
        (image.pixels ?? []).flatMap { [$0.red, $0.green, $0.blue] }
    }
}
