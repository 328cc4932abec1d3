import LootActions
import LootCore
import LootPlugins

extension CommandContext {
    /// Welcomes a person who starts the program for the first time, and asks for the currency of their values.
    ///
    /// A first start is a start on a terminal without a list or a configuration. The answer is written to the
    /// configuration file, so that the question isn't repeated.
    func welcome() {
        guard isFirstStart else { return }
        let name = program.name
        console.writeError(
            """
            Welcome to LootLogger, which keeps track of what you own.
            “\(name) tui” shows your list in the terminal, “\(name) serve --open” in a browser.
            “\(name) help” explains every command, for example “\(name) add Lamp --value 40”.

            """)
        guard let symbol = askForCurrency() else { return }
        do { try host.configure(currencyKey, to: symbol) } catch { complain(error) }
        presentation.money = Money(symbol: symbol)
    }

    private var currencyKey: String { "frontEnd.currency" }

    private var isFirstStart: Bool {
        console.canAsk && console.isOutputTerminal && !isQuiet && host.configurationFile != nil
            && host.configuration().allSatisfy { $0.origin == "default" }
    }

    /// Returns the answer, or `nil` if the input ends or no answer is a currency.
    private func askForCurrency() -> String? {
        for _ in 0..<3 {
            console.writeError(
                "The currency of your values, such as EUR, $ or £ [\(configuration.currency)]: ")
            guard let answer = console.readLine()?.trimmed else { return nil }
            if answer.isEmpty { return configuration.currency }
            if Currency(sign: answer) != nil { return answer }
            console.writeError(
                "\(TextRules.quoted(answer)) isn't a currency. Enter a sign or three letters.\n")
        }
        return nil
    }
}
