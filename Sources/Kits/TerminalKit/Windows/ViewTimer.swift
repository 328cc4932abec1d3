/// A scheduled action of a view.
public final class ViewTimer {
    weak var owner: View?
    var deadline: Duration
    let interval: Duration?
    let action: () -> Void
    private(set) var isCancelled = false

    init(owner: View, deadline: Duration, interval: Duration?, action: @escaping () -> Void) {
        self.owner = owner
        self.deadline = deadline
        self.interval = interval
        self.action = action
    }

    /// Cancels the action.
    public func cancel() { isCancelled = true }
}
