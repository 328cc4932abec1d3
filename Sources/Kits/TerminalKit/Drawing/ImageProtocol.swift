import Basics

/// The protocol by which a terminal shows images.
enum ImageProtocol: Hashable {
    /// The graphics protocol of kitty, which Ghostty and others also support.
    case kitty
    /// The inline images of iTerm2.
    case iTerm2
    /// The sixels of DEC terminals, with at most 256 colors.
    case sixel

    /// Returns whether the terminal may be asked for its support. A multiplexer would misread the query as a window
    /// title.
    static func mayBeAsked(environment: [String: String]) -> Bool {
        let term = environment["TERM"] ?? ""
        return environment["TMUX"] == nil && environment["STY"] == nil
            && !["screen", "tmux", "linux"].contains { term.hasPrefix($0) }
    }

    /// Determines the protocol from the environment, or returns `nil` if it names no terminal with image support.
    init?(environment: [String: String]) {
        let program = environment["TERM_PROGRAM"] ?? ""
        // A multiplexer doesn't forward images.
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

    /// The formats of image files that the terminal supports.
    var formats: Set<Image.Format> {
        switch self {
        case .kitty: [.png]
        case .iTerm2: [.png, .jpeg]
        case .sixel: []
        }
    }

    /// Whether the terminal supports images from pixels, to which other files are decoded.
    var takesPixels: Bool { self != .iTerm2 }

    /// Returns the bytes that show exactly these images. `cell` is the size of a cell in pixels.
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
