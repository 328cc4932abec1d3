package import LootCore
import LootFormats
import LootPlugins
package import LootQueryText

/// The endpoints of the API.
package enum API {
    /// The maximum number of items or changes in a response.
    package static let maximumPage = 1_000
    /// The maximum value of numeric parameters. All JSON implementations can represent it exactly.
    package static let maximumNumber = 1 << 53 - 1
    /// The maximum length of request bodies with files or many changes.
    package static let maximumFile = 64 << 20
    /// The media type of files whose contents determine their type.
    package static let anyBytes = "application/octet-stream"

    /// The media type of calendars.
    package static let calendar = "text/calendar; charset=utf-8"

    /// The descriptions of all endpoints.
    package static let all: [EndpointDescription] = [
        listItems.about, listSections.about, readStatistics.about, listDue.about, readCalendar.about,
        addItem.about, readItem.about,
        editItem.about, removeItem.about, readItemHistory.about, findItem.about, moveItem.about,
        listPlaces.about, movePlace.about, lookUpProduct.about, readSettings.about, changeSettings.about,
        readStocktake.about,
        listViews.about, keepView.about,
        removeView.about,
        holdSnapshot.about, releaseSnapshot.about, readPhoto.about, setPhoto.about, removePhoto.about,
        listFiles.about, addFile.about, readFile.about, removeFile.about, readKeptFile.about, keepFile.about,
        listKeptFiles.about, sweepFiles.about, applyChanges.about,
        undo.about, redo.about, readHistory.about, followChanges.about, followAnswer.about, exportItems.about,
        importItems.about,
        describeStore.about, describeAPI.about, checkHealth.about, readMetrics.about,
    ]

    // MARK: Lists

    package static let listItems = Endpoint(
        .get, "/api/items", "listItems", "Returns a page of a query's items.",
        takes: Parameters.query(sections: "sections", rule: true), Parameters.limit, Parameters.offset,
        Parameters.cursor,
        Parameters.outline, Parameters.near, Parameters.snapshot, answers: .page, failing: [409],
        readsItems: true)

    package static let listSections = Endpoint(
        .get, "/api/sections", "listSections", "Returns the sections of a query's items.",
        takes: Parameters.query(sections: "by", rule: true), Parameters.snapshot, answers: .sections,
        readsItems: true)

    package static let readStatistics = Endpoint(
        .get, "/api/statistics", "readStatistics", "Returns the totals of a query's items.",
        takes: Parameters.query(), Parameters.chart, answers: .made("Statistics", "The totals."),
        readsItems: true)

    package static let listDue = Endpoint(
        .get, "/api/due", "listDue",
        "Returns due dates of loans, services, supplies and warranties, earliest first.",
        takes: Parameters.within, Parameters.limit, answers: .made("DueList", "The due dates."),
        readsItems: true)

    package static let readCalendar = Endpoint(
        .get, "/due.ics", "readCalendar",
        "Returns the due dates as a calendar. Calendar programs can send the token as the password of any user.",
        takes: Parameters.calendarWithin,
        answers: .file(calendar, "The calendar.").with("Content-Disposition", "Cache-Control"),
        readsItems: true)

    package static let exportItems = Endpoint(
        .get, "/api/export", "exportItems",
        "Exports a query's items as a file. The default format is lossless.",
        takes: Parameters.query(), Parameters.exportFormat,
        answers: .file(anyBytes, "The file.").with("Content-Disposition", "Cache-Control"), readsItems: true)

    // MARK: Single items

    package static let addItem = Endpoint(
        .post, "/api/items", "addItem", "Adds an item at the end of the list.",
        takes: RequestPart<Item>.newItem,
        answers: .item("The item.", status: 201).with("Location"), failing: [409])

    package static let readItem = Endpoint(
        .get, "/api/items/{id}", "readItem", "Returns an item.", takes: Parameters.id, Parameters.snapshot,
        answers: .item("The item."), readsItems: true)

    package static let editItem = Endpoint(
        .patch, "/api/items/{id}", "editItem",
        "Changes fields of an item with a JSON Merge Patch. If the item is a place, its contents move with it.",
        takes: Parameters.id, Parameters.preconditions, RequestPart<Patch>.patch,
        answers: .item("The changed item."), failing: [409])

    package static let removeItem = Endpoint(
        .delete, "/api/items/{id}", "removeItem", "Removes an item.", takes: Parameters.id,
        Parameters.preconditions,
        answers: .nothing("The item was removed."))

    package static let moveItem = Endpoint(
        .post, "/api/items/{id}/move", "moveItem", "Moves an item in the user's order.",
        takes: Parameters.id, Parameters.preconditions, RequestPart<Destination>.destination,
        answers: .number("position", "Position", "The new position."), failing: [409])

    package static let findItem = Endpoint(
        .get, "/api/items/{id}/position", "findItem", "Returns an item's row in the result of a query.",
        takes: Parameters.id, Parameters.query(rule: true), Parameters.snapshot, answers: .row,
        readsItems: true)

    package static let readItemHistory = Endpoint(
        .get, "/api/items/{id}/history", "readItemHistory",
        "Returns the history of an item, even if the item was removed.",
        takes: Parameters.id, Parameters.limit, answers: .itemHistory, readsItems: true)

    // MARK: Places

    package static let listPlaces = Endpoint(
        .get, "/api/places", "listPlaces",
        "Returns all places with their contents. A place follows the place that contains it.",
        answers: .made("PlaceList", "The places."), readsItems: true)

    package static let movePlace = Endpoint(
        .post, "/api/places/move", "movePlace",
        "Changes the path of a place. Its contents move with it, and so does the item that represents the place.",
        takes: RequestPart<MovedPlace>.movedPlace,
        answers: .number("items", "MovedItems", "The number of changed items."), failing: [404, 409])

    // MARK: Products

    package static let lookUpProduct = Endpoint(
        .get, "/api/products/{barcode}", "lookUpProduct",
        "Looks up a product in the configured catalogs and returns values for a new item.",
        takes: Parameters.barcode,
        answers: .made("Product", "The product, and the existing items with its barcode."),
        failing: [403, 422, 501, 502], readsItems: true, requiredRole: .write)

    // MARK: Views

    package static let listViews = Endpoint(
        .get, "/api/views", "listViews",
        "The views of the list, followed by those of the server's configuration.",
        answers: .views)

    package static let keepView = Endpoint(
        .put, "/api/views/{view}", "keepView",
        "Saves a view in the list. A view with the same name is replaced where it is stored.",
        takes: Parameters.view, RequestPart<SavedView>.view, answers: .nothing("The view was saved."),
        failing: [409, 501])

    package static let removeView = Endpoint(
        .delete, "/api/views/{view}", "removeView",
        "Removes a view from the list, or else from the server's configuration.",
        takes: Parameters.view, answers: .nothing("The view was removed."), failing: [409, 501])

    // MARK: Snapshots

    package static let holdSnapshot = Endpoint(
        .post, "/api/snapshots", "holdSnapshot",
        "Creates a snapshot of the list. Requests with snapshot={id} read it, even if the list changes.",
        answers: .snapshot, failing: [429], readsItems: true, requiredRole: .read)

    package static let releaseSnapshot = Endpoint(
        .delete, "/api/snapshots/{snapshot}", "releaseSnapshot", "Releases a snapshot.",
        takes: Parameters.heldSnapshot, answers: .nothing("The snapshot was released, or doesn't exist."),
        requiredRole: .read)

    // MARK: Changes

    package static let applyChanges = Endpoint(
        .post, "/api/batch", "applyChanges", "Applies several changes, or none if one of them fails.",
        takes: RequestPart<ItemTransaction>.transaction, answers: .commit, failing: [404, 409],
        bodyLimit: maximumFile)

    package static let undo = Endpoint(
        .post, "/api/undo", "undo",
        "Undoes the last change, or an earlier one. Doesn't overwrite later changes.",
        takes: Parameters.revision, answers: .commit, failing: [409])

    package static let redo = Endpoint(
        .post, "/api/redo", "redo", "Redoes the change that was undone last.", answers: .commit,
        failing: [409])

    package static let readHistory = Endpoint(
        .get, "/api/history", "readHistory",
        "The newest changes, with undos and redos, and which of them can be undone and redone.",
        takes: Parameters.limit, Parameters.changes, answers: .history, readsItems: true)

    package static let followChanges = Endpoint(
        .get, "/api/events", "followChanges", "Sends each new change as a server-sent event.",
        takes: Parameters.lastEventID, answers: .changes)

    package static let followAnswer = Endpoint(
        .get, "/api/live", "followAnswer",
        "Sends the sections of a query's items, then each change of the result, by position.",
        takes: Parameters.query(sections: "by", rule: true), answers: .steps, readsItems: true)

    package static let importItems = Endpoint(
        .post, "/api/import", "importItems",
        "Imports items from a file: adds new items and updates existing ones. A single undo reverts all.",
        takes: Parameters.dryRun, Parameters.skipInvalid, Parameters.updateBy, Parameters.format,
        Parameters.columns, Parameters.currency, Parameters.sheet, Parameters.duplicates, Parameters.decimal,
        RequestPart<RequestContent>.file,
        answers: .made("ImportResult", "The result, or a preview of it."), failing: [409],
        bodyLimit: maximumFile, requiredRole: .read)

    // MARK: The service

    package static let describeStore = Endpoint(
        .get, "/api/store", "describeStore", "Returns the capabilities and the state of the store.",
        answers: .store
    )

    package static let describeAPI = Endpoint(
        .get, "/openapi.json", "describeAPI", "Returns this description.",
        answers: .made("Any", "The description."))

    package static let checkHealth = Endpoint(
        .get, "/healthz", "checkHealth", "Checks whether the store responds.",
        answers: .made("Health", "The store responds."), requiredRole: Role.none)

    package static let readMetrics = Endpoint(
        .get, "/metrics", "readMetrics", "Returns counters in the Prometheus text format.",
        answers: .file("text/plain; version=0.0.4", "The counters."))
}
