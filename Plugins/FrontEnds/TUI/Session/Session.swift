import LootActions
import LootCore
import LootPlugins
import TerminalKit

/// The content of a session: the items or the catalog.
@MainActor protocol SessionContent: AnyObject {
    /// The first page and its title.
    var firstPage: (view: View, title: String) { get }
    /// Performs a command. Returns whether the command applies now.
    func perform(_ command: ScreenCommand) -> Bool
    /// Returns whether a command applies now.
    func offers(_ command: ScreenCommand) -> Bool
    /// Returns whether an action can be run on the selected items now.
    func offers(_ action: Action) -> Bool
    /// Runs an action on the selected items. If `canReverse` is true and only the opposite action applies, runs that
    /// one.
    func run(_ action: Action, canReverse: Bool)
    /// Returns additional entries for the palette, by the command after which they are shown.
    func entries() -> [ScreenCommand: [Palette.Entry]]
    /// Returns palette entries for text that is itself a command, such as `lend Ann`.
    func meanings(of text: String) -> [Palette.Entry]
    /// Looks for more palette entries for the given text, and calls `found` with the result.
    func lookUp(_ text: String, _ found: @escaping ([Palette.Entry]) -> Void)
    /// Shows the message that a key does nothing.
    func report(_ message: String)
    /// The list commands that apply now.
    var moves: [TableCommand] { get }
    /// Whether there is no pending work.
    var isSettled: Bool { get }
    /// Performs the next pending job, and updates the screen.
    func work() async
    /// A line for each unsaved change.
    var unsavedChanges: [String] { get }
    /// Stores the unsaved changes, which are offered when the form is opened again. Returns whether it succeeded.
    func keepDraft() -> Bool
    /// Whether keys can be handled during work, because they only type text.
    var takesInputWhileWorking: Bool { get }
    /// Shows or hides a busy indicator. Called only if the work takes long.
    func isBusyChanged(_ isBusy: Bool)
    /// Cancels all background work.
    func end()
}

extension SessionContent {
    /// Returns no entries.
    func entries() -> [ScreenCommand: [Palette.Entry]] { [:] }
    /// Always false.
    func offers(_ action: Action) -> Bool { false }
    /// Does nothing.
    func run(_ action: Action, canReverse: Bool) {}
    /// Returns no entries.
    func meanings(of text: String) -> [Palette.Entry] { [] }
    /// Does nothing.
    func lookUp(_ text: String, _ found: @escaping ([Palette.Entry]) -> Void) {}
    /// Does nothing.
    func report(_ message: String) {}
}

/// A session of one person: shows pages and questions, and performs work sequentially while input is handled.
@MainActor final class Session {
    let root: RootView
    private(set) var window = Window()
    /// The time that a frame waits for work, so that quick results are shown at once and completely, or `nil` to wait
    /// until the work is done.
    var patience: Duration? = .milliseconds(4)
    /// The time that a frame waits for work while the user types text that doesn't depend on it.
    private static let patienceWithLetters = Duration.milliseconds(1)
    /// The time after which the person sees that work is in progress.
    private static let timeUntilTold = Duration.milliseconds(100)
    var onQuit: () -> Void = {}
    /// Called when all work is done.
    var onSettled: () -> Void = {}
    /// Switches mouse events between the program and the terminal. Returns whether the program now receives them.
    var onMouse: () -> Bool = { true }
    /// Runs a shell in the terminal, and waits until it ends.
    var onShell: () throws(LootError) -> Void = {}
    /// Redraws the whole screen.
    var onRedraw: () -> Void = {}
    private(set) var hasQuit = false
    private var wasInterrupted = false

    private var content: (any SessionContent)?
    private var worker: Task<Void, Never>?
    private var alarm: Task<Void, Never>?
    /// Whether frames are drawn without waiting for the current work.
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

    /// Shows the message that a key does nothing, except for moves at the end of a list.
    private func report(_ key: Key) {
        let move = root.bindings.table[key].flatMap { content?.moves.contains($0) == true ? $0 : nil }
        guard ![.up, .down, .scrollUp, .scrollDown].contains(move) else { return }
        content?.report(String(localized: "“\(key.label())” does nothing here. ? lists the keys."))
    }

