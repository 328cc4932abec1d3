import Foundation
import Testing

/// Checks which modules each module depends on, using the package's own graph.
@Suite struct DependencyTests {
    private struct Graph: Decodable {
        struct Target: Decodable {
            struct Dependency: Decodable {
                /// A name with an optional condition.
                struct Part: Decodable {
                    var name: String?
                    init(from decoder: any Decoder) throws {
                        name = try? decoder.singleValueContainer().decode(String.self)
                    }
                }
                var byName: [Part]?
                var target: [Part]?
                var name: String? { (byName ?? target)?.first?.name }
            }
            var name: String
            var type: String
            var path: String?
            var dependencies: [Dependency]
            var known: Set<String> { Set(dependencies.compactMap(\.name)) }
            /// Files that a plugin embeds are a separate C target, which isn't a plugin.
            var isPlugin: Bool {
                path.map { path in
                    path.hasPrefix("Plugins/") && !["/Assets", "/Templates"].contains(where: path.hasSuffix)
                } ?? false
            }
        }
        struct PackageDependency: Decodable {}
        struct Product: Decodable { var name: String }
        var targets: [Target]
        var dependencies: [PackageDependency]
        var products: [Product]
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let graph = Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "loot-graph-\(UUID())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = [
            "swift", "package", "--package-path", root.path(), "--scratch-path", scratch.path(),
            "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Graph.self, from: data)
    }

    /// Modules that every module can use.
    private static let beneath: Set = ["Basics", "Localization", "Platform", "TextSearch"]

    private let graph: Graph

    init() throws { graph = try Self.graph.get() }

    private func target(_ name: String) throws -> Graph.Target {
        try #require(graph.targets.first { $0.name == name })
    }

    @Test func `the package has no external dependencies`() {
        #expect(graph.dependencies.isEmpty)
    }

    @Test(arguments: ["ListKit", "LootCore", "TerminalText", "CommandLineKit", "QRCode"])
    func `a foundation module depends only on the modules below it`(name: String) throws {
        #expect(try target(name).known.subtracting(Self.beneath).isEmpty)
    }

    @Test func `Platform depends only on its C module, and Basics on nothing`()
        throws
    {
        #expect(try target("Basics").known.isEmpty)
        #expect(try target("Localization").known == ["CatalogFiles"])
        #expect(try target("Platform").known == ["CPlatform"])
        for target in graph.targets where target.name != "Platform" {
            #expect(!target.known.contains("CPlatform"), "\(target.name) goes around the seam")
        }
    }

    @Test(arguments: [
        ("LootFoundation", ["LootCore", "LootFormats"]),
        ("TextSearch", ["Basics"]), ("LootQueryText", ["LootCore"]), ("LootMerge", ["LootCore"]),
        ("LootPlugins", ["LootCore", "LootQueryText"]), ("LootCollection", ["LootCore"]),
        ("LootFormats", ["LootCore", "LootMerge", "LootQueryText"]),
        ("LootFiles", ["LootCore", "LootCollection", "LootFormats", "LootMerge", "LootPlugins"]),
        ("LootSQL", ["LootCore", "LootFormats"]),
        ("LootAPI", ["LootCore", "LootFormats", "LootPlugins", "LootQueryText"]),
        ("LootMedia", ["LootCore"]), ("LootSpreadsheets", ["CZlib", "LootCore"]),
        ("LootLaws", ["LootCore", "LootPlugins", "LootQueryText"]),
        ("LootTesting", ["LootCore", "LootLaws", "LootPlugins"]),
        ("LootFilesTesting", ["LootCore", "LootFiles", "LootLaws"]),
        ("TerminalKit", ["ListKit", "TerminalText"]),
        ("WebServer", ["CZlib"]),
        ("OpenIDConnect", ["LootCore", "LootFormats", "WebClient"]),
        ("WebClient", ["LootCore", "LootPlugins", "CCurl"]),
        ("LootWiring", ["LootCore", "LootFormats", "LootPlugins", "LootQueryText"]),
        (
            "LootActions",
            [
                "CCrypt", "LootCollection", "LootCore", "LootFormats", "LootMedia", "LootMerge",
                "LootPlugins",
                "LootQueryText", "LootSpreadsheets", "QRCode", "WebClient",
            ]
        ),
        (
            "LootControllers",
            ["ListKit", "LootActions", "LootCore", "LootPlugins", "TerminalKit", "TerminalText"]
        ),
    ])
    func `a module depends only on modules below it`(name: String, allowed: [String]) throws {
        #expect(try target(name).known.subtracting(Self.beneath.union(allowed)).isEmpty)
    }

