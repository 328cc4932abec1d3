import LootAPI
import LootActions
import Localization
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// Runs actions for the API and the pages.
extension Site {
    private var runner: ActionRunner { ActionRunner(inventory) }

    /// Handles `POST /api/actions/{id}`.
    func run(_ action: Action, _ call: ActionCall, isDryRun: Bool) async throws -> Reply<[UInt8]> {
        let selection: Selection =
            switch call.items {
            case .listed(let ids): .items(ids)
            case .matching(let text): .matching(try await query(text))
            }
        let prepared: PreparedAction
        do throws(LootError) {
            prepared = try await runner.prepare(
                ActionRequest(
                    action, on: selection, arguments: call.arguments, today: today(),
                    symbol: presentation.money.symbol))
        } catch {
            guard let parameter = action.parameters.first(where: { $0.problemKey == error.field }) else {
                throw error
            }
            throw Problem(error, inArgument: parameter.name)
        }
        if isDryRun {
            let commit = try await runner.preview(prepared)?.commit
            return Reply(result(commit, prepared.previewMessage, isMade: false))
        }
        let outcome = try await runner.commit(prepared)
        return Reply(result(outcome.commit, outcome.message, isMade: true))
    }

    /// Returns the outcome of an action as JSON.
    private func result(_ commit: Commit?, _ message: Message, isMade: Bool) -> [UInt8] {
        let changed = Set(commit?.changes.compactMap(\.change.item) ?? []).count
        var members: [(String, JSON)] = [("changed", JSON(changed)), ("message", JSON(message.text))]
        if isMade, let revision = commit?.revision {
            let undo: JSON = ["method": "POST", "href": JSON(API.undo.request(revision).target)]
            members += [
                ("revision", JSON(revision.rawValue)), ("state", JSON(states.id(revision))), ("undo", undo),
            ]
        }
        return JSON(members).bytes
    }

    /// Handles `GET /do/{id}`: asks for the arguments of an action.
    func showForm(of action: Action, _ request: Request) async throws -> Response {
        let typed = request.query
        let selection = try await selection(action, typed, in: Self.back(typed))
        return try await formPage(action, selection, typed, request)
    }

    /// Handles `POST /do/{id}`: runs an action on the item of a form, on the selected items, or on all items.
    ///
    /// The form for selected items has no arguments. If the action needs some, the answer asks for them.
    func runFromForm(_ action: Action, _ request: Request) async throws -> Response {
        let form = try await form(request)
        let back = Self.back(form)
        let selection = try await selection(action, form, in: back)
        let parameters = action.parameters
        if !parameters.isEmpty, form["do"] == action.id {
            return try await formPage(action, selection, form, request)
        }
        var arguments: [String: String] = [:]
        for parameter in parameters { arguments[parameter.name] = form[parameter.name] }
        let outcome: ActionOutcome
        do throws(LootError) {
            outcome = try await runner.prepareAndCommit(
                ActionRequest(
                    action, on: selection, arguments: arguments, today: today(),
                    symbol: presentation.money.symbol))
        } catch {
            if error.code != .invalidValue || parameters.isEmpty || isMinimal(request) { throw error }
            return try await formPage(action, selection, form, request, error)
        }
        if isMinimal(request) {
            return Response(
                headers: [
                    "Loot-State": outcome.commit.map { states.id($0.revision) } ?? "",
                    .contentType: "application/json", .cacheControl: "no-store",
                ], body: .bytes(result(outcome.commit, outcome.message, isMade: true)))
        }
        var address = back
        if case .items(let ids) = selection, let id = ids.first, ids.count == 1 {
            address = Self.row(of: id, in: back)
        }
        guard let commit = outcome.commit else { return Self.redirect(address) }
        messages.add(outcome.message, at: commit.revision)
        return Self.redirect(Self.reporting(commit, in: address))
    }

    private func selection(
        _ action: Action, _ form: QueryItems, in address: String
    ) async throws -> Selection {
        action.isForList ? .items([]) : try await selection(form, in: address)
    }

    private func isMinimal(_ request: Request) -> Bool { request.headers["Prefer"] == "return=minimal" }

    private func formPage(
        _ action: Action, _ selection: Selection, _ typed: QueryItems, _ request: Request,
        _ problem: LootError? = nil
    ) async throws -> Response {
        let items: String
        switch selection {
        case .items([]): items = ""
        case .items(let ids) where ids.count == 1:
            items = Language.current.quoted(try await existing(ids[0]).shownName)
        case .items(let ids): items = ItemPresentation.count(ids.count)
        case .matching(let query): items = ItemPresentation.count(try await store.outline(of: query).count)
        }
        let kept = typed.items.filter { ["item", "all"].contains($0.name) } + [("back", Self.back(typed))]
        let form = ActionForm(action: action, items: items, fields: kept, typed: typed, problem: problem)
        return layout(form.title, kind: "small-page", request).response(
            form.html, problem == nil ? .ok : .unprocessableContent)
    }

    /// Returns the selection of a form: the items it names, or all items of the list.
    func selection(_ form: QueryItems, in address: String) async throws -> Selection {
        if form["all"] == "true" {
            // An unreadable address must not be interpreted as the whole list.
            guard form["back"] == address, let shown = Request(.get, address), shown.path == "/" else {
                throw HTTPError(.badRequest, String(localized: "The form doesn't identify the list."))
            }
            var query = try await ListQuery(shown, host).query(self)
            query.sectioning = nil
            return .matching(query)
        }
        let ids = form.values(of: "item").compactMap { ItemID($0) }
        if ids.isEmpty {
            throw LootError(
                .invalidValue, "Can't change anything.", reason: "No item is selected.",
                advice: "Select items, or all items found.")
        }
        return .items(ids)
    }

    /// Returns the message of the action from whose form the browser was redirected. If the server no longer has it,
    /// returns the title of the commit if it is the next one to undo.
    func notice(_ request: Request) async -> String? {
        guard let number = request.query["done"].flatMap({ UInt64($0) }) else { return nil }
        let revision = Revision(rawValue: number)
        if let message = messages[revision] { return message.text }
        let step = try? await condition.steps(at: revision, of: inventory).undo
        return step?.revision == revision ? step.map { "\($0.title)." } : nil
    }

    /// Returns the address of a list or item page that announces a commit and offers to undo it.
    static func reporting(_ commit: Commit, in address: String) -> String {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = address.hasPrefix("/items/") ? "saved" : "done"
        let mark = parts[0].contains("?") ? "&" : "?"
        return "\(parts[0])\(mark)\(name)=\(commit.revision)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}
