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
    private static let session = Argument.required(
        "SESSION", "The ID of the session, as shown by “people sessions”")
    private static let role = Option.choice(
        "role", "ROLE", "The role of the person; the default is write",
        Role.allCases.map { ($0.rawValue, $0) }, default: Role.write)
    private static let list = Argument.required("LIST", "The name of a list in the configuration")
    private static let listRole = Argument.choice(
        "ROLE", "The role in this list: none, read, lend, write or manage",
        Role.allCases.map { ($0.rawValue, $0) })
    private static let within = Option.value(
        "within", "SPAN", "The lifetime of the link, such as 6 weeks; the default is 30 days")
    private static let invitedWithin = Option.value(
        "within", "SPAN", "The lifetime of the sign-in address; the default is 7 days")
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
            Each person gets a token for “loot serve”, which is printed only once. The role “read” can see \
            everything, “lend” can also lend items and take stock, “write” can also change items, and \
            “manage” can also change settings, people and links. The history shows who made a change. A running server applies \
            changes within a second. A link shows the items of a view or filter as a report to anyone who \
            has its address.
            """,
        group: "Setup", options: OutputFormat.options,
        subcommands: [
            Command("list", summary: "List people and links", options: OutputFormat.options),
            Command(
                "add", summary: "Add a person, and print the token and a sign-in address", arguments: [name],
                options: [role, invitedWithin, url],
                examples: [.init("loot people add Ada --role read", "Add a person who can only read")]),
            Command(
                "invite", summary: "Print an address that signs a browser in as a person, once",
                arguments: [name], options: [invitedWithin, url]),
            Command(
                "grant", summary: "Set a person's role in one of several lists",
                arguments: [name, list, listRole],
                examples: [.init("loot people grant Ada cabin read", "Let Ada read the list “cabin”")]),
            PersonPassword.declaration,
            Command(
                "remove", summary: "Revoke a person's token and end their sessions", arguments: [name]),
            Command(
                "sessions", summary: "List the browsers that are signed in", options: OutputFormat.options),
            Command("sign-out", summary: "End the session of a browser", arguments: [session]),
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
        case "invite": try invite(context, file)
        case "grant": try grant(context, file)
        case "password": try PersonPassword.run(context, file)
        case "remove":
            let name = context[PeopleCommand.name]
            let removed = try file.change { (people) throws(LootError) in try people.remove(name) }
            context.line(String(localized: "Revoked \(removed.name)'s token."))
        case "sessions":
            try context.write(
                PeopleCommand.sessions(file.read()), empty: String(localized: "No browser is signed in."))
        case "sign-out":
            let id = context[PeopleCommand.session]
            let session = try file.change { (people) throws(LootError) in try people.signOut(id) }
            context.line(String(localized: "Ended the session \(session.id)."))
        case "link": try await share(context, file)
        case "unlink":
            let id = context[PeopleCommand.link]
            let link = try file.change { (people) throws(LootError) in try people.takeBack(id) }
            context.line(String(localized: "Revoked the link \(link.id)."))
        default: try show(context, file)
        }
        return .success
    }

    private func grant(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let (name, list) = (context[PeopleCommand.name], context[PeopleCommand.list])
        let known = context.host.listNames
        guard known.contains(list) else {
            throw LootError(
                .usage, "Can't change the role of \(TextRules.quoted(name)).",
                reason: "The configuration has no list with the name \(TextRules.quoted(list)).",
                advice: Suggestions.advice(for: list, among: known))
        }
        // The parser has checked the role.
        let role = context[PeopleCommand.listRole] ?? Role.none
        let person = try file.change { (people) throws(LootError) in
            try people.grant(name, role, in: list)
        }
        context.line(PeopleCommand.sentence(person.name, role, in: list))
        if let origin = person.addedIn, origin != list, role != .none {
            context.say(
                String(
                    localized: """
                        A manager of the list “\(origin)” has seen the token of \(person.name), which opens this list, \
                        too. Remove and add \(person.name) to replace it.
                        """))
        }
    }

    private static func sentence(_ name: String, _ role: Role, in list: String) -> String {
        switch role {
        case .none: String(localized: "\(name) has no access to the list “\(list)”.")
        case .read: String(localized: "\(name) can read the list “\(list)”.")
        case .lend: String(localized: "\(name) can lend items of the list “\(list)” and take stock.")
        case .write: String(localized: "\(name) can change the list “\(list)”.")
        case .manage: String(localized: "\(name) can manage the list “\(list)”.")
        }
    }

    private func add(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let (name, role) = (context[PeopleCommand.name], context[PeopleCommand.role])
        let lastDay = try PeopleCommand.lastDay(
            context[PeopleCommand.invitedWithin] ?? "7 days",
            failing: "Can't invite \(TextRules.quoted(name)).")
        let (token, secret) = try file.change { (people) throws(LootError) in
            (try people.add(name, role), try people.invite(name, lastDay: lastDay))
        }
        context.line(token)
        let permission =
            switch role {
            case .none:
                String(
                    localized:
                        "\(name) has access to the lists that you grant. The token is printed only once.")
            case .read:
                String(localized: "\(name) can read the list with this token. It is printed only once.")
            case .lend:
                String(
                    localized:
                        "\(name) can lend items and take stock with this token. It is printed only once.")
            case .write:
                String(localized: "\(name) can change the list with this token. It is printed only once.")
            case .manage:
                String(localized: "\(name) can manage the list with this token. It is printed only once.")
            }
        context.say(permission)
        context.say(PeopleCommand.address(of: "join", secret, context))
        explainInvitation(of: name, until: lastDay, context)
    }

    private func invite(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let name = context[PeopleCommand.name]
        let lastDay = try PeopleCommand.lastDay(
            context[PeopleCommand.invitedWithin] ?? "7 days",
            failing: "Can't invite \(TextRules.quoted(name)).")
        let secret = try file.change { (people) throws(LootError) in
            try people.invite(name, lastDay: lastDay)
        }
        context.line(PeopleCommand.address(of: "join", secret, context))
        explainInvitation(of: name, until: lastDay, context)
    }

    private func explainInvitation(of name: String, until lastDay: Day, _ context: CommandContext) {
        context.say(
            String(
                localized:
                    "This address signs in one browser as \(name), once and until \(lastDay). It is printed only once."
            ))
        PeopleCommand.warnIfOnlyHere(context)
    }

    private func share(_ context: CommandContext, _ file: PeopleFile) async throws(LootError) {
        let end = try PeopleCommand.lastDay(
            context[PeopleCommand.within] ?? "30 days", failing: "Can't create a link.")
        let view = try await context.view()
        let text = try await context.queryTextInSections(view: view)
        // Report an invalid query now rather than to those who open the link.
        _ = try await context.queryInSections(view: view)
        let title = context[PeopleCommand.title] ?? view?.name ?? ""
        // The link is still valid on its last day.
        let until = Moment(startOf: end.adding(CalendarSpan(1, .day)) ?? end)
        let fields = try PeopleCommand.shownFields(context[PeopleCommand.fields] ?? "")
        let secret = try file.change { (people) throws(LootError) in
            people.share(
                SavedView(title, text), of: context.host.listName, showing: fields, until: until)
        }
        context.line(PeopleCommand.address(of: "shared", secret, context))
        context.say(String(localized: "It is valid until \(end). The address is printed only once."))
        PeopleCommand.warnIfOnlyHere(context)
    }

    /// Returns the last day of a period that begins today.
    private static func lastDay(_ span: String, failing failure: Message) throws(LootError) -> Day {
        if let length = CalendarSpan(reading: span), length.isPeriod, let end = Day.today.adding(length) {
            return end
        }
        throw LootError(
            .usage, failure, reason: "\(TextRules.quoted(span)) isn't a period.",
            advice: "Enter a period such as 6 months, 2 weeks or 10 days.")
    }

    /// Returns the address on the server that contains a secret.
    private static func address(of kind: String, _ secret: String, _ context: CommandContext) -> String {
        "\(context.addressOfList(on: context[PeopleCommand.url] ?? context.listeningURL))/\(kind)/\(secret)"
    }

    /// Warns if other machines can't open the printed address.
    private static func warnIfOnlyHere(_ context: CommandContext) {
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

    /// Returns the roles in individual lists, sorted by the names of the lists.
    private static func cell(of grants: [String: Role]) -> Records.Cell {
        let sorted = grants.sorted { $0.key < $1.key }
        return .init(
            .object(sorted.map { ForeignField($0.key, .text($0.value.rawValue)) }),
            StyledText(sorted.map { "\($0.key): \($0.value.rawValue)" }.joined(separator: ", ")))
    }

    /// Returns records of sessions with the IDs for ending them. Omits digests.
    private static func sessions(_ people: People) -> Records {
        var records = Records(
            [
                .init("session", String(localized: "Session")),
                .init("name", String(localized: "Name"), wraps: true, resists: true),
                .init("device", String(localized: "Device"), wraps: true),
                .init("since", String(localized: "Since")), .init("seen", String(localized: "Last used")),
            ], id: "session")
        for session in people.sessions where !session.isOver(on: .today) {
            records.append([
                .init(session.id),
                .init(
                    people.people.first { $0.digest == session.token }?.name ?? session.guest?.name
                        ?? String(localized: "the shared token")),
                .init(session.device), .init(session.since.description), .init(session.seen.description),
            ])
        }
        return records
    }

    /// Returns records of people and links, with the names and IDs for removing them. Omits digests.
    private static func records(_ people: People) -> Records {
        var records = Records(
            [
                .init("kind", nil), .init("name", String(localized: "Name"), wraps: true, resists: true),
                .init("role", String(localized: "Role")), .init("lists", String(localized: "Lists")),
                .init("since", String(localized: "Since")),
                .init("until", String(localized: "Until")), .init("title", String(localized: "Title")),
                .init("view", String(localized: "Shows"), wraps: true),
            ], id: "name")
        for person in people.people {
            records.append([
                .init("person"), .init(person.name), .init(person.role.rawValue),
                person.grants.isEmpty ? .init(nil) : PeopleCommand.cell(of: person.grants),
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
                .init(Role.read.rawValue), link.list.map { .init($0) } ?? .init(nil), .init(nil),
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
