import LootActions
import Testing

@Suite struct SyncCopiesTests {
    @Test func `copies by sync programs are recognized by their names`() {
        let copies = [
            "items (Eve's conflicted copy 2026-01-01).json",
            "items (conflicted copy 2026-01-01 120000).json", "items 2.json", "items (1).json",
            "items.sync-conflict-20260101-120000-ABCDEFG.json", "items_conflict-20260101-120000.json",
        ]
        let others = [
            "items.json", "items.json.bak", "items-old.json", "other (conflicted copy).json", "items.plist",
            "items backup.json", ".items.json.journal", "items (my list).json",
        ]
        #expect(SyncCopies.names(of: "items.json", among: copies + others) == copies.sorted())
    }
}
