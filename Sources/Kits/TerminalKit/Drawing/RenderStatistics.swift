/// The cost of drawing so far.
package struct RenderStatistics: Hashable, Sendable {
    /// The number of frames, including those without changes.
    package var frames = 0
    /// The number of bytes written.
    package var bytes = 0
    /// The number of cells written.
    package var cellsWritten = 0
    /// The number of cells skipped because they hadn't changed.
    package var cellsSkipped = 0
    /// The time for layout, drawing and comparing.
    package var time = Duration.zero
    /// The longest time for a frame.
    package var longest = Duration.zero
}
