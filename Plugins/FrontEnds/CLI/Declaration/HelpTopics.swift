import CommandLineKit
import LootCore
import LootQueryText

/// The subjects that help explains in addition to commands.
enum HelpTopics {
    static let all: [Command.Topic] = [
        .init("filter", summary: "How to say which items are meant", text: Filter.guide),
        .init("items", summary: "How to name items", text: items),
        .init("formats", summary: "How output can be written", text: formats),
        .init("stores", summary: "Where a list can be kept", text: stores),
        .init("files", summary: "Files, environment variables and configuration", text: files),
        .init("changes", summary: "How to see and take back what was done", text: changes),
        .init("scripts", summary: "How to use it in scripts", text: scripts),
    ]

    /// Names of commands in other programs, with the corresponding commands.
    static let synonyms: [String: String] = [
        "ls": "list", "ll": "list", "dir": "list", "find": "list --search TEXT",
        "search": "list --search TEXT",
        "grep": "list --search TEXT", "query": "list --where FILTER", "select": "list --where FILTER",
        "filter": "list --where FILTER", "count": "list --count", "cat": "show ITEM", "get": "show ITEM",
        "info": "show ITEM", "open": "show ITEM", "print": "show ITEM",
        "rm": "remove ITEM", "del": "remove ITEM", "delete": "remove ITEM", "erase": "remove ITEM",
        "mv": "move ITEM --to POSITION", "cp": "copy --to ADDRESS", "rename": "edit ITEM --name TEXT",
        "new": "add NAME", "create": "add NAME", "insert": "add NAME", "touch": "add NAME",
        "set": "edit ITEM", "update": "edit ITEM", "change": "edit ITEM", "modify": "edit ITEM",
        "tag": "edit ITEM --tags +TAG", "log": "history", "diff": "history -p",
        "revert": "undo", "rollback": "undo", "star": "favorite ITEM", "unstar": "unfavorite ITEM",
        "borrow": "lend ITEM --to NAME", "loan": "lend ITEM --to NAME", "settings": "config show",
        "preferences": "config show", "status": "check", "verify": "check", "doctor": "check",
        "fsck": "check",
        "repair": "recover", "restore": "recover", "vacuum": "compact", "gc": "compact",
        "backup": "export FILE.tar",
        "dump": "export", "load": "import FILE", "web": "serve --open", "server": "serve", "start": "serve",
        "ui": "tui", "gui": "serve --open", "quit": "--help", "exit": "--help", "man": "help --man",
        "version": "--version", "alias": "config set aliases.NAME 'list --favorites'", "locations": "places",
        "rooms": "places", "summary": "stats", "total": "stats", "totals": "stats", "value": "stats",
        "picture": "photo ITEM FILE", "attach": "file add ITEM FILE", "receipt": "file add ITEM FILE",
        "qr": "labels ITEM", "label": "labels ITEM", "serial": "edit ITEM --serial TEXT",
    ]

    private static let items: Message = """
        A command names items in one of these ways:

          2f1d6c00     the beginning of an id, as lists show it, or the whole id
          lamp         the whole name, whatever its case and accents; in quotes where
                       it has spaces
          '#3'         a position in your own order, in quotes: a shell takes # for
                       a comment
          -            what standard input names, one on each line
          --where …    those that match a filter, see: loot help filter
          --view NAME  those that a view of the configuration selects

        Digits alone name an item only where they are eight or more, so that a
        position that was meant is never taken for an id. What could be several
        items, as a name that two have, is refused, and they are listed.

          loot show '#3'
          loot edit 'desk lamp' --value 45
          loot edit 2f1d6c00 7ab0 --tags +lent
          loot list --search bosch --format ids | loot edit - --location Garage
          loot remove --where 'value = 0' --dry-run

        What changes more than the items that you named shows the differences and
        asks first. --yes answers yes; --dry-run shows them and changes nothing.
        """

