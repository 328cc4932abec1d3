import LootCore
import LootFormats
import LootPlugins
import LootQueryText

extension People {
    /// Parses the format of ``json``. Missing members are treated as empty.
    init(json bytes: [UInt8], at path: String) throws(LootError) {
        func refusal(_ reason: Message) -> LootError {
            LootError(
                .damaged, "Can't read the list of people in \(TextRules.visible(path: path)).",
                reason: reason,
                advice: "Correct the file, or move it elsewhere and create new tokens.", place: path)
        }
        let document: DocumentValue
        do throws(FormatError) { document = try DocumentValue(json: bytes.span) } catch {
            throw refusal(error.reason)
        }
        for person in document["people"]?.list ?? [] {
            guard let name = person["name"]?.string, let role = person["role"]?.string.flatMap(Role.init),
                let since = person["since"]?.string.flatMap({ Day($0) }),
                let digest = person["digest"]?.string.flatMap({ FileID($0) })
            else {
                throw refusal("The “name”, “role”, “since” or “digest” of a person is missing or invalid.")
            }
            var grants: [String: Role] = [:]
            for entry in person["lists"]?.members ?? [] {
                guard let role = entry.value.string.flatMap(Role.init) else {
                    throw refusal("The role of a person in a list is invalid.")
                }
                grants[entry.key] = role
            }
            let password = person["password"]?.string.map { PasswordHash(text: $0) }
            var added = Person(
                name: name, role: role, grants: grants, password: password,
                addedIn: person["addedIn"]?.string, since: since, digest: digest)
            if let invitation = person["invitation"] {
                guard let until = invitation["until"]?.string.flatMap({ Moment($0) }),
                    let digest = invitation["digest"]?.string.flatMap({ FileID($0) })
                else { throw refusal("The “until” or “digest” of an invitation is missing or invalid.") }
                added.invitation = Invitation(until: until, digest: digest)
            }
            people.append(added)
        }
        for link in document["links"]?.list ?? [] {
            guard let until = link["until"]?.string.flatMap({ Moment($0) }),
                let digest = link["digest"]?.string.flatMap({ FileID($0) }), let view = link["view"]
            else { throw refusal("The “view”, “until” or “digest” of a link is missing or invalid.") }
            let shown = try SavedView(link["name"]?.string ?? "", json: ForeignValue(view))
            let fields = (link["fields"]?.list ?? []).compactMap(\.string).map { FieldKey(rawValue: $0) }
            links.append(
                Link(
                    list: link["list"]?.string, view: shown, fields: Set(fields), until: until, digest: digest
                ))
        }
        for session in document["sessions"]?.list ?? [] {
            guard let token = session["token"]?.string.flatMap({ FileID($0) }),
                let since = session["since"]?.string.flatMap({ Day($0) }),
                let seen = session["seen"]?.string.flatMap({ Day($0) }),
                let digest = session["digest"]?.string.flatMap({ FileID($0) })
            else {
                throw refusal("The “token”, “since”, “seen” or “digest” of a session is missing or invalid.")
            }
            let guest = session["guest"]?.string.flatMap { name in
                session["role"]?.string.flatMap(Role.init).map { Session.Guest(name: name, role: $0) }
            }
            sessions.append(
                Session(
                    token: token, device: session["device"]?.string ?? "", since: since, seen: seen,
                    isByProvider: session["provider"]?.content == .flag(true),
                    idToken: session["idToken"]?.string, guest: guest, digest: digest))
        }
    }

    /// The people, links and sessions as JSON with one entry per line.
    var json: [UInt8] {
        func text(_ text: String) -> ForeignValue { .text(text) }
        let everyone = people.map { person -> ForeignValue in
            var members = [
                ForeignField("name", text(person.name)), ForeignField("role", text(person.role.rawValue)),
            ]
            if !person.grants.isEmpty {
                let grants = person.grants.sorted { $0.key < $1.key }
                members.append(
                    ForeignField(
                        "lists", .object(grants.map { ForeignField($0.key, text($0.value.rawValue)) })))
            }
            if let list = person.addedIn { members.append(ForeignField("addedIn", text(list))) }
            if let password = person.password {
                members.append(ForeignField("password", text(password.text)))
            }
            if let invitation = person.invitation {
                let fields = [
                    ForeignField("until", text(invitation.until.description)),
                    ForeignField("digest", text(invitation.digest.description)),
                ]
                members.append(ForeignField("invitation", .object(fields)))
            }
            return .object(
                members + [
                    ForeignField("since", text(person.since.description)),
                    ForeignField("digest", text(person.digest.description)),
                ])
        }
        let shown = links.map { link -> ForeignValue in
            let list = link.list.map { [ForeignField("list", text($0))] } ?? []
            return .object(
                list + [
                    ForeignField("name", text(link.view.name)), ForeignField("view", link.view.json),
                    ForeignField("fields", .array(link.fields.map(\.rawValue).sorted().map(text))),
                    ForeignField("until", text(link.until.description)),
                    ForeignField("digest", text(link.digest.description)),
                ])
        }
        let signedIn = sessions.map { session -> ForeignValue in
            var members = [
                ForeignField("token", text(session.token.description)),
                ForeignField("device", text(session.device)),
                ForeignField("since", text(session.since.description)),
                ForeignField("seen", text(session.seen.description)),
            ]
            if session.isByProvider { members.append(ForeignField("provider", .flag(true))) }
            if let token = session.idToken { members.append(ForeignField("idToken", text(token))) }
            if let guest = session.guest {
                members.append(ForeignField("guest", text(guest.name)))
                members.append(ForeignField("role", text(guest.role.rawValue)))
            }
            return .object(members + [ForeignField("digest", text(session.digest.description))])
        }
        let whole = ForeignValue.object([
            ForeignField("people", .array(everyone)), ForeignField("links", .array(shown)),
            ForeignField("sessions", .array(signedIn)),
        ])
        return Array((whole.json(columns: 100) + "\n").utf8)
    }
}

extension DocumentValue {
    fileprivate var string: String? { if case .text(let text) = content { text } else { nil } }

    fileprivate var members: [DocumentEntry] {
        if case .object(let members) = content { members } else { [] }
    }

    fileprivate var list: [DocumentValue] { if case .array(let list) = content { list } else { [] } }
}
