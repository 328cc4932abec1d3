/// The course of an animated change.
public struct Animation: Sendable, Hashable {
    /// The duration.
    public var duration: Duration
    /// The maximum number of steps. A terminal shows a few dozen per second.
    public var steps: Int

    /// Creates an animation, by default of 200 milliseconds in eight steps.
    public init(duration: Duration = .milliseconds(200), steps: Int = 8) {
        self.duration = duration
        self.steps = max(1, steps)
    }

    /// The default animation.
    public static let standard = Animation()

    /// Returns the progress after a fraction of the time: fast at first, slow at the end.
    func progress(_ share: Double) -> Double { 1 - (1 - share) * (1 - share) }
}

/// An animation in progress. Releasing or canceling it leaves the value where it is.
final class RunningAnimation {
    private var timer: ViewTimer?
    private var step = 0

    /// Starts an animation, which calls `update` with increasing values, the last of which is 1. Calls it with 1
    /// immediately if the view isn't in a window or the window reduces motion.
    init(_ animation: Animation, in view: View, _ update: @escaping (Double) -> Void) {
        guard let window = view.window, !window.reducesMotion else {
            update(1)
            return
        }
        let pause = animation.duration / animation.steps
        timer = view.schedule(after: pause, repeats: true) { [weak self] in
            guard let self else { return }
            step += 1
            let share = Double(step) / Double(animation.steps)
            if step >= animation.steps { cancel() }
            update(step >= animation.steps ? 1 : animation.progress(share))
        }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
