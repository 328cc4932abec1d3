import Basics
import TerminalText

/// Runs a window in a terminal. Waits for input, timers and work from other tasks, and sleeps otherwise.
public final class TerminalApplication {
    /// The window.
    public let window: Window
    /// Accesses this application from other tasks.
    public let remote: ApplicationRemote
    /// Whether the program receives the mouse. While it is off, the terminal selects text as usual.
    public var capturesMouse = true { didSet { if capturesMouse != oldValue { mouseChanged() } } }
    /// Whether the theme follows the background color that the terminal reports.
    package var followsBackground: Bool
    /// Awaited after every event, before the next event and the next frame. Load what the views show here, for example
    /// with `ItemsController.settle()`. The screen doesn't change meanwhile, so do long work in a task.
    public var settle: (() async -> Void)?
    /// Returns whether input has to wait, because its meaning may depend on unfinished work. It is kept in order, and
    /// later delivered to the view that has the focus at that time. Meanwhile, frames are drawn and timers run. Call
    /// `resumeInput()` afterward.
    package var holdsInput: (() -> Bool)?
    /// Called for Ctrl-C while other input has to wait. Without it, Ctrl-C ends ``run()`` if no view handles it.
    package var onInterrupt: (() -> Void)?
    /// The number of times the run loop was woken.
    package private(set) var wakeUps = 0

    /// The signal that ended ``run()``, or `nil`.
    package private(set) var endingSignal: Int32?

    private let terminal: any Terminal
    private var imageProtocol: ImageProtocol? {
        didSet {
            window.imageFormats = imageProtocol?.formats ?? []
            window.takesPixels = imageProtocol?.takesPixels ?? false
        }
    }
    /// The size of a cell in pixels.
    private var cellSize = Size(width: 10, height: 20)
    private let asksForPictures: Bool
    private var renderer: Renderer
    private var decoder = InputDecoder()
    private var decoderDeadline: Duration?
    private var pending: ArraySlice<InputEvent> = []
    private var shownImages: [ImagePlacement] = []
    private var speaksKitty = false
    private var isStopped = false
    private var isOpen = false
    private var failure: TerminalError?

    /// Creates an application in the terminal of the process. `environment` determines what the terminal supports.
    public convenience init(environment: [String: String], content: View) {
        let terminal = PosixTerminal(term: environment["TERM"] ?? "")
        self.init(terminal: terminal, environment: environment, content: content)
    }

    /// Creates an application in another terminal. `environment` determines what the terminal supports.
    public init(terminal: any Terminal, environment: [String: String], content: View) {
        self.terminal = terminal
        let colors = max(ColorLevel(environment: environment, isTerminal: true), .monochrome)
        renderer = Renderer(colors: colors)
        followsBackground = colors >= .ansi256
        imageProtocol = ImageProtocol(environment: environment)
        asksForPictures = imageProtocol == nil && ImageProtocol.mayBeAsked(environment: environment)
        remote = ApplicationRemote(inbox: Inbox())
        window = Window(size: terminal.size, content: content)
        window.glyphs = Glyphs(environment: environment, isTerminal: true)
        window.imageFormats = imageProtocol?.formats ?? []
        window.takesPixels = imageProtocol?.takesPixels ?? false
        window.onNeedsFrame = { [inbox = remote.inbox] in inbox.ring() }
        window.onCopy = { [weak self] text in
            self?.write("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{7}")
        }
        window.onSuspend = { [weak self] in self?.terminal.suspend() }
        window.onInterrupt = { [weak self] in
            if let self, onInterrupt == nil { stop() }
        }
    }

    /// Ends ``run()`` after the current event.
    public func stop() {
        isStopped = true
        remote.inbox.ring()
    }

    /// Redraws the whole screen, regardless of its contents.
    package func redraw() {
        renderer.invalidate()
        shownImages = []
        window.needsFrame(layout: true)
    }

    /// Delivers the input that `holdsInput` kept.
    package func resumeInput() { remote.inbox.ring() }

