/// A view for content that is too large to draw at once. It consists of tiles, and only the visible ones are drawn.
public final class TiledView: View {
    private let tile: Size
    private let columns: Int
    private let rows: Int
    private let drawTile: (_ column: Int, _ row: Int, DrawingContext) -> Void
    /// The number of tiles drawn in the last frame.
    private(set) var tilesDrawn = 0

    /// Creates a view with the given numbers of tiles. `draw` draws one of them.
    public init(
        tile: Size, columns: Int, rows: Int,
        draw: @escaping (_ column: Int, _ row: Int, DrawingContext) -> Void
    ) {
        self.tile = Size(width: max(1, tile.width), height: max(1, tile.height))
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        drawTile = draw
        super.init()
    }

    /// Returns the size of all tiles.
    public override func sizeThatFits(_ available: Size) -> Size {
        Size(width: columns * tile.width, height: rows * tile.height)
    }

    /// Draws the visible tiles.
    public override func draw(in context: DrawingContext) {
        tilesDrawn = 0
        let seen = context.visible.intersection(bounds)
        guard !seen.isEmpty else { return }
        let lastRow = min(rows, (seen.maxY + tile.height - 1) / tile.height)
        let lastColumn = min(columns, (seen.maxX + tile.width - 1) / tile.width)
        for row in min(lastRow, seen.minY / tile.height)..<lastRow {
            for column in min(lastColumn, seen.minX / tile.width)..<lastColumn {
                tilesDrawn += 1
                let frame = Rect(origin: Point(x: column * tile.width, y: row * tile.height), size: tile)
                drawTile(column, row, context.part(frame))
            }
        }
    }
}
