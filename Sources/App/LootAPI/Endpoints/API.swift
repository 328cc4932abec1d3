package import LootCore
import LootFormats
package import LootQueryText

/// The endpoints of the API.
package enum API {
    /// The maximum number of items or changes in a response.
    package static let greatestPage = 1_000
    /// The maximum value of numeric parameters. All JSON implementations can represent it exactly.
    package static let greatestNumber = 1 << 53 - 1
    /// The maximum length of request bodies with files or many changes.
    package static let greatestFile = 64 << 20
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
        .get, "/api/items", "listItems", "A page of the items that a query selects.",
        takes: Take.query(sections: "sections", rule: true), Take.limit, Take.offset, Take.cursor,
        Take.outline, Take.near, Take.snapshot, answers: .page, failing: [409], readsItems: true)

    package static let listSections = Endpoint(
        .get, "/api/sections", "listSections", "The sections of the items that a query selects.",
        takes: Take.query(sections: "by", rule: true), Take.snapshot, answers: .sections, readsItems: true)

    package static let readStatistics = Endpoint(
        .get, "/api/statistics", "readStatistics", "What the items that a query selects come to.",
        takes: Take.query(), answers: .made("Statistics", "The totals."), readsItems: true)

    package static let listDue = Endpoint(
        .get, "/api/due", "listDue",
        "What is due: loans, services and ends of warranties, the earliest first.",
        takes: Take.within, Take.limit, answers: .made("DueList", "What is due."), readsItems: true)

    package static let readCalendar = Endpoint(
        .get, "/due.ics", "readCalendar",
        "The same for calendar programs, which may send the token as the password of any user.",
        takes: Take.calendarWithin,
        answers: .file(calendar, "The calendar.").with("Content-Disposition", "Cache-Control"),
        readsItems: true)

    package static let exportItems = Endpoint(
        .get, "/api/export", "exportItems", "The items that a query selects as a file, lossless by default.",
        takes: Take.query(), Take.exportFormat,
        answers: .file(anyBytes, "The file.").with("Content-Disposition", "Cache-Control"), readsItems: true)

    // MARK: Single items

    package static let addItem = Endpoint(
        .post, "/api/items", "addItem", "Adds an item at the end.", takes: RequestPart<Item>.newItem,
        answers: .item("The item.", status: 201).with("Location"), failing: [409])

    package static let readItem = Endpoint(
        .get, "/api/items/{id}", "readItem", "One item.", takes: Take.id, Take.snapshot,
        answers: .item("The item."), readsItems: true)

    package static let editItem = Endpoint(
        .patch, "/api/items/{id}", "editItem",
        "Sets fields of an item, as a JSON Merge Patch; a box takes along what is in it.",
        takes: Take.id, Take.preconditions, RequestPart<Patch>.patch,
        answers: .item("The item as it is now."), failing: [409])

    package static let removeItem = Endpoint(
        .delete, "/api/items/{id}", "removeItem", "Takes an item away.", takes: Take.id, Take.preconditions,
        answers: .nothing("It is gone."))

    package static let moveItem = Endpoint(
        .post, "/api/items/{id}/move", "moveItem", "Moves an item in the user's own order.",
        takes: Take.id, Take.preconditions, RequestPart<Destination>.destination,
        answers: .number("position", "Position", "Where it is now."), failing: [409])

    package static let findItem = Endpoint(
        .get, "/api/items/{id}/position", "findItem", "The row in which a query's answer has an item.",
        takes: Take.id, Take.query(rule: true), Take.snapshot, answers: .row, readsItems: true)

    package static let readItemHistory = Endpoint(
        .get, "/api/items/{id}/history", "readItemHistory",
        "What was done to an item, also to one that is gone.",
        takes: Take.id, Take.limit, answers: .itemHistory, readsItems: true)

    // MARK: Places

    package static let listPlaces = Endpoint(
        .get, "/api/places", "listPlaces", "Every place, behind the one that it lies in, with what is in it.",
        answers: .made("PlaceList", "The places."), readsItems: true)

    package static let movePlace = Endpoint(
        .post, "/api/places/move", "movePlace",
        "Gives a place another path: all that is in it goes along, and so does the item that is the place.",
        takes: RequestPart<MovedPlace>.movedPlace,
        answers: .number("items", "MovedItems", "How many items were changed."), failing: [404, 409])

    // MARK: Products

    package static let lookUpProduct = Endpoint(
        .get, "/api/products/{barcode}", "lookUpProduct",
        "What a new item begins with, as the first of the configured catalogs has it that knows the product.",
        takes: Take.barcode,
        answers: .made("Product", "The product, and the items that have its barcode already."),
        failing: [403, 422, 501, 502], readsItems: true)

    // MARK: Views

    package static let listViews = Endpoint(
        .get, "/api/views", "listViews",
        "The views of the list, followed by those of the server's configuration.",
        answers: .views)

    package static let keepView = Endpoint(
        .put, "/api/views/{view}", "keepView",
        "Saves a view in the list. A view with the same name is replaced where it is stored.",
        takes: Take.view, RequestPart<SavedView>.view, answers: .nothing("It is kept."), failing: [409, 501])

    package static let removeView = Endpoint(
        .delete, "/api/views/{view}", "removeView",
        "Removes a view from the list, or else from the server's configuration.",
        takes: Take.view, answers: .nothing("It is gone."), failing: [409, 501])

    // MARK: Snapshots

    package static let holdSnapshot = Endpoint(
        .post, "/api/snapshots", "holdSnapshot",
        "Holds the state of the list to be read whole while others write, with snapshot={id}.",
        answers: .snapshot, failing: [429], readsItems: true)

    package static let releaseSnapshot = Endpoint(
        .delete, "/api/snapshots/{snapshot}", "releaseSnapshot", "Lets go of a snapshot.",
        takes: Take.heldSnapshot, answers: .nothing("It is not held, or not any more."))

    // MARK: Changes

    package static let applyChanges = Endpoint(
        .post, "/api/batch", "applyChanges", "Makes all of several changes, or none.",
        takes: RequestPart<ItemTransaction>.transaction, answers: .commit, failing: [404, 409],
        bodyLimit: greatestFile)

    package static let undo = Endpoint(
        .post, "/api/undo", "undo",
        "Takes the newest change back, or an earlier one as far as what it did still stands.",
        takes: Take.revision, answers: .commit, failing: [409])

    package static let redo = Endpoint(
        .post, "/api/redo", "redo", "Makes the change again that was taken back last.", answers: .commit,
        failing: [409])

    package static let readHistory = Endpoint(
        .get, "/api/history", "readHistory",
        "The newest changes, with undos and redos, and which of them can be undone and redone.",
        takes: Take.limit, Take.changes, answers: .history, readsItems: true)

    package static let followChanges = Endpoint(
        .get, "/api/events", "followChanges", "Every change from now on, as Server-Sent Events.",
        takes: Take.lastEventID, answers: .changes)

    package static let followAnswer = Endpoint(
        .get, "/api/live", "followAnswer",
        "What the items that a query selects are, by their sections, and every step of that from now on, by position.",
        takes: Take.query(sections: "by", rule: true), answers: .steps, readsItems: true)

    package static let importItems = Endpoint(
        .post, "/api/import", "importItems", "Adds or updates the items of a file, in one step to undo.",
        takes: Take.dryRun, Take.skipInvalid, Take.updateBy, Take.format, Take.columns, Take.currency,
        RequestPart<RequestContent>.file,
        answers: .made("ImportResult", "What was done, or would be."), failing: [409], bodyLimit: greatestFile
    )

    // MARK: The service

    package static let describeStore = Endpoint(
        .get, "/api/store", "describeStore", "What the store can do, and the state it is in.", answers: .store
    )

    package static let describeAPI = Endpoint(
        .get, "/openapi.json", "describeAPI", "This description.", answers: .made("Any", "The description."))

    package static let checkHealth = Endpoint(
        .get, "/healthz", "checkHealth", "Whether the store answers.", answers: .made("Health", "It does."))

    package static let readMetrics = Endpoint(
        .get, "/metrics", "readMetrics", "Counters in Prometheus' text format.",
        answers: .file("text/plain; version=0.0.4", "The counters."))
}
