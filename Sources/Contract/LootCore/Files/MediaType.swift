/// Media types of files, for example `application/pdf`.
package enum MediaType {
    /// The media type of unknown files.
    package static let unknown = "application/octet-stream"

    /// Returns the media type of a file. The kind of its content takes precedence over the extension. Extensions of
    /// recognizable kinds are ignored if the content doesn't match.
    package static func type(of kind: FileKind, name: String) -> String {
        if kind != .other { return kind.mediaType }
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return types[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    /// Returns whether text is a valid media type: two names separated by a slash.
    package static func isType(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count <= 127 else { return false }
        var slash: Int?
        for index in 0..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                if slash != nil || index == 0 || index == bytes.count - 1 { return false }
                slash = index
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                break
            case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "&"),
                UInt8(ascii: "-"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"):
                break
            default: return false
            }
        }
        return slash != nil
    }

    private static let types: [String: String] = {
        var types: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for ending in words.dropFirst() { types[ending] = words[0] }
        }
        return types
    }()

    /// The media types with their extensions, except for kinds that are recognized by their content.
    private static let table = """
        text/plain txt text log
        text/markdown md markdown
        text/csv csv
        text/html html htm
        text/calendar ics
        text/vcard vcf
        application/json json
        application/xml xml
        application/rtf rtf
        application/zip zip
        application/gzip gz tgz
        application/x-tar tar
        application/x-7z-compressed 7z
        application/msword doc
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.ms-excel xls
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.ms-powerpoint ppt
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.oasis.opendocument.text odt
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.presentation odp
        application/epub+zip epub
        message/rfc822 eml
        image/svg+xml svg
        image/bmp bmp
        audio/mpeg mp3
        audio/mp4 m4a
        audio/ogg ogg oga opus
        audio/flac flac
        audio/wav wav
        video/mp4 mp4 m4v
        video/quicktime mov
        video/webm webm
        model/stl stl
        model/3mf 3mf
        """
}
