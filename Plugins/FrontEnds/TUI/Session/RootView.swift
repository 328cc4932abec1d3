import LootCore
import TerminalKit

/// The root of all views: the pages, the problem of the store, and the keys that no other view handles.
final class RootView: View {
    let bindings: KeyBindings
    /// Called to perform a command. Returns whether the command applies now.
    var onCommand: (Command) -> Bool = { _ in false }
    /// Called for a key that no view handles and no command has.
    var onOther: (Key) -> Void = { _ in }
    private(set) var pages: NavigationView?
    private let banner = Banner()
    /// Called to show the whole text of the store's problem.
    var onProblem: (LootError) -> Void {
        get { banner.onPress }
        set { banner.onPress = newValue }
    }
    /// The problem of the store, or `nil`.
    var problem: LootError? {
        get { banner.problem }
        set { banner.problem = newValue }
    }

    init(_ bindings: KeyBindings) {
        self.bindings = bindings
        super.init()
    }

    /// Shows the first page.
    func begin(_ page: View, title: String) {
        let pages = NavigationView(root: page, title: title)
        self.pages = pages
        addSubview(pages)
        addSubview(banner)
    }

    override func layoutSubviews() {
        let top = banner.measure(bounds.size).height
        banner.frame = Rect(width: bounds.width, height: top)
        pages?.frame = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    }

    override func keyDown(_ key: Key) -> Bool {
        if let command = bindings.commands[key], onCommand(command) { return true }
        switch key.code {
        case .character where key != Key("z", .control): break
        case .function, .insert, .backspace: break
        default: return false
        }
        onOther(key)
        return true
    }
}
