/// Bundles the scripts of the pages. The modules are in separate files. Browsers receive them as a single file, so that
/// they send fewer requests.
///
/// In the bundle, each module is a function, so that its names are private. Imports and exports must be on separate
/// lines:
///
/// ```js
/// import { request, upload as send } from "./request.js";
/// export async function save(form) {
/// ```
struct ScriptModules {
    /// A line of a module.
    private enum Line {
        /// Imported names as a destructuring pattern, and the other module.
        case imports(String, from: String)
        case exports(String, Substring)
        case other(Substring)

        init(_ text: Substring) {
            if text.utf8.starts(with: "import ".utf8),
                let (_, names, file) = text.wholeMatch(of: /import \{ (.*) \} from "\.\/(.*)";/)?.output
            {
                self = .imports(String(names.replacing(" as ", with: ": ")), from: String(file))
            } else if text.utf8.starts(with: "export ".utf8),
                let name = text.prefixMatch(of: /export (?:async function|function|const|class) (\w+)/)?.1
            {
                self = .exports(String(name), text.dropFirst("export ".count))
            } else {
                self = .other(text)
            }
        }
    }

    private let modules: [String: [Line]]

    /// Creates a bundler for modules by file name.
    init(_ texts: [String: String]) {
        modules = texts.mapValues { text in
            text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                Line(Substring($0))
            }
        }
    }

    /// The modules that no other module imports. Pages request these modules.
    var entries: Set<String> { Set(modules.keys).subtracting(imported) }

    /// The modules that are imported but don't exist.
    var missing: Set<String> { imported.subtracting(modules.keys) }

    private var imported: Set<String> {
        Set(
            modules.values.joined().compactMap { line in
                if case .imports(_, let file) = line { file } else { nil }
            })
    }

    /// Returns the module with the given name, together with all of its direct and indirect imports.
    func joined(_ name: String) -> String {
        var placed: Set<String> = []
        return text(of: name, isEntry: true, &placed)
    }

    /// Returns the module with the given name, preceded by its imports that aren't in the bundle yet.
    private func text(of name: String, isEntry: Bool, _ placed: inout Set<String>) -> String {
        guard placed.insert(name).inserted else { return "" }
        var (before, own) = ("", "")
        var exports: [String] = []
        for line in modules[name] ?? [] {
            switch line {
            case .imports(let names, let file):
                before += text(of: file, isEntry: false, &placed)
                own += "const { \(names) } = \(constant(file));\n"
            case .exports(let name, let text):
                exports.append(name)
                own += "\(text)\n"
            case .other(let text): own += "\(text)\n"
            }
        }
        if isEntry { return before + own }
        return before
            + "const \(constant(name)) = (() => {\n\(own)return { \(exports.joined(separator: ", ")) };\n})();\n"
    }

    /// Returns the name of the constant for a module's exports.
    private func constant(_ name: String) -> String { "$\(name.prefix { $0 != "." })" }
}
