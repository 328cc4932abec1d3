import LootCore
import LootFormats
import LootLaws
import LootPlugins
import Platform
import Synchronization

/// Runs the conformance tests on the plugins that a program provides, over a pipe as in production.
struct ProgramTrial: Sendable {
    let program: TrustedProgram
    let trial: PluginTrial
    let context: BridgeContext
    /// Collects what the processes write to standard error.
    private let said: SaidOnce
    /// The folder that contains the stores under test.
    private let folder: TrialFolder
    let tell: @Sendable (String) -> Void
    /// The content of a file that the importers can read, or `nil`.
    private let sample: [UInt8]?
    private(set) var summary = LawSummary()
    /// Unexpected exits of the program since the last law.
    private let crashes: CrashLog
    private let processes = TrialProcesses()
    private var started = ContinuousClock.now

    init(
        _ program: TrustedProgram, _ trial: PluginTrial, _ context: BridgeContext, folder: TrialFolder,
        tell: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        sample = try Self.sample(trial)
        let said = SaidOnce(context.log)
        var context = context
        context.logOfOne = { said.another() }
        let crashes = CrashLog()
        context.didFail = { crashes.append($0) }
        (self.program, self.trial, self.context, self.crashes) = (program, trial, context, crashes)
        (self.folder, self.tell, self.said) = (folder, tell, said)
    }

    private static func sample(_ trial: PluginTrial) throws(LootError) -> [UInt8]? {
        guard let path = trial.sample else { return nil }
        return try Recorder.contents(of: path, else: "Can't read the sample.")
    }

    /// Runs all laws.
    mutating func run() async {
        await protocolLaws()
        for offer in program.greeting.offers {
            tell("\(offer.descriptor.kind.rawValue) \(offer.descriptor.name)")
            switch offer.descriptor.kind {
            case .store: await check(store: offer)
            case .sectioning: await check(sectioning: offer)
            case .importer: await check(importer: offer)
            case .exporter: await check(exporter: offer)
            case .hook: await check(hook: offer)
            case .action: await check(action: offer)
            default: break
            }
        }
        said.tell()
    }

    /// Returns whether to run a law.
    private func isWanted(_ law: String) -> Bool {
        trial.only.map { law.lowercased().contains($0.lowercased()) } ?? true
    }

    /// Reports the result of a law. A law that isn't wanted is reported only if it failed, because others depend on it.
    ///
    /// A crash or a protocol error fails the law even if the program was restarted and the law's own checks passed.
    private mutating func report(_ law: String, _ result: LawResult) async {
        said.tell()
        let crash = crashes.removeAll().first
        let result =
            if result.failure == nil, let crash { LawResult.failed(reason: crash.description) } else {
                result
            }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        started = .now
        if result.failure == nil, !isWanted(law) { return }
        summary.add(result)
        let time = String(Int(seconds * 1_000)) + " ms"
        switch result {
        case .passed: tell("  passed  \(law) (\(time))")
        case .skipped: break  // The summary lists the reasons.
        case .failed(let reason):
            await processes.killAll()
            tell("  failed  \(law) (\(time)): \(reason)")
        }
    }

    /// Reports whether a step of a test succeeded.
    private mutating func report(_ law: String, _ failure: String?) async {
        await report(law, failure.map { .failed(reason: $0) } ?? .passed)
    }

    /// Checks the laws of a kind of plugin.
    private mutating func check(_ conformance: some PluginConformance) async {
        for law in type(of: conformance).cases where isWanted(law.name) {
            await report(law.name, await conformance.result(of: law))
        }
    }

