/// What drawing has cost so far.
public struct RenderStatistics: Hashable, Sendable {
    /// Frames that were drawn, those that changed nothing included.
    public var frames = 0
    /// Bytes that were written.
    public var bytes = 0
    /// Cells that were written.
    public var cellsWritten = 0
    /// Cells that were left alone because they had not changed.
    public var cellsSkipped = 0
    /// The time that layout, drawing and comparing took.
    public var time = Duration.zero
    /// The longest time of one frame.
    public var longest = Duration.zero
}
