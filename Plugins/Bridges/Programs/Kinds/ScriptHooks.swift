import LootCore
import LootFormats
import LootPlugins
import Platform
import Synchronization

/// Hooks that aren't plugins: the programs in `hooks/before-commit.d` and `hooks/after-commit.d` in the configuration
/// folder, run in the order of their names. Each reads the transaction or the commit from standard input, as one line
/// of JSON. A nonzero exit status rejects the transaction, and the last line of standard error is the reason. A
/// script can print an amended transaction before a commit.
struct ScriptHooks: CommitHook {
    /// The folder that contains both folders, or `nil` if there is no configuration folder.
    let folder: String?
    let bridge: BridgeContext

    /// Whether the folder exists.
    var isThere: Bool { folder.map { Files.exists($0) } ?? false }

    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        var transaction = transaction
        for path in programs("before-commit.d") {
            var line: [UInt8] = []
            ChangeWriter().append(transaction, to: &line)
            let input = ExactNumbers.wrapped(line)
            let outcome = await Threads.waiting { run(path, input, failure: "Can't save the change.") }
            let output = try outcome.get()
            guard let document = Reply.document(output), document.entries != nil else { continue }
            transaction = try BridgedHook.amended(transaction, by: document, Self.name(of: path))
        }
        return transaction
    }

    func didCommit(_ commit: Commit) async -> [String] {
        var said: [String] = []
        for path in programs("after-commit.d") {
            var line: [UInt8] = []
            ChangeWriter().append(commit, to: &line)
            let input = ExactNumbers.wrapped(line)
            let failure: Message = "The hook “\(Self.name(of: path))” failed."
            let outcome = await Threads.waiting { run(path, input, failure: failure) }
            if case .failure(let error) = outcome {
                said.append(error.followed(by: "The change was made.").description)
            }
        }
        return said
    }

    private func programs(_ name: String) -> [String] {
        guard let folder else { return [] }
        let names = (try? Files.names(in: "\(folder)/\(name)")) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\(name)/\($0)" }
            .filter { (try? Files.status(at: $0))?.kind == .regular && Programs.isExecutable($0) }
    }

    private static func name(of path: String) -> String {
        TextRules.visible(path: String(path.split(separator: "/").last ?? ""))
    }

    /// Runs a program until it exits, or kills it after the time limit.
    ///
    /// - Returns: The program's standard output, or an error with the given failure.
    private func run(_ path: String, _ input: [UInt8], failure: Message) -> Result<[UInt8], LootError> {
        let name = Self.name(of: path)
        func refusal(_ code: LootError.Code, _ reason: Message) -> Result<[UInt8], LootError> {
            .failure(
                LootError(
                    code, failure, reason: reason,
                    advice: "Check the hook \(TextRules.visible(path: path))."))
        }
        Signals.ignoreBrokenPipes()
        guard let poller = try? Poller() else {
            return refusal(.unavailable, "The system has run out of file descriptors.")
        }
        let child: ChildProcess
        do throws(SystemFailure) {
            child = try ChildProcess(path, environment: bridge.environment + ["LOOT_PLUGIN=1"], folder: "/")
        } catch { return refusal(.unavailable, "The hook “\(name)” can't be started (\(error.reason)).") }
        func end() -> Int32 {
            child.end()
            let status = child.status(waits: true) ?? 0
            Files.close(child.output)
            Files.close(child.errors)
            return status
        }
        guard poller.add(child.output, .read, token: 0), poller.add(child.errors, .read, token: 1) else {
            child.kill()
            Files.close(child.input)
            _ = end()
            return refusal(.unavailable, "The system has run out of file descriptors.")
        }
        // This thread reads the output, so another one writes the input. Otherwise, both pipes could fill up.
        let written = Handoff<Void>()
        do throws(SystemFailure) {
            try Threads.start {
                try? Files.write(input + [0x0A], to: child.input)
                Files.close(child.input)
                written.give(())
            }
        } catch {
            Files.close(child.input)
            written.give(())
        }
        var (output, errors): ([UInt8], [UInt8]) = ([], [])
        let deadline = ContinuousClock.now + bridge.limits.hook
        var problem: Message?
        var events: [Poller.Event] = []
        var open = 2
        while open > 0 {
            let left = deadline - .now
            if output.count > bridge.limits.line {
                problem = "The hook “\(name)” wrote more than \(bridge.limits.line >> 20) MiB."
            } else if left <= .zero {
                let seconds = Int(bridge.limits.hook.components.seconds)
                problem = "The hook “\(name)” took longer than \(seconds, one: "second", other: "seconds")."
            }
            if problem != nil {
                child.kill()
                break
            }
            poller.wait(milliseconds: Int32(clamping: left.components.seconds * 1_000 + 1_000), into: &events)
            for event in events {
                let file = event.token == 0 ? child.output : child.errors
                let bytes = (try? Files.read(file, atMost: 1 << 16)) ?? []
                if bytes.isEmpty {
                    poller.remove(file)
                    open -= 1
                } else if event.token == 0 {
                    output += bytes
                } else {
                    errors = Array((errors + bytes).suffix(1 << 13))
                }
            }
        }
        let status = end()
        written.take()
        if let problem { return refusal(.unavailable, problem) }
        if status == 0 { return .success(output) }
        let last = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(
            String.init)
        return refusal(
            .declined,
            last.map { Message(verbatim: TextRules.shown($0)) }
                ?? "The hook “\(name)” rejected the change without giving a reason.")
    }
}
