import Basics

/// How a terminal takes pictures.
enum ImageProtocol: Hashable {
    /// kitty's graphics protocol, which Ghostty and others speak too.
    case kitty
    /// iTerm2's inline images.
    case iTerm2

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

    /// The image files that it takes as they are. kitty also takes bare pixels, which a JPEG would have to be decoded to.
    var formats: Set<Image.Format> { self == .kitty ? [.png] : [.png, .jpeg] }

    /// The bytes that show these pictures and no others.
    func bytes(for images: [ImagePlacement], cursor: Point?) -> [UInt8] {
        var text = self == .kitty ? "\u{1B}_Ga=d,q=2\u{1B}\\" : ""
        for image in images {
            let frame = image.frame
            text += "\u{1B}[\(frame.minY + 1);\(frame.minX + 1)H"
            let data = Base64.encode(image.file)
            switch self {
            case .kitty:
                var rest = data[...]
                var control = "a=T,f=100,C=1,q=2,c=\(frame.width),r=\(frame.height),"
                repeat {
                    let chunk = rest.prefix(4096)
                    rest = rest.dropFirst(4096)
                    text += "\u{1B}_G\(control)m=\(rest.isEmpty ? 0 : 1);\(chunk)\u{1B}\\"
                    control = "q=2,"
                } while !rest.isEmpty
            case .iTerm2:
                text += "\u{1B}]1337;File=inline=1;size=\(image.file.count);width=\(frame.width);"
                text += "height=\(frame.height);preserveAspectRatio=1:\(data)\u{7}"
            }
        }
        if let cursor { text += "\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H" }
        return Array(text.utf8)
    }
}
