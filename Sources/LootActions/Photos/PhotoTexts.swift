public import LootCore

extension ItemPresentation {
    /// What a person is told of a photo: `JPEG, 34,567 bytes (ba7816bf8f01)`.
    public static func text(of photo: Photo) -> String {
        "\(photo.kind.title), \(Money(symbol: "").text(photo.bytes.count)) bytes (\(photo.id.short))"
    }
}
