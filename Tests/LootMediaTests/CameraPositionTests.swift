import LootCore
import LootMedia
import LootTesting
import Testing

/// Metadata and files as cameras write them.
private enum Camera {
    static func number(_ value: Int, _ width: Int, _ isLittle: Bool = false) -> [UInt8] {
        let bytes = (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isLittle ? bytes.reversed() : bytes
    }

    /// Three fractions of eight bytes each for degrees, minutes and seconds. The bytes are unique in a file.
    static let latitude: [UInt8] = Array("LATITUDELATITUDELATITUDE".utf8)

    /// Returns EXIF with orientation 6, a model, a position, and a following table.
    static func exif(isLittle: Bool) -> [UInt8] {
        func n(_ value: Int, _ width: Int) -> [UInt8] { number(value, width, isLittle) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            n(tag, 2) + n(type, 2) + n(count, 4) + (value + [0, 0, 0, 0]).prefix(4)
        }
        // Offsets: 8, three entries; 50, the model; 58, two entries of the position; 88, the latitude; 112, the
        // second table.
        return (isLittle ? Array("II*\0".utf8) : Array("MM\0*".utf8)) + n(8, 4)
            + n(3, 2) + entry(0x010F, 2, 8, n(50, 4)) + entry(0x0112, 3, 1, n(6, 2))
            + entry(0x8825, 4, 1, n(58, 4))
            + n(112, 4) + Array("CAMERA 1".utf8)
            + n(2, 2) + entry(1, 2, 2, Array("N\0".utf8)) + entry(2, 5, 3, n(88, 4)) + n(0, 4) + latitude
            + n(1, 2) + entry(0x0100, 3, 1, n(160, 2)) + n(0, 4)
    }

    static let xmp = """
        <x:xmpmeta><rdf:Description exif:GPSLatitude="48,51.5N" exif:GPSLongitude = '2,17E' tiff:Model="C">\
        <exif:GPSAltitude>35/1</exif:GPSAltitude><exif:GPSTag/></rdf:Description></x:xmpmeta>
        """

    static func jpeg(_ segments: [[UInt8]]) -> [UInt8] {
        let body = FileFixtures.bytes(1, .jpeg)
        return body.prefix(2) + segments.flatMap { [0xFF, 0xE1] + number($0.count + 2, 2) + $0 }
            + body.dropFirst(2)
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    static func png(_ chunks: [UInt8]) -> [UInt8] {
        let body = FileFixtures.bytes(1, .png)
        return body.prefix(33) + chunks + body.dropFirst(33)
    }

    static func webP(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = FileFixtures.bytes(1, .webP)
        let chunk =
            Array(type.utf8) + number(content.count, 4, true) + content + (content.count % 2 == 1 ? [0] : [])
        return body.prefix(4) + number(body.count - 8 + chunk.count, 4, true) + body.dropFirst(8) + chunk
    }

    /// Returns a WebP file with another chunk before its EXIF.
    static func webP(after content: [UInt8], _ exif: [UInt8]) -> [UInt8] {
        let (one, other) = (webP("ALPH", content), webP("EXIF", exif))
        let body = FileFixtures.bytes(1, .webP)
        let chunks = Array(one.dropFirst(body.count)) + Array(other.dropFirst(body.count))
        return body.prefix(4) + number(body.count - 8 + chunks.count, 4, true) + body.dropFirst(8) + chunks
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// Returns a HEIC file with one EXIF item after its boxes.
    static func heic(_ exif: [UInt8], locationVersion: Int = 1) -> [UInt8] {
        let payload = number(0, 4) + exif
        let type = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let entry = box("infe", [2, 0, 0, 0] + number(1, 2) + number(0, 2) + Array("Exif\0".utf8))
        let info = box("iinf", [0, 0, 0, 0] + number(1, 2) + entry)
        func location(_ offset: Int) -> [UInt8] {
            let width = locationVersion < 2 ? 2 : 4
            return box(
                "iloc",
                [UInt8(locationVersion), 0, 0, 0, 0x44, 0] + number(1, width) + number(1, width)
                    + (locationVersion > 0 ? number(0, 2) : []) + number(0, 2) + number(1, 2)
                    + number(offset, 4) + number(payload.count, 4))
        }
        func meta(_ offset: Int) -> [UInt8] { box("meta", [0, 0, 0, 0] + info + location(offset)) }
        let start = type.count + meta(0).count + 8
        return type + meta(start) + box("mdat", payload)
    }

    static func files() -> [(FileKind, [UInt8])] {
        let exif = exif(isLittle: false)
        return [
            (.jpeg, jpeg([Array("Exif\0\0".utf8) + exif])),
            (.jpeg, jpeg([Array("Exif\0\0".utf8) + Camera.exif(isLittle: true), Array("other".utf8)])),
            (.png, png(chunk("eXIf", exif))), (.webP, webP("EXIF", exif)),
            (.webP, webP("EXIF", Array("Exif\0\0".utf8) + exif)), (.tiff, exif),
            (.heic, heic(exif, locationVersion: 0)), (.heic, heic(exif)),
            (.heic, heic(exif, locationVersion: 2)),
        ]
    }

    /// Returns files with one to four bytes of other data before the EXIF data.
    static func filesWithMore() -> [(FileKind, [UInt8])] {
        let exif = exif(isLittle: false)
        let marked = Array("Exif\0\0".utf8) + exif
        return (1...4).flatMap { count -> [(FileKind, [UInt8])] in
            let content = [UInt8](repeating: 7, count: count)
            return [
                (.webP, webP(after: content, exif)), (.webP, webP(after: content, marked)),
                (.png, png(chunk("tEXt", content) + chunk("eXIf", exif))), (.jpeg, jpeg([content, marked])),
            ]
        }
    }
}

@Suite struct `Camera position` {
    private func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        let text = Array(text.utf8)
        return bytes.indices.dropLast(text.count - 1).contains {
            bytes[$0..<$0 + text.count].elementsEqual(text)
        }
    }

    @Test func `the position is removed from all kinds of EXIF, and nothing else is`() throws {
        for (kind, bytes) in Camera.files() + Camera.filesWithMore() {
            #expect(FileKind(beginning: bytes) == kind)
            #expect(holds(bytes, "LATITUDE"))
            let cleaned = try #require(CameraPosition.removed(from: bytes, of: kind), "\(kind)")
            #expect(cleaned.count == bytes.count)
            #expect(!holds(cleaned, "LATITUDE") && holds(cleaned, "CAMERA 1"))
            #expect(CameraPosition.removed(from: cleaned, of: kind) == nil, "\(kind): once is enough")
            if FileKind.pictures.contains(kind) { _ = try StoredFile(photo: cleaned) }
            #expect(try StoredFile(bytes).withoutPosition() == StoredFile(cleaned))
        }
    }

    @Test(arguments: [true, false])
    func `the orientation and the following tables aren't changed`(isLittle: Bool) throws {
        let exif = Camera.exif(isLittle: isLittle)
        let cleaned = try #require(CameraPosition.removed(from: exif, of: .tiff))
        func n(_ value: Int, _ width: Int) -> [UInt8] { Camera.number(value, width, isLittle) }
        #expect(Array(cleaned[8..<10]) == n(2, 2), "two entries are left")
        #expect(Array(cleaned[22..<32]) == n(0x0112, 2) + n(3, 2) + n(1, 4) + n(6, 2), "orientation 6")
        #expect(Array(cleaned[34..<38]) == n(112, 4), "the following table")
        #expect(Array(cleaned[112...]) == Array(exif[112...]))
        #expect(Array(cleaned[58..<112]) == [UInt8](repeating: 0, count: 54))
    }

    @Test func `the position is removed from uncompressed XMP`() throws {
        let xmp = Array(Camera.xmp.utf8)
        for (kind, bytes) in [
            (.jpeg, Camera.jpeg([Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp])),
            (.png, Camera.png(Camera.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp))),
            (.webP, Camera.webP("XMP ", xmp)),
        ] as [(FileKind, [UInt8])] {
            let cleaned = try #require(CameraPosition.removed(from: bytes, of: kind), "\(kind)")
            for text in ["GPS", "48,51", "2,17E", "35/1"] {
                #expect(!holds(cleaned, text), "\(kind) \(text)")
            }
            #expect(holds(cleaned, "tiff:Model=\"C\"") && holds(cleaned, "</rdf:Description>"))
            #expect(cleaned.count == bytes.count)
        }
    }

    @Test func `a changed PNG has a correct checksum`() throws {
        let cleaned = try #require(
            CameraPosition.removed(
                from: Camera.png(Camera.chunk("eXIf", Camera.exif(isLittle: false))), of: .png))
        // The last bytes of the chunk are its checksum, which is computed here independently.
        var checksum = UInt32.max
        for byte in cleaned[37..<41 + 130] {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
        }
        #expect(Array(cleaned[171..<175]) == Camera.number(Int(~checksum), 4))
    }

    @Test func `a malformed file isn't changed`() {
        for kind in FileKind.allCases {
            #expect(CameraPosition.removed(from: FileFixtures.bytes(1, kind), of: kind) == nil)
            #expect(CameraPosition.removed(from: [], of: kind) == nil)
        }
        // A table that refers to itself, and one beyond the end of the data.
        let circle = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 8]
        #expect(CameraPosition.removed(from: circle, of: .tiff) == nil)
        let outside = Array("MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 1]
        #expect(CameraPosition.removed(from: outside, of: .tiff) == nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `no input causes a trap`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for (kind, bytes) in Camera.files() + [
            (.jpeg, Camera.jpeg([Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(Camera.xmp.utf8)]))
        ] {
            for _ in 0..<60 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let index = Int.random(in: changed.indices, using: &generator)
                    changed[index] =
                        Bool.random(using: &generator) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
                }
                if Bool.random(using: &generator) {
                    changed.removeLast(Int.random(in: 0..<changed.count, using: &generator))
                }
                if let cleaned = CameraPosition.removed(from: changed, of: kind) {
                    #expect(cleaned.count == changed.count)
                }
            }
        }
    }
}
