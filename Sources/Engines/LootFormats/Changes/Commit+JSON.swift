public import LootCore

extension Commit {
    /// The commit as one line of JSON, in the form of the API. Unlike an encoder, it preserves the order of an item's
    /// unknown fields and the digits of their numbers.
    public var json: [UInt8] {
        var bytes: [UInt8] = []
        ChangeWriter().append(self, to: &bytes)
        return bytes
    }

    /// Creates the commit that ``json`` describes.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `malformed` or `invalid-value`.
    public init(json: [UInt8]) throws(LootError) {
        do throws(FormatError) {
            let document = try DocumentValue(json: json.span, strict: true)
            do throws(InvalidDocument) {
                self = try ChangeReader.read(document) { $0.commit($1) }
            } catch {
                let problem = error.problems.first?.error
                throw FormatError(
                    .malformed, problem?.explanation ?? "This isn't a commit.", advice: problem?.advice ?? "",
                    at: document.position)
            }
        } catch {
            let (line, column) = (error.position.line + 1, error.position.column + 1)
            throw error.error(
                during: "Can't read the commit at line \(line), column \(column).", in: "the commit")
        }
    }
}
