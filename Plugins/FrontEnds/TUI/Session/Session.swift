import LootActions
import LootCore
import LootPlugins
import TerminalKit

/// What a session shows: the items, or the catalog.
@MainActor protocol SessionContent: AnyObject {
    /// The first page and its title.
    var firstPage: (view: View, title: String) { get }
    /// Does what a key or the palette asks for. Returns whether it means something now.
    func perform(_ command: ScreenCommand) -> Bool
    /// Whether it means something now.
    func offers(_ command: ScreenCommand) -> Bool
    /// Whether there are items that an action could change now.
    var offersActions: Bool { get }
    /// Runs an action on the selected items, or the action that reverses it if only that one applies and `canReverse`.
    func run(_ action: Action, canReverse: Bool)
    /// What the palette offers besides the commands, each behind the command that it belongs to.
    func entries() -> [ScreenCommand: [Palette.Entry]]
    /// What a text in the palette means by itself, as `lend Ann`.
    func meanings(of text: String) -> [Palette.Entry]
    /// Looks for what a text in the palette may mean besides, and hands it over when it is there.
    func lookUp(_ text: String, _ found: @escaping ([Palette.Entry]) -> Void)
    /// Says of a key that it means nothing.
    func report(_ message: String)
    /// What the list's keys mean now.
    var moves: [TableCommand] { get }
    /// Whether nothing has to be read or written.
    var isSettled: Bool { get }
    /// Reads and writes what has to be.
    func work() async
    /// What was typed and has not been saved, a line for each field.
    var unsavedChanges: [String] { get }
    /// Keeps what was typed and has not been saved, to be offered when the form is opened again. Returns whether it could.
    func keepDraft() -> Bool
    /// Whether a key can do no harm while work is going on: it only adds to what is being typed.
    var takesInputWhileWorking: Bool { get }
    /// Work takes longer than a person should wait without being told, or no longer.
    func isBusyChanged(_ isBusy: Bool)
    /// It is over.
    func end()
}

extension SessionContent {
    /// Nothing.
    func entries() -> [ScreenCommand: [Palette.Entry]] { [:] }
    /// There are no items.
    var offersActions: Bool { false }
    /// Does nothing.
    func run(_ action: Action, canReverse: Bool) {}
    /// Nothing.
    func meanings(of text: String) -> [Palette.Entry] { [] }
    /// Nothing.
    func lookUp(_ text: String, _ found: @escaping ([Palette.Entry]) -> Void) {}
    /// Nothing is said.
    func report(_ message: String) {}
}

/// One person at one window: shows pages, asks and tells, and does one thing after the other beside the input.
@MainActor final class Session {
    let root: RootView
    private(set) var window = Window()
    /// How long a frame waits for work, so that what takes no time is shown at once and whole; nil for as long as it
    /// takes.
    var patience: Duration? = .milliseconds(4)
    /// The same where letters are typed that need not wait for it.
    private static let patienceWithLetters = Duration.milliseconds(1)
    /// How long work goes on, after that, before the person is told.
    private static let timeUntilTold = Duration.milliseconds(100)
    var onQuit: () -> Void = {}
    /// All work is done.
    var onSettled: () -> Void = {}
    /// Gives the mouse to the terminal or takes it back; returns whether it is the program's.
    var onMouse: () -> Bool = { true }
    /// Draws the screen anew.
    var onRedraw: () -> Void = {}
    private(set) var hasQuit = false
    private var wasInterrupted = false

    private var content: (any SessionContent)?
    private var worker: Task<Void, Never>?
    private var alarm: Task<Void, Never>?
    /// Whether frames no longer wait for the work that is going on.
    private var isLate = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(root: RootView) { self.root = root }

    /// Shows the first page of a content.
    func begin(_ content: any SessionContent) {
        self.content = content
        let page = content.firstPage
        root.begin(page.view, title: page.title)
        root.onCommand = { [weak self] in self?.perform($0) ?? false }
        root.onProblem = { [weak self] in self?.tell($0) }
        root.onOther = { [weak self] in self?.report($0) }
    }

    /// Says that a key means nothing. At an end of a list its moves have nowhere to go, which says itself.
    private func report(_ key: Key) {
        let move = root.bindings.table[key].flatMap { content?.moves.contains($0) == true ? $0 : nil }
        guard ![.up, .down, .scrollUp, .scrollDown].contains(move) else { return }
        content?.report("“\(key)” does nothing here. ? lists the keys.")
    }

    /// The window that shows the root.
    func attach(to window: Window) { self.window = window }

    /// What was typed and has not been saved, a line for each field.
    var unsavedChanges: [String] { content?.unsavedChanges ?? [] }

    /// Keeps what was typed and has not been saved for another time. Returns whether it could.
    func keepDraft() -> Bool { content?.keepDraft() ?? false }