    /// Validates the given settings against the options of the plugins that the program offers.
    ///
    /// - Throws: ``LootError`` with code `usage`. The error names the option and the value.
    func checkSettings() throws(LootError) {
        func error(_ reason: Message, advice: Message = "") -> LootError {
            LootError(.usage, "Can't test the plugin “\(program.name)”.", reason: reason, advice: advice)
        }
        let options = program.greeting.offers.flatMap(\.descriptor.options)
        for name in trial.settings.keys.sorted() {
            guard let option = options.first(where: { $0.name == name }) else {
                throw error(
                    "It has no option “\(TextRules.shown(name))”.",
                    advice: Suggestions.advice(for: name, among: options.map(\.name)))
            }
            let text = trial.settings[name] ?? ""
            if option.kind.value(of: text.replacing("{}", with: "x")) == nil {
                let given = TextRules.shown(text)
                throw error("Its option “\(name)” can't be “\(given)”.", advice: option.kind.requirement)
            }
        }
        for offer in program.greeting.offers {
            let settings = settings(offer, medium: "settings").values
            if let option = offer.descriptor.options.first(where: {
                $0.isRequired && settings[$0.name] == nil
            }) {
                throw error(
                    "Its option “\(option.name)” is required and has no value.",
                    advice: "Set it with “\(option.name)=VALUE”.")
            }
        }
    }

    /// Returns the settings for a store, in which `{}` is replaced with a name that is unique to the test and the store.
    private func settings(_ offer: Offer, medium: String) -> PluginSettings {
        var values: [String: SettingValue] = [:]
        for option in offer.descriptor.options {
            if let given = trial.settings[option.name] {
                let name = "\(TrialFolder.name(in: folder.path))-\(medium)"
                let text = given.replacing("{}", with: name)
                values[option.name] =
                    option.kind == .path ? .text(Self.absolute(text)) : option.kind.value(of: text)
            } else if let value = option.defaultValue {
                values[option.name] = value
            } else if case .path = option.kind {
                values[option.name] = .text("\(folder.path)/\(medium)")
            }
        }
        return PluginSettings(values)
    }

