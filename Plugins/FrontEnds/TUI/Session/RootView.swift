import LootCore
import TerminalKit

/// The view behind everything: pages, what is wrong with the store, and the keys that no other view wanted.
final class RootView: View {
    let bindings: KeyBindings
    /// A command was asked for. Returns whether it means something now.
    var onCommand: (Command) -> Bool = { _ in false }
    /// A key was pressed that means nothing.
    var onOther: (Key) -> Void = { _ in }
    private(set) var pages: NavigationView?
    private let banner = Banner()
    /// All of what is wrong with the store is to be read.
    var onProblem: (LootError) -> Void {
        get { banner.onPress }
        set { banner.onPress = newValue }
    }
    /// What is wrong with the store; nil for nothing.
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
