package import LootActions
package import LootCore
package import LootPlugins
import Platform
package import TerminalKit
import TerminalText

/// The terminal front end: the full screen with the items, plain mode, or the catalog of views.
package struct TUIFrontEnd: FrontEnd {
    let configuration: TUIConfiguration
    let bindings: KeyBindings
    let size: Size
    let host: any ProgramHost
    private let terminal: @Sendable ([String: String]) -> any Terminal
    private let lines: any LineStreams
    let files: any FileAccess

    /// Creates a front end. `terminal` returns the terminal for an environment.
    ///
    /// - Throws: `LootError` with code `configuration` if a key or the size can't be read.
    package init(
        _ configuration: TUIConfiguration, host: any ProgramHost,
        terminal: @escaping @Sendable ([String: String]) -> any Terminal, lines: any LineStreams,
        files: any FileAccess = SystemFiles()
    ) throws(LootError) {
        self.configuration = configuration
        self.host = host
        self.terminal = terminal
        self.lines = lines
        self.files = files
        bindings = try KeyBindings(configuration.keys, actions: host.actions)
        size = try Size(parsing: configuration.size)
    }

    /// Runs until the person quits or a signal ends the program. After a signal, the exit status is 128 plus its
    /// number.
    ///
    /// - Throws: `LootError` if there is no terminal for the screens, or the store can't be opened.
    package func run() async throws(LootError) -> ExitStatus {
        if configuration.script != nil || configuration.screenshot != nil { return try await runScript() }
        let term = host.environment["TERM"] ?? ""
        let isSimple = term.isEmpty || term == "dumb"
        if configuration.mode == .plain || configuration.mode == .auto && isSimple {
            guard configuration.content == .items else {
                throw LootError(
                    .unsupported, "Can't show the catalog.",
                    reason: "Its views require a full-screen terminal.",
                    advice: "Run it in a terminal, without --mode plain.")
            }
            return try await PlainDialogue(self, store: host.store(), lines: lines).run()
        }
        return try await runScreens()
    }

    @MainActor private func runScreens() async throws(LootError) -> ExitStatus {
        let session = configuration.content == .items ? try await itemSession() : catalogSession()
        let application = TerminalApplication(
            terminal: terminal(host.environment), environment: host.environment, content: session.root)
        application.capturesMouse = configuration.mouse
        if let theme = configuration.fixedTheme {
            application.followsBackground = false
            application.window.theme = theme
        }
        application.window.reducesMotion = !configuration.motion
        application.window.adjustsTheme = { configuration.colored($0) }
        session.attach(to: application.window)
        session.onQuit = { application.stop() }
        session.onMouse = {
            application.capturesMouse.toggle()
            return application.capturesMouse
        }
        session.onRedraw = { application.redraw() }
        session.onShell = { [host] () throws(LootError) in
            let shell = host.environment["SHELL"] ?? "/bin/sh"
            var failure: SystemFailure?
            application.lend {
                do throws(SystemFailure) { _ = try Programs.run(shell, [shell]) } catch { failure = error }
            }
            guard let failure else { return }
            throw LootError(
                .unavailable, "Can't open the shell.", reason: Message(verbatim: "\(failure.reason)."),
                advice: "Set SHELL to the path of your shell.", place: shell)
        }
        application.settle = { await session.settle() }
        application.holdsInput = { session.holdsInput }
        application.onInterrupt = { session.interrupt() }
        session.onSettled = { application.resumeInput() }
        do { try await application.run() } catch {
            session.end()
            // If the terminal was closed, keep what was typed.
            if !session.unsavedChanges.isEmpty { _ = session.keepDraft() }
            throw LootError(error)
        }
        session.end()
        let typed = session.unsavedChanges.map { "  \($0.visible())\n" }.joined()
        let isKept = !typed.isEmpty && session.keepDraft()
        guard let signal = application.endingSignal else { return .success }
        if !typed.isEmpty {
            let sentence: Message =
                isKept
                ? """
                The program was terminated by a signal. This input wasn't saved. You can restore it when you open the \
                form again:
                """
                : "The program was terminated by a signal. This input wasn't saved:"
            lines.write(sentence.text + "\n" + typed)
        }
        return ExitStatus(rawValue: 128 + signal)
    }

    @MainActor private func runScript() async throws(LootError) -> ExitStatus {
        let keys = try KeyScript.keys(configuration.script ?? "")
        let session = configuration.content == .items ? try await itemSession() : catalogSession()
        let window = Window(size: size, content: session.root)
        window.theme = configuration.fixedTheme ?? .dark
        window.adjustsTheme = { configuration.colored($0) }
        session.attach(to: window)
        session.patience = nil
        await session.settle()
        for key in keys where !session.hasQuit {
            window.press(key)
            await session.settle()
        }
        session.end()
        let screen = window.screen
        guard let path = configuration.screenshot else {
            lines.write(screen.text)
            return .success
        }
        let isLight = configuration.theme == .light
        let svg = screen.svg(
            background: isLight ? "#ffffff" : "#1e1e1e", foreground: isLight ? "#1e1e1e" : "#d4d4d4",
            title: "loot \(configuration.content == .items ? "tui" : "catalog")")
        let file = try files.create(path, replaces: true)
        try file.write(Array(svg.utf8))
        try file.commit()
        return .success
    }

    @MainActor func itemSession() async throws(LootError) -> Session {
        let store = BackgroundStore(wrapped: try await host.store())
        let session = Session(root: RootView(bindings))
        let items = try ItemScreens(self, store: store, session: session)
        session.begin(items)
        return session
    }

    @MainActor func catalogSession() -> Session {
        let session = Session(root: RootView(bindings))
        session.begin(Catalog(bindings, session: session))
        return session
    }
}

extension TUIConfiguration {
    /// The theme of the configuration, or `nil` to follow the terminal.
    var fixedTheme: Theme? {
        switch theme {
        case .auto: nil
        case .light: .light
        case .dark: .dark
        }
    }

    /// The presentation of items.
    var presentation: ItemPresentation {
        ItemPresentation(money: Money(symbol: currency), highValue: highValue)
    }
}

extension Size {
    /// Parses a size such as `80x24`.
    fileprivate init(parsing text: String) throws(LootError) {
        let parts = text.split(separator: "x").map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (1...1000).contains(width),
            (1...1000).contains(height)
        else {
            throw LootError(
                .configuration, "Can't read the size “\(TextRules.visible(text))”.",
                reason: "It doesn't have the form COLUMNSxROWS, from 1x1 to 1000x1000.",
                advice: "Use, for example, 80x24.", place: "frontEnd.size")
        }
        self.init(width: width, height: height)
    }
}

extension LootError {
    /// Converts a terminal error to an application error.
    fileprivate init(_ error: TerminalError) {
        self.init(
            error.reason == .closed ? .inputOutput : .unavailable,
            error.reason == .closed ? "Can't continue." : "Can't open the screen.",
            reason: error.message,
            advice: error.reason == .notATerminal
                ? "In scripts, use the command “list”. To work line by line, use --mode plain." : "")
    }
}
