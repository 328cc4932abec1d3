import Testing

@testable import TerminalKit

/// Pictures from a common program: sixteen rows from red to blue.
private enum Picture {
    /// A PNG in true color, not interlaced.
    static let png =
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA"
        + "dTAAAOpgAAA6mAAAF3CculE8AAAABmJLR0QA/wD/AP+gvaeTAAAAB3RJTUUH6gsYCBQggqV6AAAAAB5JREFUKM9j/M9AGmB5zyA4"
        + "qmFUw9DQwMjAQFoCBwBT2hA5JseaRgAAACV0RVh0ZGF0ZTpjcmVhdGUAMjAyNi0xMS0yNFQwODoyMDozMiswMDowMNeaJ0oAAAAl"
        + "dEVYdGRhdGU6bW9kaWZ5ADIwMjYtMTEtMjRUMDg6MjA6MzIrMDA6MDCmx5/2AAAAAElFTkSuQmCC"
    /// An interlaced PNG with a palette of eight colors.
    static let interlaced =
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAAGa2tLEAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAA"
        + "dTAAAOpgAAA6mAAAF3CculE8AAAAD1BMVEXlABmhAF1dAKEZAOX///9LHA9TAAAAAWJLR0QEj2jZUQAAAAd0SU1FB+oLGAgUImyr"
        + "GywAAABOSURBVAjXXU2JCQAxCIsbVDdo3MDuv9v5UAqnCIkmEQBRowo/iQqQYONizXNzsvBqLZG5mm27EvefTpCyJRPUct3ZZpPa"
        + "tmCQ4fOi7Rd8A+0MlHBrsrIAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjRUMDg6MjA6MzIrMDA6MDDXmidKAAAAJXRFWHRk"
        + "YXRlOm1vZGlmeQAyMDI2LTExLTI0VDA4OjIwOjMyKzAwOjAwpsef9gAAAABJRU5ErkJggg=="
    /// A baseline JPEG with the color channels at half the resolution.
    static let jpeg =
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU"
        + "FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU"
        + "FBQUFBQUFBT/wAARCAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcI/8QAGBAAAgMAAAAAAAAAAAAAAAAAABUB"
        + "UmL/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCP/EABcRAAMBAAAAAAAAAAAAAAAAAAAXY6H/2gAMAwEAAhEDEQA/AMsPYsHsWJ490Huh"
        + "xS8sKObdNP/Z"
    /// A baseline JPEG in gray.
    static let gray =
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYn"
        + "KSopGR8tMC0oMCUoKSj/wAALCAAQABABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUH/8QAFhAAAwAAAAAAAAAAAAAAAAAAABRh"
        + "/9oACAEBAAA/AMRZoZpGZoZp/9k="

    /// Decodes a Base64 file.
    static func bytes(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { break }
            bits = (bits << 6 | value) & 0xFFFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }
}

@Suite struct PictureTests {
    private func near(_ pixel: Image.Pixel?, _ red: Int, _ green: Int, _ blue: Int, by most: Int) -> Bool {
        guard let pixel else { return false }
        return abs(Int(pixel.red) - red) <= most && abs(Int(pixel.green) - green) <= most
            && abs(Int(pixel.blue) - blue) <= most
    }

    @Test(arguments: [(Picture.png, 0), (Picture.interlaced, 30), (Picture.jpeg, 9)])
    func `plain and interlaced PNG and baseline JPEG are decoded`(_ text: String, _ most: Int) throws {
        let image = try #require(Image(name: "x", file: Picture.bytes(text))).decoded
        #expect(image.width == 16 && image.height == 16 && image.isDecoded)
        #expect(near(image.pixel(0, 0), 255, 0, 0, by: most))
        #expect(near(image.pixel(15, 15), 0, 0, 255, by: most))
        #expect(near(image.pixel(8, 8), 119, 0, 136, by: max(most * 2, 2)))
    }

    @Test func `a gray JPEG has equal color components`() throws {
        let image = try #require(Image(name: "x", file: Picture.bytes(Picture.gray))).decoded
        #expect(near(image.pixel(0, 0), 54, 54, 54, by: 2) && near(image.pixel(8, 15), 18, 18, 18, by: 2))
    }

    @Test(arguments: [Picture.png, Picture.interlaced, Picture.jpeg, Picture.gray])
    func `a damaged picture never causes a trap`(_ text: String) {
        let file = Picture.bytes(text)
        for end in file.indices { _ = Image(name: "x", file: Array(file[..<end]))?.decoded }
        for place in file.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = file
                changed[place] = value
                // The size isn't changed, because a wrong size only makes the decoder slow.
                if Image(name: "x", file: changed)?.width == 16 {
                    _ = Image(name: "x", file: changed)?.decoded
                }
            }
        }
    }

    @Test func `a picture is scaled by averaging its pixels`() throws {
        let image = try #require(Image(name: "x", file: Picture.bytes(Picture.png))).decoded
        let small = image.scaled(to: Size(width: 1, height: 2))
        #expect(small.width == 1 && small.height == 2)
        #expect(near(small.pixel(0, 0), 195, 0, 60, by: 2) && near(small.pixel(0, 1), 60, 0, 195, by: 2))
    }

    @Test func `a file is half blocks, or pixels if the terminal supports them`()
        throws
    {
        let image = try #require(Image(name: "x", file: Picture.bytes(Picture.jpeg))).decoded
        let window = Window(ImageView(image, contentMode: .scaleToFill), width: 4, height: 2)
        #expect(window.lines == ["▀▀▀▀", "▀▀▀▀"])
        #expect(window.drawFrame().images.isEmpty)
        window.takesPixels = true
        let images = window.drawFrame().images
        #expect(images.count == 1 && window.lines == ["", ""])
        let kitty = String(decoding: ImageProtocol.kitty.bytes(for: images, cursor: nil), as: UTF8.self)
        #expect(kitty.contains("a=T,f=24,s=16,v=16,C=1,q=2,c=4,r=2,"))
    }

    @Test func `sixels have the size of the cells, and declared colors`() throws {
        let image = try #require(Image(name: "x", file: Picture.bytes(Picture.png))).decoded
        let placement = ImagePlacement(frame: Rect(x: 2, y: 1, width: 2, height: 1), file: [], pixels: image)
        let cell = Size(width: 4, height: 12)
        let sent = String(
            decoding: ImageProtocol.sixel.bytes(for: [placement], cursor: nil, cell: cell), as: UTF8.self)
        #expect(sent.hasPrefix("\u{1B}[2;3H\u{1B}P0;1;0q\"1;1;8;12") && sent.hasSuffix("-\u{1B}\\"))
        // Two bands of six rows. The first one contains red, which is color 180.
        #expect(sent.split(separator: "-").count == 3 && sent.contains("#180;2;100;0;0"))
    }

    @Test func `a terminal reports its support for sixels, and its cell size`() {
        var decoder = InputDecoder()
        #expect(decoder.feed(Array("\u{1B}[?62;4;22c".utf8)) == [.reply(.sixels)])
        #expect(decoder.feed(Array("\u{1B}[?62;22c".utf8)).isEmpty)
        #expect(decoder.feed(Array("\u{1B}[6;18;9t".utf8)) == [.reply(.cellSize(Size(width: 9, height: 18)))])
    }
}
