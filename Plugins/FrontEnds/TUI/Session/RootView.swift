import TerminalKit

/// The view behind everything: pages, and the keys that nobody else wanted.
final class RootView: View {
    let bindings: KeyBindings
    /// A command was asked for. Returns whether it means something now.
    var onCommand: (Command) -> Bool = { _ in false }
    private(set) var pages: NavigationView?

    init(_ bindings: KeyBindings) {
        self.bindings = bindings
        super.init()
    }

    /// Shows the first page.
    func begin(_ page: View, title: String) {
        let pages = NavigationView(root: page, title: title)
        self.pages = pages
        addSubview(pages)
    }

    override func layoutSubviews() { pages?.frame = bounds }

    override func keyDown(_ key: Key) -> Bool {
        guard let command = bindings.commands[key] else { return false }
        return onCommand(command)
    }
}
