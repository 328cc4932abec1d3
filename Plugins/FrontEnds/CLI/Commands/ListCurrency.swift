import CommandLineKit
import LootActions
import LootCore

/// The currency of amounts without one in another list, which `--currency` or the answer to a question chooses.
enum ListCurrency {
    static let option = Option.value(
        "currency", "CODE", "The currency for amounts without one: EUR")

    /// Makes a plan with the currency of `--currency`. If it depends on the currency, asks for it and makes the plan
    /// again.
    static func choose<Plan>(
        _ context: CommandContext, _ plan: (Currency?) async throws(LootError) -> Plan
    ) async throws(LootError) -> Plan {
        let given = try context[option].map { (code) throws(LootError) in
            guard let currency = Currency(sign: code) else {
                throw LootError(
                    .usage, "Can't read --currency “\(TextRules.visible(code))”.",
                    reason: "It isn't a currency.", advice: "Enter its three-letter code, such as EUR.")
            }
            return currency
        }
        do throws(LootError) { return try await plan(given) } catch {
            guard error.code == .otherCurrency else { throw error }
            return try await plan(try answer(to: error, context))
        }
    }

    /// Asks which of the currencies applies.
    private static func answer(to question: LootError, _ context: CommandContext) throws(LootError)
        -> Currency
    {
        var refusal = question
        refusal.advice =
            "Repeat the command with \(list: question.candidates.map { "--currency \($0)" }, .or)."
        let console = context.console
        guard console.canAsk else { throw refusal }
        let choices = Language.current.list(question.candidates, .none)
        console.writeError("\(question.reason.text)\n")
        for _ in 0..<3 {
            console.writeError(String(localized: "Currency for amounts without one (\(choices)): "))
            guard let answer = console.readLine()?.trimmed else { break }
            if let currency = Currency(sign: answer), question.candidates.contains(currency.code) {
                return currency
            }
        }
        throw refusal
    }
}