    /// Returns an absolute path. Relative paths are resolved against the working folder.
    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(Files.workingFolder ?? "")/\(path)"
    }

    // MARK: The protocol

    private mutating func protocolLaws() async {
        tell("protocol")
        await law("a request with an unknown method is answered with the error -32601") { connection in
            do throws(LootError) {
                _ = try await connection.reply(to: "no-such-method")
            } catch {
                return error.code == .unsupported ? nil : error.description
            }
            return "the response is a result"
        }
        await law("unknown keys and notifications are ignored") { connection in
            connection.tell("no-such-notification")
            do throws(LootError) {
                _ = try await connection.reply(to: "hello", Array("{\"protocol\":[1,2],\"new\":{}}".utf8))
            } catch { return error.description }
            return nil
        }
        await law("the program ends when it is asked to close") { connection in
            await connection.close()
            return connection.ends(within: .seconds(2)) ? nil : "it is still running after 2 s"
        }
        await law("the program ends when its input ends") { connection in
            connection.endInput()
            return connection.ends(within: .seconds(2)) ? nil : "it is still running after 2 s"
        }
    }

    private mutating func law(
        _ name: String, _ body: (Connection) async -> String?
    ) async {
        guard isWanted(name) else { return }
        do throws(LootError) {
            let connection = try context.start(program.path, name: program.name)
            await report(name, await body(connection))
            connection.kill()
        } catch { await report(name, error.description) }
    }

    // MARK: Kinds

    private mutating func check(store offer: Offer) async {
        let (program, context, processes) = (program, context, processes)
        let trial = self
        let settings: @Sendable (String) -> PluginSettings = { trial.settings(offer, medium: $0) }
        let capabilities: StoreCapabilities
        do throws(LootError) {
            let store = try await BridgedStore.open(offer, settings("first"), Session(program, context))
            capabilities = store.capabilities
            try await store.close()
            await report("it opens, and closes", nil)
        } catch { return await report("it opens, and closes", error.description) }
        // If the given settings always select the same store, each law would find the items of the previous
        // laws.
        let isFixed =
            !self.trial.settings.isEmpty && settings("first").values == settings("second").values
        let conformance = StoreConformance(offer.descriptor.name, capabilities) { medium in
            let session = await processes.session(for: medium) { Session(program, context) }
            return TrialStore(
                try await BridgedStore.open(offer, settings(medium), session), medium, session, processes)
        }
        for law in StoreConformance.cases where isWanted(law.name) {
            let needsNew = isFixed && law.needs.contains(.writable)
            await report(
                law.name,
                needsNew
                    ? .skipped(reason: "All stores have the same settings. Use {} in one of them.")
                    : await conformance.result(of: law))
        }
        let random = "\(self.trial.steps) random steps, with seed \(self.trial.seed)"
        if capabilities.contains(.writable), !isFixed, isWanted(random) {
            await report(
                random, await conformance.randomFailure(seed: self.trial.seed, steps: self.trial.steps))
        }
        await processes.killAll()
    }

    private mutating func check(sectioning offer: Offer) async {
        let settings = settings(offer, medium: "settings")
        let sectioning: any Sectioning
        do throws(LootError) {
            sectioning =
                offer.features.contains("rule")
                ? try DeclaredSectioning(program, offer, settings, context)
                : BridgedSectioning(program, offer, settings, context)
        } catch { return await report("it can be made", error.description) }
        let items = ItemFixtures.items(700, seed: trial.seed)
        sectioning.prepare { take in items.forEach(take) }
        let failure = (sectioning as? BridgedSectioning)?.failure
        await report("it answers for items of every kind", failure?.description)
        await check(SectioningConformance(sectioning, items: items))
    }

    private mutating func check(importer offer: Offer) async {
        let (program, context, settings) = (program, context, settings(offer, medium: "settings"))
        let make: @Sendable (ImportTarget) -> BridgedImporter = {
            BridgedImporter(program, offer, settings, $0, context)
        }
        let law = "the entries of the sample are items"
        if isWanted(law), let sample { await report(law, await fault(of: make, reading: sample)) }
        await check(
            ImporterConformance(offer.descriptor.name, sample: sample, seed: trial.seed, make: make))
    }

    /// Returns the first reason why a file gives no items, or `nil` if it gives at least one and rejects no entry.
    private func fault(of make: (ImportTarget) -> BridgedImporter, reading sample: [UInt8]) async -> String? {
        var importer = make(ImportTarget(name: trial.sample ?? "", store: FixedStore(), isTrial: true))
        do throws(LootError) {
            var text = try await importer.feed(sample)
            let rest = try await importer.finish()
            text.bytes += rest.bytes
            if let refusal = (text.refusals + rest.refusals).first {
                return "line \(refusal.line + 1) is rejected: \(refusal.reason.text)"
            }
            var (count, fault) = (0, String?.none)
            do throws(FormatError) {
                try ItemFormat.jsonLines.decoder().read(text.bytes.span) { result in
                    count += 1
                    if case .refused(let error, _) = result { fault = fault ?? error.description }
                }
            } catch { return error.description }
            return count == 0 ? "it reads no items" : fault
        } catch { return error.description }
    }

    private mutating func check(exporter offer: Offer) async {
        let (program, context, settings) = (program, context, settings(offer, medium: "settings"))
        await check(
            ExporterConformance(offer.descriptor.name, seed: trial.seed) {
                BridgedExporter(program, offer, settings, context)
            })
    }

    private mutating func check(action offer: Offer) async {
        var action = BridgedAction(program, offer, context).action
        action.settings = settings(offer, medium: "settings")
        for count in [0, action.minimumItems, 700] {
            let law = "planning changes to \(count) items twice gives the same changes"
            guard isWanted(law) else { continue }
            let items = ItemFixtures.items(count, seed: trial.seed)
            let arguments = action.parameters.map { ($0.name, $0.example(seed: trial.seed)) }
            let request = ActionRequest(
                action, on: .items(items.map(\.id)), arguments: Dictionary(arguments) { first, _ in first })
            var failure: String?
            do throws(LootError) {
                let store = FixedStore(items)
                let first = try await action.plan(request, in: store)
                let second = try await action.plan(request, in: store)
                if first.transaction?.changes != second.transaction?.changes {
                    failure = "the second plan of the same items is different"
                }
            } catch {
                if error.code == .unavailable || error.code == .unsupported { failure = error.description }
            }
            await report(law, failure)
        }
    }

    private mutating func check(hook offer: Offer) async {
        let (program, context, settings) = (program, context, settings(offer, medium: "settings"))
        await check(
            HookConformance(offer.descriptor.name, seed: trial.seed) {
                BridgedHook(program, offer, settings, context)
            })
    }
}
