/// The scripts of the pages: modules in files of their own, which come to a browser as one, so that one that is far away
/// asks once.
///
/// In that one each module is a function, so that its names stay its own. A module tells in lines of their own what it
/// imports and exports:
///
/// ```js
/// import { request, upload as send } from "./request.js";
/// export async function save(form) {
/// ```
struct ScriptModules {
    private let texts: [String: String]
    /// The modules that others import: they are parts of those, and need no address.
    let parts: Set<String>

    /// Modules by their file's name.
    init(_ texts: [String: String]) {
        self.texts = texts
        parts = Set(
            texts.values.flatMap { $0.matches(of: /import .* from "\.\/(.*)"/).map { String($0.1) } })
    }

    /// A module with everything that it imports, and that these import.
    func joined(_ name: String) -> String {
        var text = ""
        var placed: Set<String> = []
        place(name, as: nil, in: &text, &placed)
        return text
    }

    /// Adds a module behind those that it imports, as a constant or as it is.
    private func place(
        _ name: String, as constant: String?, in text: inout String, _ placed: inout Set<String>
    ) {
        guard placed.insert(name).inserted, let module = texts[name] else { return }
        var body = ""
        var exports: [Substring] = []
        for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
            if let (_, names, file) = line.wholeMatch(of: /import \{ (.*) \} from "\.\/(.*)\.js";/)?.output {
                place("\(file).js", as: "$\(file)", in: &text, &placed)
                body += "const { \(names.replacing(" as ", with: ": ")) } = $\(file);\n"
            } else if let (_, declaration, export) = line.prefixMatch(
                of: /export ((?:async function|function|const|class) (\w+))/)?.output
            {
                exports.append(export)
                body += "\(declaration)\(line.dropFirst("export ".count + declaration.count))\n"
            } else {
                body += "\(line)\n"
            }
        }
        guard let constant else {
            text += body
            return
        }
        text += "const \(constant) = (() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})();\n"
    }
}
