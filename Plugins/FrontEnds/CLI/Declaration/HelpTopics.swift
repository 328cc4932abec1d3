import CommandLineKit
import LootCore
import LootQueryText

/// The subjects that help explains in addition to commands.
enum HelpTopics {
    static let all: [Command.Topic] = [
        .init("filter", summary: "Filters", text: Filter.guide),
        .init("items", summary: "Ways to specify items", text: items),
        .init("formats", summary: "Output formats", text: formats),
        .init("stores", summary: "Stores and their addresses", text: stores),
        .init("files", summary: "Files, environment variables and configuration", text: files),
        .init("changes", summary: "History and undo", text: changes),
        .init("scripts", summary: "Scripts and exit statuses", text: scripts),
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
        A command accepts items in these forms:

          2f1d6c00     an ID or its beginning, as shown in lists
          lamp         a complete name, ignoring case and accents; quote names with
                       spaces
          '#3'         a position in your order; the quotes keep the shell from
                       reading # as a comment
          -            the lines of standard input, one item per line
          --where …    the items that match a filter, see: loot help filter
          --view NAME  the items of a view

        A number is an ID only if it has at least eight digits, so that a position
        is never mistaken for an ID. If a name matches several items, the command
        fails and lists them.

          loot show '#3'
          loot edit 'desk lamp' --value 45
          loot edit 2f1d6c00 7ab0 --tags +lent
          loot list --search bosch --format ids | loot edit - --location Garage
          loot remove --where 'value = 0' --dry-run

        A command that changes more items than you named shows the differences and
        asks for confirmation. --yes confirms; --dry-run only shows the differences.
        """

    private static let formats: Message = """
        Every command that lists something accepts --format with one of these:

          table      columns for people, as wide as the terminal (default)
          md         the same as a Markdown table
          json       a list of objects
          jsonl      one object per line
          csv        cells with commas, RFC 4180; lines end with a line feed
          tsv        the same with tabs
          ids        one id per line: for xargs, or for -
          plist      a property list; bplist is the binary form, for items only
          'TEMPLATE' one line each, with fields in braces: '{name}\\t{value}'

        --no-header leaves out the column titles. --fields name,value selects fields,
        with the names that filters and options use. Whole items have the keys of
        files: valueInDollars for value, serialNumber for serial; both names are
        accepted everywhere. Amounts and dates have the format of files, too (1250.5,
        2026-11-20), except in table and md.

          loot list --where 'location in Garage' --fields name,value --format md
          loot list --format '{id} {name}' | grep Lamp
          loot history -p --format json | jq '.[0].changes'
          loot due --format ics > due.ics

        “loot import” reads json, jsonl, csv, tsv, plist, bplist, tar, xlsx and ods;
        “loot export” writes all of them except ods. The file extension determines
        the format.
        """

    private static let stores: Message = """
        A store keeps the list. Its address consists of the kind and the place:

          json:items.json             a JSON file, one line per item (default)
          plist:items.plist           a property list, also of the classic app
          sqlite:items.sqlite         a SQLite database, for millions of items
          postgresql://host/loot      a PostgreSQL database, for many people
          https://example.org         another LootLogger server
          memory:20                   in memory, with 20 random items, to try things

        A path is enough if its extension determines the kind: attic.json.

          For one command:   loot --store attic.json list
          For a session:     export LOOT_STORE=json:attic.json
          From now on:       loot config set store json:attic.json
          To copy a list:    loot copy --to sqlite:items.sqlite
          To list stores:    loot plugins

        With "with": ["read-only"] in the configuration, nothing can be changed.
        “mirror” maintains a second store, and “cache” keeps the responses of a slow
        one.
        """

    private static let files: Message = """
        ~/.local/share/loot/items.json   the list, unless configured otherwise
          items.json.photos/             photos and files of items
          .items.json.loot/              history and lock; not needed for the items
        ~/.config/loot/config.json       the configuration: loot config path
        ~/.cache/loot/                   copies of opened files, for a day

        XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_CACHE_HOME change these folders.

        LOOT_CONFIG             another configuration file
        LOOT_STORE              another store, like --store: json:attic.json
        LOOT_…                  any key of the configuration: LOOT_CLI_CURRENCY
        LOOT_AUTHOR             the author of changes in the history
        LOOT_PAGER, PAGER       the program that shows long output; cat for none
        VISUAL, EDITOR          the editor for loot edit --editor and loot config edit
        NO_COLOR, CLICOLOR_FORCE, COLORTERM, TERM   colors; see also --color WHEN
        COLUMNS                 the width of tables in a terminal
        TZ                      the time zone of times; days have none
        BROWSER                 the browser for loot serve --open

        Options of a command take precedence, then --set, the environment and the file.
        loot config show prints the source of each value.
        """

    private static let changes: Message = """
        Every change is one step that can be undone, even if it changes many items.

          loot history                   list the newest changes first
          loot history -p                with their differences
          loot history '#3'              list the changes of one item
          loot history --author Ann --since -1w --until yesterday
          loot undo --dry-run            preview undoing the last change
          loot undo                      undo the last change
          loot undo 12                   undo only change 12
          loot redo                      redo it

        Every command that changes something accepts --dry-run and shows the
        differences. Changes that other programs made to the file are in the history,
        too.
        """

    private static let scripts: Message = """
        In a pipe, output isn't colored, truncated or paged, and no question is asked.

          --quiet        print nothing on success
          --yes          confirm; required without a terminal
          --dry-run      preview the differences
          --format json  also for the differences of a dry run
          --no-pager, --color never   the same output as in a pipe, in a terminal

        Exit statuses follow sysexits.h: 0 success, 1 declined or conflicts left, 64
        usage, 65 invalid data, 66 no such item or file, 69 store unavailable, 73 can't
        write, 74 input or output failed, 75 locked (try again), 78 configuration.

          loot list --where 'value > 99' --format ids | loot edit - --tags +dear
          loot add Lamp --value 40 --format '{id}'
          loot watch --steps 1 && echo changed

        You can define commands in the configuration. They can't replace built-in ones:

          loot config set aliases.dear "list --where 'value > 500' --sort value:desc"
          loot dear --format md
        """
}
