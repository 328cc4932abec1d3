package import LootCore
package import LootFormats

/// The API: every endpoint, each said once.
package enum API {
    /// The most items, or changes, of one answer.
    package static let greatestPage = 1_000
    /// The longest body where a file, or much at once, may come.
    package static let greatestFile = 64 << 20
    /// The type of bytes that say themselves what they are.
    package static let anyBytes = "application/octet-stream"

    /// What each endpoint says of itself.
    package static let all: [EndpointDescription] = [
        listItems.about, listSections.about, readStatistics.about, addItem.about, readItem.about,
        editItem.about, removeItem.about, readItemHistory.about, findItem.about, moveItem.about,
        holdSnapshot.about, releaseSnapshot.about, readPhoto.about, setPhoto.about, removePhoto.about,
        readNamedPhoto.about, keepPhoto.about, listPhotos.about, sweepPhotos.about, applyChanges.about,
        undo.about, redo.about, readHistory.about, followChanges.about, exportItems.about, importItems.about,
        describeStore.about, describeAPI.about, checkHealth.about, readMetrics.about,
    ]

    // MARK: Lists

    package static let listItems = Endpoint(
        .get, "/api/items", "listItems", "A page of the items that a query selects.",
        takes: Take.query(sections: "sections", rule: true), Take.limit, Take.offset, Take.cursor,
        Take.outline,
        Take.snapshot, answers: .page, failing: [409], readsItems: true)

    package static let listSections = Endpoint(
        .get, "/api/sections", "listSections", "The sections of the items that a query selects.",
        takes: Take.query(sections: "by", rule: true), Take.snapshot, answers: .sections, readsItems: true)

    package static let readStatistics = Endpoint(
        .get, "/api/statistics", "readStatistics", "What the items that a query selects come to.",
        takes: Take.query(), answers: .made("Statistics", "The totals."), readsItems: true)

    package static let exportItems = Endpoint(
        .get, "/api/export", "exportItems", "The items that a query selects as a file, lossless by default.",
        takes: Take.query(), Take.exportFormat,
        answers: .file(anyBytes, "The file.").with("Content-Disposition", "Cache-Control"), readsItems: true)

    // MARK: One item

    package static let addItem = Endpoint(
        .post, "/api/items", "addItem", "Adds an item at the end.", takes: RequestPart<Item>.newItem,
        answers: .item("The item.", status: 201).with("Location"), failing: [409])

    package static let readItem = Endpoint(
        .get, "/api/items/{id}", "readItem", "One item.", takes: Take.id, Take.snapshot,
        answers: .item("The item."), readsItems: true)

    package static let editItem = Endpoint(
        .patch, "/api/items/{id}", "editItem", "Sets fields of an item, as a JSON Merge Patch.",
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
        "What was done to an item, as far as it can be undone; also to one that is gone.",
        takes: Take.id, Take.limit, answers: .itemHistory, readsItems: true)

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
        takes: RequestPart<Transaction>.transaction, answers: .commit, failing: [404, 409],
        bodyLimit: greatestFile)

    package static let undo = Endpoint(
        .post, "/api/undo", "undo",
        "Takes the newest change back, or an earlier one as far as what it did still stands.",
        takes: Take.revision, answers: .commit, failing: [409])

    package static let redo = Endpoint(
        .post, "/api/redo", "redo", "Makes the change again that was taken back last.", answers: .commit,
        failing: [409])

    package static let readHistory = Endpoint(
        .get, "/api/history", "readHistory", "The newest changes that can be undone, and redone.",
        takes: Take.limit, Take.changes, answers: .history, readsItems: true)

    package static let followChanges = Endpoint(
        .get, "/api/events", "followChanges", "Every change from now on, as Server-Sent Events.",
        takes: Take.lastEventID, answers: .changes)

    package static let importItems = Endpoint(
        .post, "/api/import", "importItems", "Adds or updates the items of a file, in one step to undo.",
        takes: Take.dryRun, Take.skipInvalid, Take.updateBy, Take.format, RequestPart<RequestContent>.file,
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
