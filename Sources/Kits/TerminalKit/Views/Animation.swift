/// How a value goes from one to another.
package struct Animation: Sendable, Hashable {
    /// How long it takes.
    var duration: Duration
    /// How many steps it takes at most; a terminal shows no more than a few dozen a second.
    var steps: Int

    /// A fifth of a second in eight steps, unless something else is said.
    init(duration: Duration = .milliseconds(200), steps: Int = 8) {
        self.duration = duration
        self.steps = max(1, steps)
    }

    /// The usual one.
    package static let standard = Animation()

    /// How far the value has come when this share of the time has passed: fast at first, slow at last.
    func progress(_ share: Double) -> Double { 1 - (1 - share) * (1 - share) }
}

/// A value on its way; dropping or canceling it leaves the value where it is.
final class RunningAnimation {
    private var timer: ViewTimer?
    private var step = 0

    /// Hands over what lies between 0 and 1, the last time 1: at once where the view is in no window, or where its window is
    /// to move nothing.
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
