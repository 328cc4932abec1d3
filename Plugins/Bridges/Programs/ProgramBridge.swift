package import LootCore
public import LootPlugins
import Platform

/// The plugins that are programs of their own: what a person trusts, as plugins of a registry.
///
/// ```swift
/// let bridge = ProgramBridge(environment: environment, home: home) { print($0) }
/// let registry = try Registry(stores: bridge.stores, sectionings: bridge.sectionings)
/// ```
public struct ProgramBridge: Sendable {
    let search: ProgramSearch
    let context: BridgeContext
    /// What plugins of other rooms are called.
    let taken: [PluginDescriptor]
    private let offers: [(program: TrustedProgram, offer: Offer)]
    private let made = MadeSectionings()
    /// Why none of them can be had; nil where all is well.
    package let problem: LootError?

    /// The bridge of an environment, and of a person's own folder. What programs say on standard error goes to `log`, line
    /// by line.
    public init(
        environment: [String: String], home: String?, log: @escaping @Sendable (String) -> Void
    ) {
        self.init(environment: environment, home: home, besides: [], log: log)
    }

    /// The bridge beside plugins whose names no program can have.
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

    /// The stores of trusted programs.
    public var stores: [StorePlugin] {
        plugins(.store) { program, offer in
            StorePlugin(
                offer.descriptor.name, summary: offer.descriptor.summary, options: offer.descriptor.options,
                shortForm: offer.descriptor.shortForm
            ) { [context] (settings) throws(LootError) in
                try await BridgedStore.open(program, offer, settings, context)
            }
        }
    }

    /// The sectionings of trusted programs.
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

    /// The importers of trusted programs.
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

    /// The exporters of trusted programs.
    public var exporters: [ExporterPlugin] {
        plugins(.exporter) { program, offer in
            ExporterPlugin(
                offer.descriptor.name, summary: offer.descriptor.summary,
                fileExtensions: offer.fileExtensions,
                options: offer.descriptor.options
            ) { [context] (settings) throws(LootError) in BridgedExporter(program, offer, settings, context) }
        }
    }

    /// The hooks of trusted programs, and the one that runs the scripts in the configuration's folder, if there are any.
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