    @Test func `no plugin depends on a plugin, and each only on its own foundation`() {
        let foundations = [
            "Plugins/Stores/": [
                "LootCore", "LootPlugins", "LootCollection", "LootFormats", "LootFiles", "LootQueryText",
                "LootSQL", "LootAPI", "WebClient",
                "CPostgreSQL", "CSQLite",
            ],
            "Plugins/Decorators/": ["LootCore", "LootPlugins"],
            "Plugins/Catalogs/": ["LootCore", "LootPlugins", "LootFormats", "WebClient"],
            "Plugins/Sectioning/": ["LootCore", "LootPlugins"],
            "Plugins/Bridges/": [
                "LootCore", "LootPlugins", "LootFormats", "LootCollection", "LootLaws", "LootMerge",
                "PluginTemplates",
            ],
            "Plugins/Formats/": ["LootCore", "LootPlugins", "LootFormats", "LootActions"],
            "Plugins/FrontEnds/CLI": [
                "LootCore", "LootPlugins", "LootActions", "LootFormats", "LootMerge", "LootQueryText",
                "CommandLineKit", "TerminalText", "QRCode",
            ],
            "Plugins/FrontEnds/HTTP": [
                "LootAPI", "LootCore", "LootPlugins", "LootActions", "LootFormats", "LootMerge",
                "LootQueryText", "QRCode",
                "OpenIDConnect", "WebClient", "WebServer", "HTTPAssets",
            ],
            "Plugins/FrontEnds/TUI": [
                "LootCore", "LootPlugins", "LootActions", "LootControllers", "LootFormats", "LootQueryText",
                "ListKit", "TerminalKit",
                "TerminalText",
            ],
        ]
        for plugin in graph.targets where plugin.isPlugin {
            let allowed = foundations.first { plugin.path?.hasPrefix($0.key) ?? false }?.value ?? []
            #expect(!allowed.isEmpty, "\(plugin.name) lies in no folder of plugins")
            #expect(
                plugin.known.subtracting(Self.beneath.union(allowed)).isEmpty, "\(plugin.name) knows too much"
            )
        }
    }

    /// The folders in `Sources`, and the other folders that each can use.
    private static let layers: [String: Set<String>] = [
        "System": [], "Contract": ["System"], "Engines": ["Contract", "System"],
        "Kits": ["System"], "App": ["Kits", "Engines", "Contract", "System"],
    ]

    @Test func `a module uses only its own layer and the layers below it`() throws {
        let modules = graph.targets.filter { $0.path?.hasPrefix("Sources/") ?? false }
        let layer = Dictionary(
            uniqueKeysWithValues: modules.map { module in
                (module.name, String((module.path ?? "").split(separator: "/")[1]))
            })
        // These modules of the contract have nothing to do with items.
        let exceptions: Set = ["ListKit", "Localization"]
        // The facade names plugins, which aren't part of any layer.
        for module in modules {
            let own = try #require(layer[module.name])
            let allowed = try #require(Self.layers[own], "\(own) isn't a layer").union([own])
            for used in module.known.subtracting(exceptions) {
                guard let other = layer[used] else { continue }
                #expect(allowed.contains(other), "\(module.name) in \(own) uses \(used) in \(other)")
            }
        }
    }

    @Test func `only the facade depends on plugins`() {
        let plugins = Set(graph.targets.filter(\.isPlugin).map(\.name))
        for target in graph.targets where target.type != "test" && target.name != "LootLogger" {
            #expect(target.known.isDisjoint(with: plugins), "\(target.name) names a plugin")
        }
    }

    @Test func `the program doesn't link the module that imports Foundation`() {
        for target in graph.targets where target.type != "test" {
            #expect(!target.known.contains("LootFoundation"), "\(target.name)")
        }
    }

    @Test func `the SQL engine doesn't name a database`() throws {
        for (path, text) in try Self.sources(of: "Sources/Engines/LootSQL", with: [".swift", ".md"]) {
            for name in ["sqlite", "postgres", "libpq", "mysql"] {
                #expect(!text.lowercased().contains(name), "\(path) names \(name)")
            }
        }
    }

    @Test func `no library names a command`() throws {
        // Advice in an error is a value, `LootError.Remedy`; front ends turn it into text.
        let command = /"[^"]*\bloot (?!id )[a-z]/
        // The options of the wiring itself, and one that is passed to other programs, are allowed.
        let option = /"[^"]*--(?!config|set|store|list|loot-complete)[a-z]/
        let kits = ["CommandLineKit", "LootLogger", "loot"]
        let libraries = graph.targets.filter { target in
            target.type == "regular" && !kits.contains(target.name)
                && target.path?.hasPrefix("Plugins/FrontEnds") != true
        }
        for library in libraries {
            // An action declares examples of its command.
            for (path, text) in try Self.sources(of: #require(library.path))
            where library.name != "LootActions" || !path.hasPrefix("Actions/") {
                for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
                {
                    #expect(!line.contains(command) && !line.contains(option), "\(path): \(line)")
                }
            }
        }
    }

    /// Returns the source files of a target.
    private static func sources(
        of target: String, with endings: [String] = [".swift"]
    ) throws -> [(path: String, text: String)] {
        let folder = root.appending(path: target).path()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.map { path in
            (path, try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
        }
    }

    @Test func `every module and every plugin is a product`() {
        let products = Set(graph.products.map(\.name))
        // These modules aren't products: the platform, C modules, embedded files, modules shared by front ends or
        // plugins, and a module for tests.
        let others = [
            "Basics", "CatalogFiles", "CCrypt", "CCurl", "CLibrary", "CPlatform", "CPostgreSQL", "CSQLite",
            "CTestLimits", "CZlib", "HTTPAssets", "LootAPI", "LootMedia", "LootMerge", "LootSpreadsheets",
            "OpenIDConnect", "Platform",
            "PluginTemplates", "QRCode", "WebClient", "WebServerTesting",
        ]
        let libraries = graph.targets.filter { $0.type == "regular" && !others.contains($0.name) }.map(\.name)
        #expect(Set(libraries).subtracting(products).isEmpty)
    }
}
