import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Handles `POST /items`.
    func addFromForm(_ request: Request) async throws -> Response {
        let (values, files) = try await formWithFiles(request)
        let sent = SentForm(adding: values, in: presentation.money, own: ownFields)
        do throws(LootError) {
            let item = try sent.item()
            // If a form is submitted again because a response was lost, its item is added only once.
            if files.isEmpty {
                if try await store.item(item.id) != item { try await inventory.add([item]) }
            } else if try await store.item(item.id) == nil {
                try await inventory.add(item, with: files)
            }
            let back = Self.back(values)
            return Self.redirect("\(back)\(back.contains("?") ? "&" : "?")added=\(item.id)#item-\(item.id)")
        } catch {
            return formAgain(request, sent, .add, failing: error)
        }
    }

    /// Returns the fields of the submitted form and the chosen files. Only a form of type `multipart/form-data` can
    /// contain files.
    private func formWithFiles(_ request: Request) async throws -> (QueryItems, [NewFile]) {
        guard request.mediaType == "multipart/form-data" else { return (try await form(request), []) }
        let form = try MultipartForm(try await request.body.bytes(), of: request)
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            (QueryItems(fieldsOf: form), try Self.files(in: form))
        }
    }

    /// Handles `POST /items/{id}`. Saves only the fields that the user has changed. Changes by other writers
    /// are kept. If one of them has changed the same field to another value, the user must choose.
    func saveFromForm(_ request: Request) async throws -> Response {
        let id = try itemID(request)
        let values = try await form(request)
        let sent = try SentForm(values, of: id, in: presentation.money, own: ownFields)
        let back = Self.back(values)
        do throws(LootError) {
            var attempts = 100
            while true {
                attempts -= 1
                guard let current = try await store.item(id) else {
                    guard values["again"] == "true" else { return formForRemoved(request, sent) }
                    let commit = try await inventory.add([try sent.item()])
                    return Self.redirect(Self.address(of: id, back: back, saved: commit, also: []))
                }
                let outcome = try sent.outcome(on: current)
                if !outcome.conflicts.isEmpty { return formWithConflicts(request, sent, current, outcome) }
                do throws(LootError) {
                    let commit = try await save(outcome.merge, in: current)
                    return Self.redirect(Self.address(of: id, back: back, saved: commit, also: outcome.also))
                } catch  where error.code == .conflict && attempts > 0 {
                    // The item has changed or was removed since it was read. Try again with its current state.
                    continue
                }
            }
        } catch {
            return formAgain(request, sent, .edit, failing: error)
        }
    }

    /// Saves the merged changes if the item is unchanged since it was compared.
    ///
    /// - Returns: The commit, or `nil` if nothing has changed.
    /// - Throws: `LootError` with code `conflict` if the item has changed.
    private func save(_ merge: FormMerge, in current: Item) async throws(LootError) -> Commit? {
        if merge.patch.isEmpty { return nil }
        return try await inventory.save(
            ItemTransaction(
                [.update(current.id, merge.patch)], title: String(localized: "Edit “\(current.shownName)”"),
                conditions: [merge.condition(for: merge.patch)]))
    }

    // MARK: Forms after errors

    /// Returns the form with the user's input and the reason why it wasn't saved, next to the field if there is one.
    private func formAgain(
        _ request: Request, _ sent: SentForm, _ purpose: FormPage.Purpose, failing error: LootError
    ) -> Response {
        let problem = self.problem(error)
        var page = formPage(sent.form, purpose, back: Self.back(sent.values))
        page.custom = sent.values.custom
        if problem.status < 500, error.code == .invalidValue || error.code == .malformed {
            let field = error.field.flatMap { sent.form[$0] }?.id ?? FormPage.newCustom
            page.problems[field] = error.text
        } else {
            page.notice =
                "<p>\(localized: "Not saved. \(problem.detail)")</p><p>\(localized: "Your input is still here.")</p>"
        }
        return formResponse(request, page, Status(problem.status))
    }

    /// Returns the form with both values of each conflicting field.
    private func formWithConflicts(
        _ request: Request, _ sent: SentForm, _ current: Item, _ outcome: SentForm.Outcome
    ) -> Response {
        var form = sent.form
        for (key, choice) in sent.choices where choice == .theirs {
            form.set(DetailForm(current, own: ownFields)[key]?.text ?? "", for: key)
        }
        form.follow(current)
        // The tags of both sides are already merged.
        for edit in outcome.merge.patch.edits {
            form.set(DetailForm.text(edit.value, in: edit.field), for: edit.field)
        }
        var page = formPage(form, .edit, back: Self.back(sent.values))
        page.custom = sent.values.custom
        for key in outcome.conflicts { page.conflicts[key] = presentation.text(of: key, in: current) }
        let links: [HTML] = outcome.conflicts.map { key in
            "<li><a href=\"#field-\(key.rawValue)-conflict\">\(ItemPresentation.title(of: key))</a></li>"
        }
        let others = Language.current.list(outcome.also.map { ItemPresentation.title(of: $0) }, .none)
        let more: HTML? =
            others.isEmpty
            ? nil
            : "<p>\(localized: "Also changed in the meantime, and already updated here: \(others).")</p>"
        page.notice = """
            <p>\(localized: "Not saved yet: this item was also changed elsewhere. Choose which value to keep.")</p>\
            <ul>\(links)</ul>\(more)
            """
        return formResponse(request, page, .conflict)
    }

    /// Returns the form of an item that was removed while the user edited it.
    private func formForRemoved(_ request: Request, _ sent: SentForm) -> Response {
        var page = formPage(sent.form, .addAgain, back: Self.back(sent.values))
        page.custom = sent.values.custom
        page.notice = """
            <p>\(localized: "Not saved: this item was removed elsewhere in the meantime.")</p>\
            <p>\(localized: "You can add it again with your input, at the end of the list.")</p>
            """
        return formResponse(request, page, .conflict)
    }

    // MARK: Pages

    /// Returns the page with the given form of an item.
    func formPage(_ form: DetailForm, _ purpose: FormPage.Purpose, back: String) -> FormPage {
        var form = form
        // A submitted form has the fields in the same order as the form of a new item.
        form.isNew = purpose != .edit
        let item = form.item
        let template = form.template
        let shown =
            purpose == .add
            ? [("id", item.id.description), ("created", item.dateCreated.description)]
                + (template.map { [("template", $0.name)] } ?? [])
            : [("base", String(decoding: itemBytes(item), as: UTF8.self))]
        var page = FormPage(
            form: form, purpose: purpose, money: presentation.money, back: back, shown: shown,
            takesFiles: purpose == .add && condition.fileKeeper != nil,
            showsPhoto: condition.fileKeeper != nil)
        page.templates = (ownFields.templates, template?.name)
        if (try? host.catalogs())?.isEmpty == false { page.barcode = ("", nil) }
        return page
    }

    func formResponse(_ request: Request, _ page: FormPage, _ status: Status = .ok) -> Response {
        layout(page.title, request).response(
            back: page.backLink, heading: "<bdi>\(page.title)</bdi>", page.html, status)
    }

    /// Returns the address of the item's page with the notice that the item was saved.
    static func address(of id: ItemID, back: String, saved: Commit?, also: [FieldKey]) -> String {
        var query: [(name: String, value: String)] = [("saved", saved.map { "\($0.revision)" } ?? "")]
        if !also.isEmpty { query.append(("also", also.map(\.rawValue).joined(separator: ","))) }
        if back != "/" { query.append(("back", back)) }
        return "/items/\(id)\(PercentEncoding.query(query))"
    }
}
