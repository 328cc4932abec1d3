/// The sequences that change the modes of a terminal. Features that only some terminals support are queried first.
enum ControlSequences {
    static let alternateScreen = "\u{1B}[?1049h"
    static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
    static let keyboardOn = "\u{1B}[>1u"
    static let keyboardOff = "\u{1B}[<u"
    static let synchronizedBegin = "\u{1B}[?2026h"
    static let synchronizedEnd = "\u{1B}[?2026l"

    /// Switches to the alternate screen, turns off automatic wrapping and the cursor, and turns on bracketed paste
    /// and focus reports. Without wrapping, a cluster that is wider than expected can't push the line over the edge.
    static let enter = alternateScreen + "\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1004h\u{1B}[m\u{1B}[2J"

    /// Queries the support for synchronized output, the keyboard flags, the background color, the size of a cell in
    /// pixels, and the device attributes.
    static let questions = "\u{1B}[?2026$p\u{1B}[?u\u{1B}]11;?\u{1B}\\\u{1B}[16t\u{1B}[c"

    static let questionedPicture = 31

    /// Queries the support for kitty's images, with an image of one pixel that isn't shown.
    static let questionOfPictures = "\u{1B}_Gi=\(questionedPicture),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    /// Restores all modes, including those that an incomplete frame may have changed.
    static let leave =
        "\u{1B}[?2026l" + mouseOff + "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"
}
