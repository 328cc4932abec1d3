import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import TerminalText

/// The `loot people` command.
struct PeopleCommand: LootCommand {
    private static let name = Argument.required("NAME", "The person's name, as shown in the history")
    private static let link = Argument.required("LINK", "The ID of the link, as shown by “people”")
    private static let role = Option.choice(
        "role", "ROLE", "The role of the person; the default is write",
        People.Role.allCases.map { ($0.rawValue, $0) }, default: People.Role.write)
    private static let within = Option.value(
        "within", "SPAN", "The lifetime of the link, such as 6 weeks; the default is 30 days")
    private static let title = Option.value(
        "title", "TEXT", "The title of the list; the default is the name of the view")
    private static let fields = Option.value(
        "show", "FIELDS", "Also show these fields, separated by commas: proceeds, purchasePrice, serialNumber"
    )
    private static let url = Option.value(
        "url", "URL", "The address of the server; the default is that of the configuration or of this machine"
    )

    private static let sections = QueryOptions.sections

    let declaration = Command(
        "people", summary: "Manage the people and links with access to a shared list",
        discussion: """
            Each person gets a token for “loot serve”, which is printed only once. People with the role \
            “read” can't change anything. The history shows who made a change. A running server applies \
            changes within a second. A link shows the items of a view or filter as a report to anyone who \
            has its address.
            """,
        group: "Setup", options: OutputFormat.options,
        subcommands: [
            Command("list", summary: "List people and links", options: OutputFormat.options),
            Command(
                "add", summary: "Add a person and print the token", arguments: [name], options: [role],
                examples: [.init("loot people add Ada --role read", "Add a person who can only read")]),
            Command("remove", summary: "Revoke a person's token", arguments: [name]),
            Command(
                "link", summary: "Create a temporary link to a list",
                options: [within, title, fields, url, sections] + QueryOptions.choosing,
                examples: [
                    .init(
                        "loot people link --view insured --within '2 weeks'",
                        "Share a view with an insurance company"
                    )
                ]),
            Command("unlink", summary: "Revoke a link", arguments: [link]),
        ],
        examples: [
            .init("loot people add Ada", "Add a person who can change the list"),
            .init("loot people", "List people and links"),
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
            context.line(String(localized: "Revoked \(removed.name)'s token."))
        case "link": try await share(context, file)
        case "unlink":
            let id = context[PeopleCommand.link]
            let link = try file.change { (people) throws(LootError) in try people.takeBack(id) }
            context.line(String(localized: "Revoked the link \(link.id)."))
        default: try show(context, file)
        }
        return .success
    }

    private func add(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let (name, role) = (context[PeopleCommand.name], context[PeopleCommand.role])
        let token = try file.change { (people) throws(LootError) in try people.add(name, role) }
        context.line(token)
        context.say(
            role == .write
                ? String(localized: "\(name) can change the list with this token. It is printed only once.")
                : String(localized: "\(name) can read the list with this token. It is printed only once."))
    }

    private func share(_ context: CommandContext, _ file: PeopleFile) async throws(LootError) {
        let span = context[PeopleCommand.within] ?? "30 days"
        guard let length = CalendarSpan(span), length.isPeriod, let end = Day.today.adding(length) else {
            throw LootError(
                .usage, "Can't create a link.", reason: "\(TextRules.quoted(span)) isn't a period.",
                advice: "Enter a period such as 30 days, 6 weeks or 1 year.")
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
        context.say(String(localized: "It is valid until \(end). The address is printed only once."))
        if context[PeopleCommand.url] == nil, context.listensOnlyHere {
            context.say(
                String(
                    localized: """
                        Only this machine can open this address. Set http.address or http.publicURL, or use --url with \
                        the address of your server.
                        """))
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
                    advice: "Specify proceeds, purchasePrice or serialNumber.")
            }
            fields.insert(key)
        }
        return fields
    }

    private func show(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        try context.write(
            PeopleCommand.records(file.read()),
            empty: String(
                localized:
                    "Nobody has been added yet. Add a person with: \(context.program.name) people add NAME"))
    }

    /// Returns records of people and links, with the names and IDs for removing them. Omits digests.
    private static func records(_ people: People) -> Records {
        var records = Records(
            [
                .init("kind", nil), .init("name", String(localized: "Name"), wraps: true, resists: true),
                .init("role", String(localized: "Role")),
                .init("since", String(localized: "Since")),
                .init("until", String(localized: "Until")), .init("title", String(localized: "Title")),
                .init("view", String(localized: "Shows"), wraps: true),
            ], id: "name")
        for person in people.people {
            records.append([
                .init("person"), .init(person.name), .init(person.role.rawValue),
                .init(
                    .text(person.since.description), StyledText(String(localized: "since \(person.since)"))),
                .init(nil),
                .init(nil), .init(nil),
            ])
        }
        for link in people.links {
            let isOver = link.until <= .now
            records.append([
                .init("link"), .init(.text(link.id), StyledText(String(localized: "link \(link.id)"))),
                .init(People.Role.read.rawValue), .init(nil),
                .init(
                    .text(link.until.description),

                    StyledText(
                        isOver ? String(localized: "expired") : String(localized: "until \(link.lastDay)"),
                        isOver ? Style(.dim) : Style())),
                .init(link.view.name),
                .init(link.view.json, StyledText(link.view.json.json(columns: .max))),
            ])
        }
        return records
    }
}
