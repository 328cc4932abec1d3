import Foundation
import LootCore
import LootPlugins
import Testing

/// Two hundred invalid inputs with their messages, in one file for review.
@Suite struct WrongInputTests {
    private static let noSuchCommands = [
        "ls", "rm #1", "delete #1", "search lamp", "mv #1 #2", "log", "cat #1", "lst", "lsit", "ad Lamp",
        "unknown", "-",
        "list lamp", "list @nothing", "list @dear @dear", "show lampe", "help nonsense", "help list nonsense",
        "list list", "list dear",
        "add Lamp Vase", "add", "add --value 3", "undo last", "undo 99", "undo -1", "redo 3", "history lampe",
        "config", "config shw",
        "file", "file add", "file add #1", "file lst #1", "places garage", "places rename",
        "places rename Garage", "view save",
        "view save x", "view remove nothing", "git", "git stup", "completions", "completions tcsh",
        "__complet",
    ]
    private static let options = [
        "list --favorits", "list --limit", "list --limit x", "list --limit -1", "list --limit 1.5",
        "list --offset=", "list --format xml",
        "list --format jsno", "list --format {", "list --format {nam}", "list --fields nam",
        "list --fields name,vlaue", "list --fields ,",
        "list --sort", "list --sort vlaue", "list --sort value:up", "list --sections",
        "list --sections nonsense", "list --sections field:nam",
        "list --sections value:x", "list --sections date:week", "list --view nothing", "list --count=3",
        "list -x", "list -zz", "list ---limit 3",
        "--limit 3 list", "list --where", "list --color sometimes", "list --set x",
        "list --set sections=nonsense ",
        "list --set stor.path=x",
        "list --config nothing.json", "list --store", "list --store nonsense:x", "list --store jsn:x",
        "list --store /tmp",
        "add Lamp --nam x", "add Lamp --colour red", "add Lamp --at 0", "add Lamp --at 99",
        "add --random many", "add --random 0",
        "add Lamp --template nothing", "add Lamp --barcode abc", "edit", "edit #1", "edit --value 3",
        "edit #1 --where all --value 3",
        "edit #1 --editor --value 3", "remove", "remove #1", "remove --where all", "move #1", "move #1 --to",
        "move #1 --to 0", "move #1 --to Attic", "add Lamp --purchased tomorow",
        "add Lamp --custom size:integer=red",
        "move #1 --to 99", "move #1 --to 1 --before #2", "move #1 --after #99",
        "move --where all --after #1 -y", "favorite", "lend #1",
        "lend #1 --to", "lend #1 --to Bob --until soon", "return", "serviced #1 --on never",
        "serviced #1 --cost much", "photo", "photo #1 nothing.jpg",
        "photo #1 items.json", "photo #1 --output x.jpg", "photo #1 --remove x.jpg",
        "photo --where all --output x.jpg",
        "labels --sheet A9", "labels --sheet 0x0", "labels -o x.pdf", "report -o x.pdf", "report -o x.docx",
        "report --pack --format csv",
        "report -o nowhere/x.html", "export x.xyz", "export nowhere/x.json",
        "export x.plist --fields name",
        "import", "import nothing.csv", "import items.json --map a=b", "import config.json",
        "import - --format xml",
        "import items.json --update-by colour", "import items.json --currency nonsense", "copy", "copy --to",
        "copy --to nonsense:x", "copy --to foo",
        "copy --to json:x.json --replace --merge", "merge", "merge nothing.json", "conflicts #1 --take ours",
        "conflicts --take ours",
        "recover --write --dry-run", "bench-store", "bench-store nonsense:", "bench-store memory: --items 0",
        "due --within soon", "due --within 30", "serve --address foo",
        "care #1 --where all", "care --since soon", "history --since soon", "history --since 2026-02-30",
        "history --limit x",
        "places --in Nowhere", "places --depth 0", "places move Nowhere Garage", "places rename Garage a//b",
        "sections nonsense", "stats --sections",
        "barcode", "barcode 12", "config get nothing", "config set nothing 1",
        "config set frontEnd.highValue much", "config unset",
        "serve --port x", "tui --mode nonsense", "watch --steps x", "file get #1 1", "file open #1 x",
        "file remove #1 1",
    ]
    private static let filters = [
        "value", "value >", "value > lamp", "value >> 3", "> 3", "vlaue > 3", "name = ", "name === lamp",
        "name lamp", "name = 'lamp", "name ~ /(/",
        "name ~ /[/", "(value > 3", "value > 3)", "value > 3 and", "and value > 3",
        "value > 3 or or value < 2", "not", "value is", "value is empty",
        "location in", "location in ()", "location in (Attic,", "value between 1", "value between 3 and",
        "warranty > soon", "warranty > 2026-13-01",
        "favorite = maybe", "has", "has nothing", "custom. = 3", "value + > 3", "value > 50 lamps",
        "price >= 1,5,0", "tags = a b", "tags has old", "lent is Ann",
        "purchased = 31.31.2025", "created ~ 2026", "value ~ 5", "name > 3 < 5",
    ]
    private static let values = [
        ["--value", "lots"], ["--value", "-3000"], ["--value", "1.2.3"], ["--value", "5 lamps"],
        ["--value", "1e400"], ["--quantity", "1.5"],
        ["--quantity", "-1000"], ["--purchased", "2026-02-30"], ["--purchased", "yesteryear"],
        ["--warranty", "36 months"], ["--warranty", "long"],
        ["--every", "often"], ["--every", "0 days"], ["--currency", "nonsense"], ["--custom", "size"],
        ["--custom", "size:number=3"],
        ["--custom", "=3"], ["--tags", "+a,b"], ["--location", "House //"], ["--care", "soon: Cleaned"],
        ["--name", "a\u{7}b"],
        ["--favorite", "maybe"], ["--no-value"], ["--photo", "x.jpg"], ["--files", "x"], ["--id", "3"],
        ["--created", "never"], ["--back", "2026"],
    ]

    private static let files = ["items.json", "config.json"]

    @Test func `errors about invalid input contain advice for newcomers`() async throws {
        let house = await HouseholdSession()
        let before = house.session["items.json"]
        var commands = (Self.noSuchCommands + Self.options).map { $0.split(separator: " ").map(String.init) }
        commands += Self.filters.map { ["list", "--where", $0] }
        commands += Self.values.map { ["edit", "#6"] + $0 }
        var text = ""
        for words in commands {
            // Files have absolute paths, because the tests run in another folder.
            let outcome = await house.run(
                words.map { Self.files.contains($0) ? "\(house.session.folder)/\($0)" : $0 })
            text += CommandTranscript.text(words, outcome)
            #expect(outcome.status != .success, "\(words): \(outcome)")
            #expect(outcome.errors.hasPrefix("loot: "), "\(words): \(outcome)")
            // A message has at least two complete sentences: what failed and why, and what to do next.
            let told = outcome.errors.split(separator: "\n").last ?? ""
            #expect(
                told.hasSuffix(".") || told.hasSuffix("?") || told.contains(": loot ")
                    || told.contains(": --"), "\(words): \(outcome)"
            )
        }
        #expect(commands.count >= 200)
        #expect(house.session["items.json"] == before)
        expectSnapshot(text, "wrong-inputs")
    }
}