    /// Runs until ``stop()`` is called, a person presses Ctrl-C and no view handles it, a signal asks the program to
    /// end, or the task is canceled. The terminal is always restored.
    ///
    /// Everything runs on the caller's actor. Tasks of the same actor may change views at any time; the change is
    /// shown immediately.
    ///
    /// - Throws: An error if the terminal can't be used or is closed.
    public func run() async throws(TerminalError) {
        let clock = ContinuousClock()
        let start = clock.now - window.time
        let inbox = remote.inbox
        isStopped = false
        try open()
        defer { close() }
        write(ControlSequences.questions)
        if asksForPictures { write(ControlSequences.questionOfPictures) }
        window.resize(to: terminal.size)
        renderer.invalidate()
        await settle?()
        render(clock)
        var wakes = inbox.wakes.makeAsyncIterator()
        while !isStopped, failure == nil {
            let deadline = [window.nextDeadline, decoderDeadline].compactMap { $0 }.min()
            let alarm = deadline.map { deadline in
                Task {
                    try? await Task.sleep(until: start + deadline, clock: clock)
                    if !Task.isCancelled { inbox.ring() }
                }
            }
            let isWoken: Void? = await wakes.next(isolation: #isolation)
            alarm?.cancel()
            guard isWoken != nil else { break }
            wakeUps += 1
            let now = clock.now - start
            window.advance(to: now)
            for event in inbox.take() where !isStopped { await handle(event, at: now) }
            giveUpInput(at: now)
            await deliver()
            if window.needsFrame, !isStopped { render(clock) }
        }
        if let failure { throw failure }
    }

    private func open() throws(TerminalError) {
        try terminal.open(
            enter: Array(ControlSequences.enter.utf8), leave: Array(ControlSequences.leave.utf8)
        ) { [inbox = remote.inbox] in inbox.post(.terminal($0)) }
        isOpen = true
        if capturesMouse { write(ControlSequences.mouseOn) }
    }

    private func close() {
        isOpen = false
        terminal.close()
    }

    /// Restores the terminal, runs another program in it, and shows the window again.
    package func lend(to body: () -> Void) {
        close()
        body()
        do { try open() } catch {
            failure = error
            return
        }
        if speaksKitty { write(ControlSequences.keyboardOn) }
        window.resize(to: terminal.size)
        redraw()
    }

    // MARK: Input

    private func handle(_ event: Inbox.Event, at now: Duration) async {
        switch event {
        case .work(let work):
            work(self)
            await settle?()
        case .terminal(.input(let bytes)):
            for event in decoder.feed(bytes) { take(event) }
            decoderDeadline = decoder.patience.map { now + $0 }
            await deliver()
        case .terminal(.resized):
            let size = terminal.size
            if size != window.frame.size { window.resize(to: size) }
            await settle?()
        case .terminal(.continued):
            if capturesMouse { write(ControlSequences.mouseOn) }
            if speaksKitty { write(ControlSequences.keyboardOn) }
            renderer.invalidate()
            shownImages = []
            window.resize(to: terminal.size)
            await settle?()
        case .terminal(.closed): failure = .closed
        case .terminal(.asked(let signal)):
            endingSignal = signal
            isStopped = true
        }
    }

    private func take(_ event: InputEvent) {
        if case .reply(let reply) = event {
            handle(reply)
        } else if event == .key(Key("c", .control)), let onInterrupt, holdsInput?() == true {
            onInterrupt()
        } else {
            pending.append(event)
        }
    }

    private func deliver() async {
        while !isStopped, !pending.isEmpty, holdsInput?() != true, let event = pending.popFirst() {
            window.handle(event)
            await settle?()
        }
    }

    private func handle(_ reply: TerminalReply) {
        switch reply {
        case .mode(2026, let isKnown): renderer.isSynchronized = isKnown
        case .mode: break
        case .keyboard:
            guard !speaksKitty else { return }
            speaksKitty = true
            terminal.leaveAlso(Array(ControlSequences.keyboardOff.utf8))
            write(ControlSequences.keyboardOn)
        case .pictures:
            if imageProtocol == nil || imageProtocol == .sixel { imageProtocol = .kitty }
        case .sixels: if imageProtocol == nil { imageProtocol = .sixel }
        case .cellSize(let size):
            if (1...200).contains(size.width), (1...200).contains(size.height) { cellSize = size }
        case .background(let red, let green, let blue):
            if followsBackground { window.theme = .suiting(red: red, green: green, blue: blue) }
        }
    }

    private func giveUpInput(at now: Duration) {
        guard let decoderDeadline, decoderDeadline <= now else { return }
        self.decoderDeadline = nil
        for event in decoder.giveUp() { take(event) }
    }

    // MARK: Output

    private func mouseChanged() {
        write(capturesMouse ? ControlSequences.mouseOn : ControlSequences.mouseOff)
    }

    private func write(_ text: String) { write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) {
        guard isOpen, failure == nil, !bytes.isEmpty else { return }
        window.statistics.bytes += bytes.count
        do { try terminal.write(bytes) } catch { failure = error }
    }

    private func render(_ clock: ContinuousClock) {
        let begin = clock.now
        let frame = window.drawFrame()
        if frame.images != shownImages { renderer.invalidate() }
        renderer.movesLines = frame.images.isEmpty && shownImages.isEmpty
        var bytes = renderer.bytes(for: frame.buffer, cursor: frame.cursor)
        if frame.images != shownImages, let imageProtocol {
            bytes += imageProtocol.bytes(for: frame.images, cursor: frame.cursor, cell: cellSize)
            shownImages = frame.images
        }
        let time = clock.now - begin
        window.statistics.frames += 1
        window.statistics.cellsWritten = renderer.cellsWritten
        window.statistics.cellsSkipped = renderer.cellsSkipped
        window.statistics.time += time
        window.statistics.longest = max(window.statistics.longest, time)
        write(bytes)
    }
}
