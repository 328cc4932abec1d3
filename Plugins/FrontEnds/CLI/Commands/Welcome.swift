import LootActions
import LootCore
import LootPlugins

extension CommandContext {
    /// Welcomes a person who starts the program for the first time, and asks for the currency of their values.
    ///
    /// A first start is a start on a terminal without a list or a configuration. The new list stores the answer, so that
    /// the question isn't repeated.
    func welcome() -> Currency? {
        guard isFirstStart else { return nil }
        let name = program.name
        console.writeError(
            String(
                localized: """
                    Welcome to LootLogger, which keeps track of what you own.
                    “\(name) tui” shows your list in the terminal, “\(name) serve --open” in a browser.
                    “\(name) help” explains every command, for example “\(name) add Lamp --value 40”.

                    """))
        return askForCurrency()
    }

    /// The currency of the person's locale, for a list that this command begins without asking. `nil` if the
    /// configuration names a currency.
    var localCurrency: Currency? {
        guard listNeed == .beginning, !isQuietlyConfigured else { return nil }
        return Currency(locale: host.environment)
    }

    private var isQuietlyConfigured: Bool {
        host.configuration().contains { $0.path.hasSuffix(".currency") && $0.origin != "default" }
    }

    private var isFirstStart: Bool {
        console.canAsk && console.isOutputTerminal && !isQuiet && host.configurationFile != nil
            && host.configuration().allSatisfy { $0.origin == "default" }
    }

    /// Returns the answer, or `nil` if the input ends or no answer is a currency.
    private func askForCurrency() -> Currency? {
        let usual = Currency(locale: host.environment) ?? presentation.money.currency
        let question: Message =
            usual.map { "The currency of your values, such as EUR, $ or £ [\($0.code)]: " }
            ?? "The currency of your values, such as EUR, $ or £: "
        for _ in 0..<3 {
            console.writeError(question.text)
            guard let answer = console.readLine()?.trimmed else { return nil }
            if answer.isEmpty { return usual }
            do { return try Currency(named: answer) } catch {
                console.writeError("\(error.text)\n")
            }
        }
        return nil
    }
}
