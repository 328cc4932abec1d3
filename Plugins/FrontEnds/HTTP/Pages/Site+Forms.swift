import LootControllers
import LootCore
import WebServer

extension Site {
    func addWriting(to router: inout Router) {
        page(&router, .post, "/items") { try await self.addFromForm($0) }
        page(&router, .post, "/items/{id}") { try await self.saveFromForm($0) }
        page(&router, .post, "/items/{id}/favorite") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            try await self.inventory.setFavorite([id], form["favorite"] == "true")
            return Self.redirect(Self.back(form))
        }
        page(&router, .post, "/items/{id}/delete") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            try await self.inventory.remove([id])
            return Self.redirect(Self.back(form))
        }
        page(&router, .post, "/items/{id}/move") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            if let other = form["before"].flatMap({ ItemID($0) }) {
                try await self.inventory.move(id, to: .before(other))
            } else if let other = form["after"].flatMap({ ItemID($0) }) {
                try await self.inventory.move(id, to: .after(other))
            }
            return Self.redirect(Self.back(form))
        }
        let photoLimit = Photo.greatestSize + Photo.greatestThumbnailSize + 65_536
        page(&router, .post, "/items/{id}/photo", bodyLimit: photoLimit) { try await self.photoFromForm($0) }
        page(&router, .post, "/items/{id}/photo/delete") { request in
            let id = try self.itemID(request)
            let form = try await self.form(request)
            try await self.inventory.removePhoto(of: id)
            return Self.redirect(Self.address(of: id, back: Self.back(form)))
        }
        page(&router, .post, "/import", bodyLimit: API.greatestFile) { try await self.importFromForm($0) }
        page(&router, .post, "/undo") { request in
            let form = try await self.form(request)
            try await self.inventory.undo()
            return Self.redirect(Self.back(form))
        }
        page(&router, .post, "/redo") { request in
            let form = try await self.form(request)
            try await self.inventory.redo()
            return Self.redirect(Self.back(form))
        }
        addSettings(to: &router)
    }

    private func addSettings(to router: inout Router) {
        page(&router, .post, "/text-size") { request in
            let form = try await self.form(request)
            var response = Self.redirect(Self.back(form))
            if let size = form["size"], PageLayout.textSizes.contains(size) {
                response.headers[.setCookie] =
                    "\(PageLayout.textSizeCookie)=\(size); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            }
            return response
        }
        page(&router, .post, "/sign-in") { request in
            let form = try await self.form(request)
            let next = Self.local(form["next"])
            guard let token = form["token"], self.access.isToken(token) else {
                return self.signInPage(.unauthorized, request, next: next, isWrong: true)
            }
            var response = Self.redirect(next)
            response.headers[.setCookie] = self.access.setCookie(isValid: true)
            return response
        }
        page(&router, .post, "/sign-out") { _ in
            var response = Self.redirect("/sign-in")
            response.headers[.setCookie] = self.access.setCookie(isValid: false)
            return response
        }
    }

    static func redirect(_ address: String) -> Response {
        Response(.seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    private func form(_ request: Request) async throws -> WebServer.Query {
        let bytes = try await request.body.bytes()
        guard bytes.isEmpty || request.mediaType == "application/x-www-form-urlencoded" else {
            throw HTTPError(
                .unsupportedMediaType, "The body has to be application/x-www-form-urlencoded.")
        }
        return WebServer.Query(form: bytes)
    }

    // MARK: Items

    private func addFromForm(_ request: Request) async throws -> Response {
        let values = try await form(request)
        let form = DetailForm(Item()).filled(with: values)
        do throws(LootError) {
            try await inventory.add([try form.item(with: form.custom(in: values))])
            return Self.redirect(Self.back(values))
        } catch  where error.code == .invalidValue {
            return formAgain(request, values, form, error, isNew: true)
        }
    }

    private func saveFromForm(_ request: Request) async throws -> Response {
        let values = try await form(request)
        let item = try await shownItem(request)
        let form = DetailForm(item).filled(with: values)
        if values["tag"] != EntityTag.of(itemBytes(item)) {
            return formTooLate(request, values, form)
        }
        do throws(LootError) {
            let patch = Patch(try form.patch().edits + form.custom(in: values))
            if !patch.isEmpty { try await inventory.edit([item.id], patch) }
            return Self.redirect(Self.back(values))
        } catch  where error.code == .invalidValue {
            return formAgain(request, values, form, error, isNew: false)
        }
    }

    /// The form with what was typed, and what is wrong with it.
    private func formAgain(
        _ request: Request, _ values: WebServer.Query, _ form: DetailForm, _ error: LootError, isNew: Bool
    ) -> Response {
        var page = detail(form, isNew: isNew, back: Self.back(values))
        page.custom = values.custom
        let field = error.field.flatMap { form[$0] }?.id ?? DetailPage.newCustom
        page.problems[field] = "\(error)"
        return detailPage(request, page, .unprocessableContent)
    }

    /// The form with what was typed, for an item that somebody else has changed.
    private func formTooLate(
        _ request: Request, _ values: WebServer.Query, _ form: DetailForm
    ) -> Response {
        var page = detail(form, isNew: false, back: Self.back(values))
        page.custom = values.custom
        page.notice = """
            This item was changed elsewhere while you edited it. The fields show what you typed; \
            what you save now counts.
            """
        return detailPage(request, page, .conflict)
    }
}

extension DetailForm {
    /// The form with what a browser has sent, in the browser's spelling of lines and moments.
    fileprivate func filled(with values: WebServer.Query) -> DetailForm {
        rows.reduce(into: self) { form, row in
            // A switch that is on sends its value behind the hidden one for off.
            guard let sent = values.values(of: row.id.rawValue).last else { return }
            form.set(row.control.text(ofBrowser: sent), for: row.id)
        }
    }

    /// The new field of the person's own, if one was filled in.
    fileprivate func custom(in values: WebServer.Query) throws(LootError) -> [Patch.Edit] {
        let custom = values.custom
        guard !custom.name.isEmpty else { return [] }
        let type = FieldType(rawValue: custom.type) ?? .text
        // The form says whether it may have the field.
        var copy = self
        try copy.addCustomField(custom.name, type)
        let value = try type.parse(custom.value)
        try CustomField.check(custom.name, value)
        return [Patch.Edit(.custom(custom.name), value)]
    }

    /// The item with what was typed, and further fields.
    fileprivate func item(with edits: [Patch.Edit]) throws(LootError) -> Item {
        var item = try edited()
        try Patch(edits).apply(to: &item)
        return item
    }
}

extension DetailForm.Control {
    /// What a person typed, of what a browser sends.
    fileprivate func text(ofBrowser sent: String) -> String {
        let text = sent.replacing("\r\n", with: "\n")
        guard self == .moment, !text.isEmpty, !text.hasSuffix("Z") else { return text }
        return text + (text.utf8.count == 16 ? ":00Z" : "Z")
    }
}

extension WebServer.Query {
    /// What was typed for a new field.
    fileprivate var custom: (name: String, type: String, value: String) {
        (self["custom-name"] ?? "", self["custom-type"] ?? "text", self["custom-value"] ?? "")
    }
}
