import LootActions
import LootCore
import LootPlugins
import WebServer

/// The page that asks for the arguments of an action. A script shows its form in a dialog.
struct ActionForm {
    let action: Action
    /// The items, as a person reads them: “Lamp”, or 3 items.
    let items: String
    /// The fields that select the items, and the address to which the form leads back.
    let fields: [(name: String, value: String)]
    /// What was typed.
    let typed: QueryItems
    var problem: LootError?

    /// The title of the page.
    var title: String { "\(action.title.text) \(items)" }

    var html: HTML {
        let problem: HTML? = problem.map {
            "<p class=\"problem\" id=\"problem\" role=\"alert\">\($0.text(in: .english))</p>"
        }
        return """
            <main class="small">
            <h1>\(title)</h1>
            <form class="action-form" method="post" action="/do/\(action.id)">
            \(Fragment.hidden(fields))\(problem)
            \(action.parameters.enumerated().map { input(for: $1, isFirst: $0 == 0) })
            <p class="actions"><button class="button prominent">\(action.title.text)</button>
            <a class="button" href="\(fields.first { $0.name == "back" }?.value ?? "/")">Cancel</a></p>
            </form>
            </main>
            """
    }

    private func input(for parameter: ParameterDeclaration, isFirst: Bool) -> HTML {
        let isFaulty = problem?.field == parameter.field
        let hasFocus = isFaulty || isFirst && !action.parameters.contains { $0.field == problem?.field }
        return """
            <label>\(parameter.title.text) <input name="\(parameter.name)" \
            type="\(parameter.type == .day ? "date" : "text")" value="\(typed[parameter.name] ?? "")" \
            title="\(parameter.summary.text)" autocomplete="off"\(parameter.isRequired ? " required" : nil)\
            \(isFaulty ? " aria-invalid=\"true\" aria-describedby=\"problem\"" : nil)\
            \(hasFocus ? " autofocus" : nil)></label>

            """
    }
}
