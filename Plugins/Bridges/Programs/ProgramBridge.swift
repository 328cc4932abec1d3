package import LootCore
public import LootPlugins
import Platform

/// Provides trusted external programs as plugins for a registry.
///
/// ```swift
/// let bridge = ProgramBridge(environment: environment, home: home) { print($0) }
/// let registry = try Registry(stores: bridge.stores, sectionings: bridge.sectionings)
/// ```
public struct ProgramBridge: Sendable {
    let search: ProgramSearch
    let context: BridgeContext
    /// The plugins of other modules, whose names programs can't use.
    let taken: [PluginDescriptor]
    private let offers: [(program: TrustedProgram, offer: Offer)]
    private let made = MadeSectionings()
    /// The error that prevents reading the trusted programs, or `nil`.
    package let problem: LootError?

    /// Creates a bridge for an environment and the user's home folder. `log` receives each line that programs write
    /// to standard error.
    public init(
        environment: [String: String], home: String?, log: @escaping @Sendable (String) -> Void
    ) {
        self.init(environment: environment, home: home, besides: [], log: log)
    }

    /// Creates a bridge whose programs can't use the names of the given plugins.
    package init(
        environment: [String: String], home: String?, besides taken: [PluginDescriptor],
        log: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            ProgramSearch(environment, home: home), BridgeContext(environment, log: log), besides: taken)
    }

    init(_ search: ProgramSearch, _ context: BridgeContext, besides taken: [PluginDescriptor] = []) {
        self.search = search
        self.context = context
        self.taken = taken
        var offers: [(TrustedProgram, Offer)] = []
        var problem: LootError?
        do throws(LootError) {
            for program in try TrustFile(search).programs() {
                for offer in program.greeting.offers {
                    let descriptor = offer.descriptor
                    let isTaken =
                        taken.contains { $0.kind == descriptor.kind && $0.name == descriptor.name }
                        || offers.contains {
                            $0.1.descriptor.kind == descriptor.kind && $0.1.descriptor.name == descriptor.name
                        }
                    if !isTaken { offers.append((program, offer)) }
                }
            }
        } catch { problem = error }
        self.offers = offers
        self.problem = problem
    }

    private func plugins<P>(
        _ kind: PluginDescriptor.Kind, _ make: (TrustedProgram, Offer) -> P
    ) -> [P] {
        offers.filter { $0.offer.descriptor.kind == kind }.map { make($0.program, $0.offer) }
    }

    /// The stores that trusted programs offer.
    public var stores: [StorePlugin] {
        plugins(.store) { program, offer in
            StorePlugin(
                offer.descriptor.name, summary: offer.descriptor.summary, options: offer.descriptor.options,
                shortForm: offer.descriptor.shortForm
            ) { [context] (settings) throws(LootError) in
                try await BridgedStore.open(offer, settings, Session(program, context))
            }
        }
    }

    /// The sectionings that trusted programs offer.
    public var sectionings: [SectioningPlugin] {
        plugins(.sectioning) { program, offer in
            SectioningPlugin(
                offer.descriptor.name, summary: offer.descriptor.summary, options: offer.descriptor.options,
                shortForm: offer.descriptor.shortForm
            ) { [context, made] (settings) throws(LootError) in
                try made.sectioning(program, offer, settings, context)
            }
        }
    }

    /// The importers that trusted programs offer.
    public var importers: [ImporterPlugin] {
        plugins(.importer) { program, offer in
            ImporterPlugin(
                offer.descriptor.name, summary: offer.descriptor.summary,
                fileExtensions: offer.fileExtensions,
                options: offer.descriptor.options,
                recognizes: { !offer.beginning.isEmpty && $0.starts(with: offer.beginning) }
            ) { [context] (settings, target) throws(LootError) in
                BridgedImporter(program, offer, settings, target, context)
            }
        }
    }

    /// The exporters that trusted programs offer.
    public var exporters: [ExporterPlugin] {
        plugins(.exporter) { program, offer in
            ExporterPlugin(
                offer.descriptor.name, summary: offer.descriptor.summary,
                fileExtensions: offer.fileExtensions,
                options: offer.descriptor.options
            ) { [context] (settings) throws(LootError) in BridgedExporter(program, offer, settings, context) }
        }
    }

    /// The actions that trusted programs offer.
    public var actions: [Action] {
        plugins(.action) { program, offer in BridgedAction(program, offer, context).action }
    }

    /// The hooks that trusted programs offer. If the configuration folder contains hook scripts, an additional hook
    /// runs them before the others.
    public var hooks: [HookPlugin] {
        let scripts = ScriptHooks(folder: search.configuration.map { "\($0)/hooks" }, bridge: context)
        let standing = HookPlugin(
            "scripts", summary: "The programs in hooks/before-commit.d and hooks/after-commit.d.",
            isStanding: true
        ) { _ throws(LootError) in scripts }
        return (scripts.isThere ? [standing] : [])
            + plugins(.hook) { program, offer in
                HookPlugin(
                    offer.descriptor.name, summary: offer.descriptor.summary,
                    options: offer.descriptor.options
                ) { [context] (settings) throws(LootError) in BridgedHook(program, offer, settings, context) }
            }
    }
}
