import LootCore
import LootPlugins

/// A front end that prints the list with its sections.
struct PlainFrontEnd: FrontEnd {
    let host: any FrontEndHost
    let bullet: String

    func run() async throws(LootError) -> ExitStatus {
        let store = try await host.store()
        let query = Query(sectioning: try host.sectioning())
        let items = try await store.items(of: query)
        for section in try await store.outline(of: query).sections {
            print("\(section.title) (\(section.count))")
            for item in items[section.rows] { print(bullet, item.name, item.valueInDollars) }
        }
        return .success
    }
}

extension FrontEndPlugin {
    static let plain = FrontEndPlugin(
        "plain", summary: "Prints the list.",
        options: [PluginOption("bullet", .text, default: "-", "The text before each item.")],
        commands: [.init("plain", summary: "Print the list")]
    ) { settings, host in PlainFrontEnd(host: host, bullet: settings.text("bullet") ?? "-") }
}