    /// Ends it though work is going on, which may never end. What was typed and has not been saved keeps it from that once.
    func interrupt() {
        guard !unsavedChanges.isEmpty, !wasInterrupted else { return quit() }
        wasInterrupted = true
        ask("What you typed is not saved", "The store is still at work. Ctrl-C again ends without saving.")
    }

    /// Ends it.
    func quit() {
        hasQuit = true
        onQuit()
    }

    /// Nothing is done any more.
    func end() {
        worker?.cancel()
        alarm?.cancel()
        content?.end()
        release()
    }

    // MARK: Commands

    func perform(_ command: Command) -> Bool {
        switch command {
        case .screen(.help):
            show(
                HelpPanel(root.bindings, moves: content?.moves ?? []) { [weak self] in
                    self?.offers($0) ?? false
                })
        case .screen(.palette): showPalette()
        case .screen(let command): return content?.perform(command) ?? false
        case .action(let id):
            guard offers(command), let action = Action.named(id) else { return false }
            content?.run(action, canReverse: true)
        }
        return true
    }

    private func offers(_ command: Command) -> Bool {
        switch command {
        case .screen(let command): content?.offers(command) ?? false
        case .action: content?.offersActions ?? false
        }
    }

    private func showPalette() {
        let commands = Command.all.filter { $0 != .screen(.palette) && offers($0) }
        let others = content?.entries() ?? [:]
        let entries = commands.flatMap { command in
            let entry = Palette.Entry(
                "\(command.name): \(command.summary)", keys: root.bindings.keys(of: command)
            ) { [weak self] in self?.choose(command) }
            guard case .screen(let own) = command else { return [entry] }
            return [entry] + (others[own] ?? [])
        }
        let palette = Palette(
            "Commands and items", entries, asking: "What do you want to do, or which item?",
            empty: "No such command or item")
        palette.meaning = { [weak self] in self?.content?.meanings(of: $0) ?? [] }
        palette.lookUp = { [weak self] in self?.content?.lookUp($0, $1) }
        show(palette)
    }

    /// Does what an entry of the palette says. Other than its key, an action's entry never means the opposite.
    private func choose(_ command: Command) {
        if case .action(let id) = command, let action = Action.named(id) {
            content?.run(action, canReverse: false)
        } else {
            _ = perform(command)
        }
    }

    /// Lays a panel over everything.
    func show(_ panel: View) { window.present(panel) }

    /// Asks a question, or tells something.
    func ask(
        _ title: String, _ message: String = "", style: Alert.Style = .alert, _ actions: [AlertAction] = []
    ) {
        Alert(title, message: message, style: style, actions: actions).present(in: window)
    }

    /// Tells that something went wrong, and what else can be done.
    func tell(_ error: LootError, _ others: [AlertAction] = []) {
        ask(error.headline, error.explanation, others + [AlertAction("OK", style: .cancel)])
    }

    // MARK: Work

    /// Whether input has to wait: what is done next may depend on what is being done.
    var holdsInput: Bool {
        worker != nil && !(window.presentations.isEmpty && content?.takesInputWhileWorking == true)
    }

    /// Has the content do its work, and waits for it as long as patience allows; no longer where that has run out
    /// already.
    func settle() async {
        window.layoutIfNeeded()
        guard startWork(), !isLate else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Begins to work, unless that is going on. Returns whether anything is being done.
    @discardableResult
    func startWork() -> Bool {
        if worker != nil { return true }
        guard let content, !content.isSettled else { return false }
        worker = Task {
            while !content.isSettled, !Task.isCancelled {
                await content.work()
                window.layoutIfNeeded()
            }
            worker = nil
            wasInterrupted = false
            alarm?.cancel()
            isLate = false
            content.isBusyChanged(false)
            release()
            onSettled()
        }
        alarm = patience.map { patience in
            let wait = content.takesInputWhileWorking ? min(patience, Session.patienceWithLetters) : patience
            return Task {
                try? await Task.sleep(for: wait)
                guard !Task.isCancelled else { return }
                isLate = true
                release()
                try? await Task.sleep(for: Session.timeUntilTold)
                if !Task.isCancelled { content.isBusyChanged(true) }
            }
        }
        return true
    }

    private func release() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }
}

extension LootError {
    /// What failed, as a title.
    var headline: String {
        let text = what.isEmpty ? why : what
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Why, and what to do next, as sentences.
    var explanation: String {
        let text = sentence.dropFirst(headline.count).drop { $0 == ":" || $0 == "." || $0 == " " }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// All of it; what the screens have no way to do is done on the command line.
    var sentence: String {
        text(in: .english) { remedy in
            switch remedy {
            case .check: "check, on the command line"
            case .recover, .settleMerge: "recover, on the command line"
            case .compact: "compact, on the command line"
            case .copy: "copy, on the command line"
            case .checkConfiguration: "config check, on the command line"
            default: nil
            }
        }
    }
}
