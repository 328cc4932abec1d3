extension Image {
    /// The maximum number of pixels to decode, which limits the memory for untrusted files.
    static let mostPixels = 64 << 20

    /// The image with decoded pixels, for terminals that don't support its format. If the pixels are known or the
    /// file can't be decoded, this is the same image. Decoding a large file takes time.
    public var decoded: Image {
        guard pixels == nil, let format, width * height <= Image.mostPixels else { return self }
        let pixels: [Pixel]? =
            switch format {
            case .png: PNGDecoder.pixels(of: file)
            case .jpeg: JPEGDecoder.pixels(of: file)
            }
        guard let pixels, pixels.count == width * height else { return self }
        return Image(self, pixels: pixels)
    }

    /// Whether the pixels are known.
    package var isDecoded: Bool { pixels != nil }

    /// Returns a smaller image with at most this many columns and rows. Each pixel is the average of those that it
    /// replaces.
    func scaled(to size: Size) -> Image {
        guard let pixels, size.width > 0, size.height > 0, size.width < width || size.height < height else {
            return self
        }
        let columns = min(size.width, width)
        let rows = min(size.height, height)
        var result: [Pixel] = []
        result.reserveCapacity(columns * rows)
        for y in 0..<rows {
            let top = y * height / rows
            let bottom = max(top + 1, (y + 1) * height / rows)
            for x in 0..<columns {
                let left = x * width / columns
                let right = max(left + 1, (x + 1) * width / columns)
                var sum = (0, 0, 0)
                for row in top..<bottom {
                    for place in row * width + left..<row * width + right {
                        let pixel = pixels[place]
                        sum = (sum.0 + Int(pixel.red), sum.1 + Int(pixel.green), sum.2 + Int(pixel.blue))
                    }
                }
                let count = (bottom - top) * (right - left)
                result.append(
                    Pixel(
                        red: UInt8(sum.0 / count), green: UInt8(sum.1 / count), blue: UInt8(sum.2 / count)))
            }
        }
        return Image(name: name, width: columns, height: rows, pixels: result) ?? self
    }
}
