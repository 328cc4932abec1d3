/// Something that happens later, or again and again.
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

    /// It does not happen any more.
    public func cancel() { isCancelled = true }
}
