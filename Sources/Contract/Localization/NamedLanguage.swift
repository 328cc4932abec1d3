extension Language {
    /// The language that the person, the configuration or the environment names for the current task. It settles the
    /// meaning of input such as `1.299` and `03/04/2024`, which is ambiguous without it.
    @TaskLocal package static var named: Language?

    /// The language in which the current task shows messages: that of the person for whom it works, or English if no
    /// language is named or a program reads the messages.
    public static var current: Language { isForProgram ? .english : named ?? .english }

    /// Whether a program reads the messages of the current task, as in JSON and CSV, which don't depend on the person's
    /// language.
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