    private static let formats: Message = """
        Every command that lists takes --format with one of these:

          table      columns for people, as wide as the terminal (the usual one)
          md         the same as a table in Markdown
          json       a list of objects
          jsonl      an object on each line
          csv        cells with commas, RFC 4180, lines end with a line feed
          tsv        the same with tabs
          ids        what names each thing, a line each: for xargs, or for -
          plist      a property list; bplist is a binary one, of items only
          'TEMPLATE' a line each, with fields in braces: '{name}\\t{value}'

        --no-header leaves out the titles of columns. --fields name,value chooses
        fields of items, under the names that filters and flags have for them. Whole
        items have the keys of files: valueInDollars is the value, serialNumber the
        serial; both names are understood wherever one is read. Amounts and dates are
        those of files too (1250.5, 2026-11-20); what people read is in table and md.

          loot list --where 'location in Garage' --fields name,value --format md
          loot list --format '{id} {name}' | grep Lamp
          loot history -p --format json | jq '.[0].changes'
          loot due --format ics > due.ics

        Reading: loot import takes json, jsonl, csv, tsv, plist, bplist and tar.
        Writing: loot export takes the same. A file's ending tells its format.
        """

    private static let stores: Message = """
        A store keeps the list. Its address says of which kind it is, and where:

          json:items.json             a JSON file, one line an item (the usual one)
          plist:items.plist           a property list, also the classic app's own
          sqlite:items.sqlite         a SQLite database, for millions of items
          postgresql://host/loot      a PostgreSQL database, for many people
          https://example.org         another loot serve
          memory:20                   in memory, with 20 items at random: to try

        A path alone is enough where its ending names the store: attic.json.

        For one command:   loot --store attic.json list
        For a session:     export LOOT_STORE=json:attic.json
        From now on:       loot config set store json:attic.json
        To copy a list:    loot copy --to sqlite:items.sqlite
        What there is:     loot plugins

        With "with": ["read-only"] in the configuration nothing can be changed; mirror
        keeps a second store, cache remembers what a slow one answered.
        """

    private static let files: Message = """
        ~/.local/share/loot/items.json   the list, unless configured otherwise
          items.json.photos/             photos and files of items, beside it
          .items.json.loot/              history, lock: not needed for the items
        ~/.config/loot/config.json       the configuration: loot config path
        ~/.cache/loot/                   copies of opened files, for a day

        XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_CACHE_HOME move them.

        LOOT_CONFIG             another configuration file
        LOOT_STORE              another store, as --store: json:attic.json
        LOOT_…                  any key of the configuration: LOOT_FRONT_END_CURRENCY
        LOOT_AUTHOR             who makes the changes, for the history
        LOOT_PAGER, PAGER       what shows long output on a terminal; cat for none
        VISUAL, EDITOR          what loot edit --editor and loot config edit open
        NO_COLOR, CLICOLOR_FORCE, COLORTERM, TERM   colors; also --color WHEN
        COLUMNS                 how wide tables are on a terminal
        TZ                      the time zone of moments; days of items have none
        BROWSER                 what loot serve --open opens

        A command's own words come first, then --set, then the environment, then the
        file: loot config show tells which said what.
        """

    private static let changes: Message = """
        Every change is one step that can be taken back, also of a thousand items.

          loot history                   the newest, the latest first
          loot history -p                with the differences of each
          loot history '#3'              what was done to one item, and by whom
          loot history --author Ann --since -1w --until yesterday
          loot undo --dry-run            what taking the last one back would do
          loot undo                      take the last one back
          loot undo 12                   take back what change 12 did, and nothing since
          loot redo                      make it again

        Every command that changes something takes --dry-run and shows the differences
        that it would make. What other programs wrote into the file is a change, too.
        """

    private static let scripts: Message = """
        In a pipe nothing is colored, cut or paged, and no question is asked.

          --quiet        say nothing where all went well
          --yes          the answer to a question; without a terminal it has to be given
          --dry-run      change nothing, and show the differences
          --format json  also for what a dry run would change
          --no-pager, --color never   as a script wants it, at a terminal too

        The exit status is that of sysexits.h: 0 done, 1 the answer was no or conflicts
        are left, 64 usage, 65 bad data, 66 no such item or file, 69 store unavailable,
        73 can't write, 74 input or output failed, 75 locked: try again, 78
        configuration.

          loot list --where 'value > 99' --format ids | loot edit - --tags +dear
          loot add Lamp --value 40 --format '{id}'
          loot watch --steps 1 && echo changed

        Commands of your own stand in the configuration, and none has a command's name:

          loot config set aliases.dear "list --where 'value > 500' --sort value:desc"
          loot dear --format md
        """
}
