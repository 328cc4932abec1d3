extension Language {
    /// The language chosen by the user, the configuration or the environment for the current task. It
    /// determines the meaning of input such as `1.299` and `03/04/2024`, which would otherwise be ambiguous.
    @TaskLocal package static var named: Language?

    /// The language for messages in the current task: the user's language, or English if none is set or if
    /// the messages are for a program.
    public static var current: Language { isForProgram ? .english : named ?? .english }

    /// Whether the messages of the current task are for a program, as in JSON and CSV, which don't depend on
    /// the user's language.
    @TaskLocal package static var isForProgram = false

    /// Returns the language that an environment names, or `nil` if it names none, as in the locales `C` and `POSIX`.
    package static func named(by variable: (String) -> String?) -> Language? {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let locale = variable(name), !locale.isEmpty else { continue }
            let isUnnamed = ["c", "posix"].contains(locale.prefix { $0 != "." }.lowercased())
            return isUnnamed ? nil : Language(locale)
        }
        return nil
    }
}
