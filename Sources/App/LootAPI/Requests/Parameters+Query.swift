import LootCore
import LootQueryText

extension Parameters {
    /// Returns the part for a query: its filters, order and sections. `sections` is the name of the parameter for
    /// sections in short form, or `nil` if there is none. `rule` determines whether the sections can also be given as
    /// a rule.
    static func query(sections: String? = nil, rule: Bool = false) -> RequestPart<QueryText> {
        let ruleName = rule ? "rule" : nil
        func parameter(_ name: String, _ summary: String, _ schema: JSON = ["type": "string"])
            -> EndpointDescription.Parameter
        { .init(name: name, place: .query, schema: schema, summary: summary) }
        var parameters = [
            parameter("search", "The words to find. An item must contain all of them."),
            parameter("scope", "The fields to search, separated by commas."),
            parameter("favorites", "Only favorites.", ["type": "boolean", "default": false]),
            parameter(
                "disposed",
                "Include disposed items. A filter that names a field of a disposal includes them, too.",
                ["type": "boolean", "default": false]),
            parameter(
                "where",
                "A filter, such as value >= 50 and tag = light. If it is repeated, items must match all filters. A 400 "
                    + "response contains the position of a syntax error."),
            parameter(
                "at",
                "A day, such as 2025-12-31. Only items that were owned on that day, with their book value on it. A "
                    + "400 response explains an invalid day."),
            parameter("sort", "The fields to sort by, such as value:desc,name."),
        ]
        if let sections {
            parameters.append(
                parameter(
                    sections,
                    "The sections, such as initial or value:25,50. Items then include the title of their section."
                ))
        }
        if let ruleName {
            parameters.append(
                parameter(
                    ruleName,
                    "The sections as a rule: bands:25,50:valueInDollars, initial:name, or year, month, flag or value "
                        + "with a field. A minus sign before the rule sorts the sections in descending order. none "
                        + "means no sections."))
        }
        return RequestPart(
            about: RequestPartDescription(parameters: parameters, failures: [400]),
            read: { source, _ in try QueryText(source.parameters, sections: sections, rule: ruleName) },
            write: { text, request in
                request.parameters += text.parameters(sections: sections ?? "", rule: ruleName ?? "").filter {
                    !$0.name.isEmpty
                }
            })
    }
}
