import LootCore
import LootQueryText

extension Take {
    /// Returns the part for a query: its filters, order and sections. `sections` is the name of the parameter for
    /// sections in short form, or `nil` if there is none. `rule` determines whether the sections can also be given as
    /// a rule.
    static func query(sections: String? = nil, rule: Bool = false) -> RequestPart<QueryText> {
        let ruleName = rule ? "rule" : nil
        func parameter(_ name: String, _ summary: String, _ schema: JSON = ["type": "string"])
            -> EndpointDescription.Parameter
        { .init(name: name, place: .query, schema: schema, summary: summary) }
        var parameters = [
            parameter("search", "Words that must all be found."),
            parameter("scope", "The fields to search, with commas between them."),
            parameter("favorites", "Only favorites.", ["type": "boolean", "default": false]),
            parameter(
                "where",
                "A condition, as value >= 50 and tag = light; of several, all must hold. A 400 tells the place of "
                    + "what can't be read."),
            parameter("sort", "The fields to sort by, as value:desc,name."),
        ]
        if let sections {
            parameters.append(
                parameter(
                    sections,
                    "How to part the items, as initial or value:25,50. Items then say their section."))
        }
        if let ruleName {
            parameters.append(
                parameter(
                    ruleName,
                    "How to part the items, told without a name: bands:25,50:valueInDollars, initial:name, "
                        + "year:dateCreated, month, flag or value and a field; with - before it in descending "
                        + "order; none for no sections."))
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
