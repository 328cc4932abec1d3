import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import TerminalText

/// The `loot people` command.
struct PeopleCommand: LootCommand {
    private static let name = Argument.required("NAME", "Whom the history names")
    private static let link = Argument.required("LINK", "The link's id, as the list of people has it")
    private static let role = Option.choice(
        "role", "ROLE", "What they may do; else they may change the list",
        People.Role.allCases.map { ($0.rawValue, $0) }, default: People.Role.write)
    private static let within = Option.value(
        "within", "SPAN", "For how long the link is good, such as 6 weeks; else 30 days")
    private static let title = Option.value(
        "title", "TEXT", "What stands above the list; else the view's name")
    private static let fields = Option.value(
        "show", "FIELDS", "Also show these to strangers: purchasePrice, serialNumber, or both with a comma")
    private static let url = Option.value(
        "url", "URL", "The address of the server; else what the configuration or this machine's network says")

    private static let sections = QueryOptions.sections

    let declaration = Command(
        "people", summary: "Say who may come to a served list",
        discussion: """
            Each person gets a token of their own, which loot serve asks for, and which is told only once. Those with the \
            role read look at everything and change nothing; the history names each change's person. A server that runs \
            takes note within a second. A link shows what a view or a filter selects, as a report, to everyone who has its \
            address.
            """,
        group: "Setup", options: OutputFormat.options,
        subcommands: [
            Command("list", summary: "Show people and links", options: OutputFormat.options),
            Command(
                "add", summary: "Let a person come, and tell the token", arguments: [name], options: [role],
                examples: [.init("loot people add Ada --role read", "Ada may look")]),
            Command("remove", summary: "Take a person's token back", arguments: [name]),
            Command(
                "link", summary: "Make an address that shows a list for a while",
                options: [within, title, fields, url, sections] + QueryOptions.choosing,
                examples: [
                    .init("loot people link --view insured --within '2 weeks'", "A view, for an insurance")
                ]),
            Command("unlink", summary: "Take a link back", arguments: [link]),
        ],
        examples: [
            .init("loot people add Ada", "Ada may change the list"),
            .init("loot people", "Who may come"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        // Check the configuration first, since an error may affect the path of the file.
        if let problem = context.host.configurationProblems().first { throw problem }
        let file = try PeopleFile(of: context.host)
        switch context.invocation.path.last {
        case "add": try add(context, file)
        case "remove":
            let name = context[PeopleCommand.name]
            let removed = try file.change { (people) throws(LootError) in try people.remove(name) }
            context.line("\(removed.name)'s token opens nothing any more.")
        case "link": try await share(context, file)
        case "unlink":
            let id = context[PeopleCommand.link]
            let link = try file.change { (people) throws(LootError) in try people.takeBack(id) }
            context.line("The link \(link.id) shows nothing any more.")
        default: try show(context, file)
        }
        return .success
    }

    private func add(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let (name, role) = (context[PeopleCommand.name], context[PeopleCommand.role])
        let token = try file.change { (people) throws(LootError) in try people.add(name, role) }
        context.line(token)
        let right = role == .write ? "may change the list" : "may look at the list"
        context.say("\(name) \(right) with this token, which is not told again")
    }

    private func share(_ context: CommandContext, _ file: PeopleFile) async throws(LootError) {
        let span = context[PeopleCommand.within] ?? "30 days"
        guard let length = CalendarSpan(span), length.isPeriod, let end = Day.today.adding(length) else {
            throw LootError(
                .usage, "Can't create a link.", reason: "\(TextRules.quoted(span)) isn't a length of time.",
                advice: "Enter a length such as 30 days, 6 weeks or 1 year.")
        }
        let view = try await context.view()
        let text = try await context.queryTextInSections(view: view)
        // Report an invalid query now rather than to those who open the link.
        _ = try await context.queryInSections(view: view)
        let title = context[PeopleCommand.title] ?? view?.name ?? ""
        // The link is still valid on its last day.
        let until = Moment(startOf: end.adding(CalendarSpan(1, .day)) ?? end)
        let fields = try PeopleCommand.shownFields(context[PeopleCommand.fields] ?? "")
        let secret = try file.change { (people) throws(LootError) in
            people.share(SavedView(title, text), showing: fields, until: until)
        }
        var base = (context[PeopleCommand.url] ?? context.listeningURL)[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        context.line("\(base)/shared/\(secret)")
        context.say("it is good until \(end); the address is not told again")
        if context[PeopleCommand.url] == nil, context.listensOnlyHere {
            context.say(
                "Only this machine can open this address. Set frontEnd.address or frontEnd.publicURL, or use --url with "
                    + "the address of your server")
        }
    }

    /// Parses the names of private fields to show in a link.
    private static func shownFields(_ text: String) throws(LootError) -> Set<FieldKey> {
        var fields: Set<FieldKey> = []
        for name in text.split(separator: ",") {
            let key = try Field.named(String(name.filter { $0 != " " }))
            guard People.Link.privateFields.contains(key) else {
                throw LootError(
                    .usage, "Can't create a link.", reason: "Every link shows \(key.rawValue).",
                    advice: "Name purchasePrice, serialNumber or both.")
            }
            fields.insert(key)
        }
        return fields
    }

    private func show(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        try context.write(
            PeopleCommand.records(file.read()),
            empty: "No people. Let one come with: \(context.program.name) people add NAME")
    }

    /// Returns records of people and links, with the names and IDs for removing them. Omits digests.
    private static func records(_ people: People) -> Records {
        var records = Records(
            [
                .init("kind", nil), .init("name", "Name", wraps: true, resists: true), .init("role", "Role"),
                .init("since", "Since"),
                .init("until", "Until"), .init("title", "Title"), .init("view", "Shows", wraps: true),
            ], id: "name")
        for person in people.people {
            records.append([
                .init("person"), .init(person.name), .init(person.role.rawValue),
                .init(.text(person.since.description), StyledText("since \(person.since)")), .init(nil),
                .init(nil), .init(nil),
            ])
        }
        for link in people.links {
            let isOver = link.until <= .now
            records.append([
                .init("link"), .init(.text(link.id), StyledText("link \(link.id)")),
                .init(People.Role.read.rawValue), .init(nil),
                .init(
                    .text(link.until.description),
                    StyledText(isOver ? "ended" : "until \(link.lastDay)", isOver ? Style(.dim) : Style())),
                .init(link.view.name),
                .init(link.view.json, StyledText(link.view.json.json(columns: .max))),
            ])
        }
        return records
    }
}
