package import LootCore

extension API {
    package static let readPhoto = Endpoint(
        .get, "/api/items/{id}/photo", "readPhoto", "The photo of an item.", takes: Take.id, Take.thumbnail,
        answers: .photo)

    package static let setPhoto = Endpoint(
        .put, "/api/items/{id}/photo", "setPhoto", "Gives an item a photo, or its photo a thumbnail.",
        takes: Take.id, Take.thumbnail, Take.preconditions, RequestPart<[UInt8]>.photo,
        answers: .item("The item as it is now."), bodyLimit: Photo.greatestSize)

    package static let removePhoto = Endpoint(
        .delete, "/api/items/{id}/photo", "removePhoto", "Takes an item's photo away.",
        takes: Take.id, Take.preconditions, answers: .nothing("It is gone."))

    package static let readNamedPhoto = Endpoint(
        .get, "/api/photos/{photo}", "readNamedPhoto",
        "A photo by its name, which stands for these bytes forever.", takes: Take.photo, Take.thumbnail,
        answers: .photo)

    package static let keepPhoto = Endpoint(
        .put, "/api/photos/{photo}", "keepPhoto", "Keeps a photo, or its thumbnail, for an item to name.",
        takes: Take.photo, Take.thumbnail, RequestPart<[UInt8]>.photo, answers: .nothing("It is there."),
        failing: [422], bodyLimit: Photo.greatestSize)

    package static let listPhotos = Endpoint(
        .get, "/api/photos", "listPhotos", "The names of all photos that are there.", answers: .photos)

    package static let sweepPhotos = Endpoint(
        .post, "/api/photos/sweep", "sweepPhotos",
        "Takes away the photos that no item names, and none that an undo could bring back.",
        takes: RequestPart<PhotoSweep>.photoSweep,
        answers: .number("removed", "PhotoSweepResult", "How many went."),
        failing: [501], bodyLimit: greatestFile)
}
