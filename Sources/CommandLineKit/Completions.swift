/// A shell for which completions can be written.
public enum Shell: String, Sendable, Hashable, CaseIterable {
    /// GNU Bash.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
}

extension Program {
    /// A script that teaches a shell to complete this program's commands, options and values.
    ///
    /// It is made from the declaration alone and asks the program only for ``Values/asked(kind:)``.
    public func completions(for shell: Shell) -> String {
        let scopes = Scope(root).visibleScopes
        return switch shell {
        case .bash: BashCompletions(program: root.name, scopes: scopes).script
        case .zsh: ZshCompletions(program: root.name, scopes: scopes).script
        case .fish: FishCompletions(program: root.name, scopes: scopes).script
        }
    }
}

extension Scope {
    var visibleOptions: [Option] { options.filter { !$0.isHidden } }
    var visibleSubcommands: [Command] { command.subcommands.filter { !$0.isHidden } }
}

/// The name of a shell function: letters, digits and underscores of `name`.
func functionName(_ name: String) -> String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}

/// A word as bash and zsh read it literally.
func shellQuoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
    if isPlain && !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
