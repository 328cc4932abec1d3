import Localization
import LootActions
import LootCore
import LootPlugins
import WebServer

/// The page that asks for the arguments of an action. A script shows its form in a dialog.
struct ActionForm {
    let action: Action
    /// A description of the items: “Lamp” or “3 items”. Empty for an action on the list.
    let items: String
    /// Hidden form fields: the selection of items, and the address to return to.
    let fields: [(name: String, value: String)]
    /// The user's input.
    let typed: QueryItems
    var problem: LootError?

    var title: String {
        items.isEmpty ? action.title.text : Language.current.titled(action.title.text, items)
    }

    var html: HTML {
        let problem: HTML? = problem.map {
            "<p class=\"problem\" id=\"problem\" role=\"alert\">\($0.text)</p>"
        }
        return SmallPages.page(
            title,
            """
            <form class="action-form" method="post" action="/do/\(action.id)">
            \(Fragment.hidden(fields))\(problem)
            \(action.parameters.enumerated().map { input(for: $1, isFirst: $0 == 0) })
            <p class="actions"><button class="button prominent">\(action.title.text)</button>
            <a class="button" href="\(fields.first { $0.name == "back" }?.value ?? "/")">\(localized: "Cancel")</a></p>
            </form>
            """)
    }

    private func input(for parameter: ParameterDeclaration, isFirst: Bool) -> HTML {
        let isFaulty = problem?.field == parameter.problemKey
        let hasFocus = isFaulty || isFirst && !action.parameters.contains { $0.problemKey == problem?.field }
        let value = typed[parameter.name] ?? ""
        let summary = parameter.summary.text
        let hintID = "hint-\(parameter.name)"
        let hint: HTML? = summary.isEmpty ? nil : "<small id=\"\(hintID)\">\(summary)</small>"
        let descriptions = (isFaulty ? ["problem"] : []) + (hint == nil ? [] : [hintID])
        let described: HTML? =
            descriptions.isEmpty
            ? nil : " aria-describedby=\"\(descriptions.joined(separator: " "))\""
        let attributes: HTML = """
            name="\(parameter.name)"\(parameter.isRequired ? " required" : nil)\
            \(isFaulty ? " aria-invalid=\"true\"" : nil)\(described)\(hasFocus ? " autofocus" : nil)
            """
        if parameter.type == .flag {
            return """
                <label class="check"><input \(attributes) type="checkbox" value="true"\
                \(value == "true" ? " checked" : nil)> \(parameter.title.text)</label>\(hint)

                """
        }
        if !parameter.choices.isEmpty {
            let empty: HTML? = parameter.isRequired ? nil : "<option value=\"\"></option>"
            let options: [HTML] = parameter.choices.map {
                "<option\($0 == value ? " selected" : nil)>\($0)</option>"
            }
            return """
                <label>\(parameter.title.text) <select \(attributes)>\(empty)\(options)</select></label>\(hint)

                """
        }
        let isDecimal = parameter.type == .amount || parameter.type == .decimal
        return """
            <label>\(parameter.title.text) <input \(attributes) type="\(inputType(parameter))"\
            \(isDecimal ? " inputmode=\"decimal\"" : nil) \
            value="\(value)" autocomplete="off"></label>\(hint)

            """
    }

    private func inputType(_ parameter: ParameterDeclaration) -> String {
        switch parameter.type {
        case .day: "date"
        case .integer: "number"
        default: "text"
        }
    }
}
