extension QRSymbol {
    /// A text that no symbol of the level holds.
    package struct TooLong: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text's length in UTF-8.
        let bytes: Int
        /// The level that was asked for.
        let level: Level
        /// The most bytes that a text like this may have, whatever it says.
        let mostBytes: Int
        /// The most characters of a text of digits, capital letters, spaces and `$ % * + - . / :` alone.
        let mostCapitals: Int
        /// The most digits of a text of nothing else.
        let mostDigits: Int

        init(_ text: String, _ level: Level) {
            self.level = level
            bytes = text.utf8.count
            let greatest = Version.greatest
            let header = { (mode: Mode) in Mode.indicatorBits + mode.countBits(greatest) }
            let bits = greatest.dataCodewords(level) * 8
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            mostBytes = (bits - header(.byte) - (isASCII ? 0 : Message.encodingBits)) / 8
            mostCapitals = (bits - header(.alphanumeric)) * 2 / 11
            mostDigits = (bits - header(.numeric)) * 3 / 10
        }

        /// What failed, why, and what to do next.
        package var description: String {
            """
            can't make a QR code of \(bytes) bytes: at level \(level.letter) it holds at most \(mostBytes) bytes, \
            \(mostCapitals) capital letters and digits, or \(mostDigits) digits. \
            Shorten the text\(level == .low ? "" : ", or choose a lower level")
            """
        }
    }
}
