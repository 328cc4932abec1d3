import LootFormats

extension ImportPlan {
    /// The rejected entries as a separate file that can be corrected and imported again. It has the same format if
    /// that can be split into entries; otherwise it lists the errors.
    package var refusedFile: [UInt8] {
        switch format {
        case .csv: joined(header.isEmpty ? "" : String(decoding: header, as: UTF8.self), "\r\n", "\r\n")
        case .jsonLines: joined("", "\n", "\n")
        case .json: joined("[\n", ",\n", "\n]\n")
        case .propertyList where !isBinary: joined(Self.listHead, "\n", "\n</array>\n</plist>\n")
        default: Array(refusals.map { "\($0.error.description)\n" }.joined().utf8)
        }
    }

    /// Binary property lists can't be split: the parts of an entry are spread over the file.
    private var isBinary: Bool { refusals.allSatisfy { $0.bytes.first != UInt8(ascii: "<") } }

    private static let listHead =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n"

    private func joined(_ head: String, _ separator: String, _ end: String) -> [UInt8] {
        var bytes = format == .csv ? header : Array(head.utf8)
        for (index, refusal) in refusals.enumerated() {
            var entry = refusal.bytes[...]
            while let last = entry.last, last == 0x0A || last == 0x0D { entry.removeLast() }
            bytes += entry
            bytes += Array((index + 1 < refusals.count ? separator : end).utf8)
        }
        return bytes
    }
}
