/// What drawing has cost so far.
package struct RenderStatistics: Hashable, Sendable {
    /// Frames that were drawn, those that changed nothing included.
    package var frames = 0
    /// Bytes that were written.
    package var bytes = 0
    /// Cells that were written.
    package var cellsWritten = 0
    /// Cells that were left alone because they had not changed.
    package var cellsSkipped = 0
    /// The time that layout, drawing and comparing took.
    package var time = Duration.zero
    /// The longest time of one frame.
    package var longest = Duration.zero
}
