#if os(Linux)
    import Foundation

    /// A video of a code on white paper, for chromium's fake camera.
    struct Film {
        private static let (width, height) = (640, 480)

        /// The sides of the code in modules.
        private let columns: Int
        private let rows: Int
        private let isDark: (Int, Int) -> Bool

        /// Creates a film of a UPC-A code.
        init(product digits: String) {
            let left = [
                "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
                "0110111",
                "0001011",
            ]
            let values = digits.compactMap(\.wholeNumberValue)
            let first = values.prefix(6).map { left[$0] }.joined()
            let second = values.suffix(6).map { left[$0] }.joined().map { $0 == "1" ? "0" : "1" }.joined()
            let bars = Array("101" + first + "01010" + second + "101").map { $0 == "1" }
            (columns, rows) = (bars.count, 50)
            isDark = { x, _ in bars[x] }
        }

        /// Creates a film of the QR code in a label sheet, or returns `nil` if there is none.
        init?(sheet: String) {
            guard let svg = sheet.firstMatch(of: /viewBox="0 0 (\d+) \d+"[^>]*>\s*<path[^>]* d="([^"]*)"/),
                let size = Int(svg.1)
            else { return nil }
            var dark: Set<[Int]> = []
            for run in svg.2.matches(of: /M(\d+) (\d+)h(\d+)/) {
                guard let x = Int(run.1), let y = Int(run.2), let count = Int(run.3) else { return nil }
                for column in x..<x + count { dark.insert([column, y]) }
            }
            (columns, rows) = (size, size)
            isDark = { dark.contains([$0, $1]) }
        }

        /// Writes a video of the code, which is rotated by 20 degrees, into a folder.
        func written(in folder: URL) throws -> URL {
            let angle = 20.0
            let module = min(
                Double(Self.width) * 0.7 / Double(columns), Double(Self.height) * 0.7 / Double(rows))
            let (across, down) = (cos(angle * .pi / 180) / module, sin(angle * .pi / 180) / module)
            var frame = Data("FRAME\n".utf8)
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let (dx, dy) = (Double(x - Self.width / 2), Double(y - Self.height / 2))
                    let column = Int((dx * across + dy * down + Double(columns) / 2).rounded(.down))
                    let row = Int((dy * across - dx * down + Double(rows) / 2).rounded(.down))
                    let isInside = (0..<columns).contains(column) && (0..<rows).contains(row)
                    frame.append(isInside && isDark(column, row) ? 40 : 210)
                }
            }
            frame.append(Data(repeating: 128, count: Self.width * Self.height / 2))
            let header = Data("YUV4MPEG2 W\(Self.width) H\(Self.height) F10:1 Ip A1:1 C420jpeg\n".utf8)
            let file = folder.appending(path: "film.y4m")
            try (header + frame + frame).write(to: file)
            return file
        }
    }
#endif
