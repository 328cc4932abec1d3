extension QRSymbol {
    /// An error that indicates that a string is too long for every symbol of a level.
    package struct TooLong: Error, Sendable, Hashable, CustomStringConvertible {
        /// The text's length in bytes of UTF-8.
        package let bytes: Int
        /// The requested level.
        let level: Level
        /// The maximum length in bytes of any text at this level, or of any ASCII text if the rejected text
        /// is ASCII.
        package let maximumBytes: Int
        /// The maximum length of a string at this level that consists only of digits, capital letters, spaces
        /// and `$ % * + - . / :`.
        let maximumCapitals: Int
        /// The maximum length of a string at this level that consists only of digits.
        let maximumDigits: Int

        init(_ text: String, _ level: Level) {
            self.level = level
            bytes = text.utf8.count
            let largest = Version.largest
            let header = { (mode: Mode) in Mode.indicatorBits + mode.countBits(largest) }
            let bits = largest.dataCodewords(level) * 8
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
            maximumBytes = (bits - header(.byte) - (isASCII ? 0 : Message.encodingBits)) / 8
            maximumCapitals = (bits - header(.alphanumeric)) * 2 / 11
            maximumDigits = (bits - header(.numeric)) * 3 / 10
        }

        /// A description of the failure, its reason, and a remedy.
        package var description: String {
            """
            can't make a QR code of \(bytes) bytes: at level \(level.letter) it holds at most \(maximumBytes) bytes, \
            \(maximumCapitals) capital letters and digits, or \(maximumDigits) digits. \
            Shorten the text\(level == .low ? "" : ", or choose a lower level")
            """
        }
    }
}