    /// Sets the window that shows the root view.
    func attach(to window: Window) { self.window = window }

    /// A line for each unsaved change.
    var unsavedChanges: [String] { content?.unsavedChanges ?? [] }

    /// Stores the unsaved changes for later. Returns whether it succeeded.
    func keepDraft() -> Bool { content?.keepDraft() ?? false }

    /// Ends the session without waiting for work that may never finish. If there are unsaved changes, asks the first
    /// time.
    func interrupt() {
        guard !unsavedChanges.isEmpty, !wasInterrupted else { return quit() }
        wasInterrupted = true
        ask(
            String(localized: "Your input isn't saved"),
            String(localized: "The store is still working. Press Ctrl-C again to quit without saving."))
    }

    /// Ends the session.
    func quit() {
        hasQuit = true
        onQuit()
    }

    /// Cancels all work.
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
        case .action(let action):
            guard offers(command) else { return false }
            content?.run(action, canReverse: true)
        }
        return true
    }

    private func offers(_ command: Command) -> Bool {
        switch command {
        case .screen(let command): content?.offers(command) ?? false
        case .action(let action): content?.offers(action) ?? false
        }
    }

    private func showPalette() {
        let commands = root.bindings.all.filter { $0 != .screen(.palette) && offers($0) }
        let others = content?.entries() ?? [:]
        let entries = commands.flatMap { command in
            let entry = Palette.Entry(
                Language.current.titled(command.name, command.summary), keys: root.bindings.keys(of: command)
            ) { [weak self] in self?.choose(command) }
            guard case .screen(let own) = command else { return [entry] }
            return [entry] + (others[own] ?? [])
        }
        let palette = Palette(
            String(localized: "Commands and items"), entries,
            asking: String(localized: "Type a command or the name of an item"),
            empty: String(localized: "No such command or item"))
        palette.meaning = { [weak self] in self?.content?.meanings(of: $0) ?? [] }
        palette.lookUp = { [weak self] in self?.content?.lookUp($0, $1) }
        show(palette)
    }

    /// Performs the command of a palette entry. Unlike its key, the entry of an action never runs the opposite
    /// action.
    private func choose(_ command: Command) {
        if case .action(let action) = command {
            content?.run(action, canReverse: false)
        } else {
            _ = perform(command)
        }
    }

    /// Shows a panel above everything else.
    func show(_ panel: View) { window.present(panel) }

    /// Shows a question or a message.
    func ask(
        _ title: String, _ message: String = "", style: Alert.Style = .alert, _ actions: [AlertAction] = []
    ) {
        Alert(title, message: message, style: style, actions: actions).present(in: window)
    }

    /// Shows an error and what can be done about it.
    func tell(_ error: LootError, _ others: [AlertAction] = []) {
        ask(error.failure.text, error.details, others + [AlertAction("OK", style: .cancel)])
    }

    // MARK: Work

    /// Whether input has to wait, because its meaning may depend on the current work.
    var holdsInput: Bool {
        worker != nil && !(window.presentations.isEmpty && content?.takesInputWhileWorking == true)
    }

    /// Starts the pending work and waits for it, at most for the duration of `patience`. Doesn't wait if work is
    /// already late.
    func settle() async {
        window.layoutIfNeeded()
        guard startWork(), !isLate else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Starts the pending work, unless it is in progress. Returns whether there is any.
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
    /// The reason and the advice, to be shown below the failure.
    var details: String { withAdvice(reason) }

    /// The explanation and the advice, to be shown where the operation is clear, such as next to a form field.
    var explanationAndAdvice: String { withAdvice(explanation) }

    /// The complete error.
    var sentence: String { text(offering: LootError.words) }

    private func withAdvice(_ message: Message) -> String {
        [message.text, advice(offering: LootError.words)].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Returns the shell command for a remedy that the screens don't offer.
    private static func words(for remedy: Remedy) -> String? {
        switch remedy {
        case .check: "loot check"
        case .recover: "loot recover"
        case .settleMerge: "loot recover --write"
        case .compact: "loot compact"
        case .copy: "loot copy --to ADDRESS"
        case .checkConfiguration: "loot config check"
        default: nil
        }
    }
}
