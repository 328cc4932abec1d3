import Basics
import LootCore
import LootFormats
import LootPlugins

/// An exporter that runs a program. It sends the items in batches and receives the bytes of the file.
struct BridgedExporter: ItemExporter {
    private let program: TrustedProgram
    private let offer: Offer
    private let settings: PluginSettings
    private let bridge: BridgeContext

    init(_ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext) {
        (self.program, self.offer, self.settings, self.bridge) = (program, offer, settings, bridge)
    }

    func write(
        _ rows: ItemRows, files: (any FileKeeper)?, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        let session = Session(program, bridge)
        do throws(LootError) {
            let connection = try session.connection()
            let isWanted = try await rows.forEachPage { page throws(LootError) in
                for start in stride(from: 0, to: page.items.count, by: bridge.limits.batch) {
                    let batch = page.items[start..<min(start + bridge.limits.batch, page.items.count)]
                    let made = try await made(of: batch, isLast: false, connection)
                    if try await !sink(made) { return false }
                }
                return true
            }
            if isWanted { _ = try await sink(try await made(of: [], isLast: true, connection)) }
        } catch {
            await session.close()
            throw error
        }
        await session.close()
        return []
    }

    private func made(
        of items: ArraySlice<Item>, isLast: Bool, _ connection: Connection
    ) async throws(LootError) -> [UInt8] {
        var params = Array("{\"exporter\":".utf8)
        ForeignValue.text(offer.descriptor.name).appendJSON(to: &params)
        params += ",\"settings\":".utf8
        settings.json.appendJSON(to: &params)
        params += ",\"items\":[".utf8
        let writer = JSONItemWriter()
        for (index, item) in items.enumerated() {
            if index > 0 { params.append(UInt8(ascii: ",")) }
            writer.append(item, to: &params)
        }
        params += "],\"more\":\(!isLast)}".utf8
        let answer = try await connection.reply(to: "export", ExactNumbers.wrapped(params))
        guard let document = answer.document(), document.entries != nil else {
            throw connection.breach("Its response to “export” isn't an object.")
        }
        if let text = document["text"]?.text { return Array(text.utf8) }
        guard let data = document["data"]?.text else { return [] }
        guard let bytes = Base64.decode(data.utf8) else { throw connection.breach("Its data isn't Base64.") }
        return bytes
    }
}
