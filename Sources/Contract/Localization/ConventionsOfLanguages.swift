extension Conventions {
    static let english = english("en", name: "English")
    static let pseudo = english("en-XA", name: "Éñĝļîšĥ")

    private static func english(_ tag: String, name: String) -> Conventions {
        Conventions(
            tag, name: name, plurals: .one, decimalMark: ".", groupMark: ",", amounts: .before,
            // The order of day and month differs between English-speaking countries.
            days: .init(isDayFirst: false, settlesOrder: false, mark: "-"),
            months: names(
                "January February March April May June July August September October November December"),
            weekdays: names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
            words: .init(
                today: ["today"], tomorrow: ["tomorrow"], yesterday: ["yesterday"], next: ["next"],
                inFuture: ("in ", ""), inPast: ("", " ago"),
                day: names("d day days"), week: names("w wk wks week weeks"),
                month: names("m mo mos mth mths month months"), year: names("y yr yrs year years")),
            lists: .init(separator: ", ", and: " and ", or: " or ", lastAnd: ", and ", lastOr: ", or "))
    }

    static let german = Conventions(
        "de", name: "Deutsch", plurals: .one, decimalMark: ",", groupMark: ".", amounts: .after,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "."),
        months: names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
        weekdays: names("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
        words: .init(
            today: ["heute"], tomorrow: ["morgen"], yesterday: ["gestern"],
            next: names("nächsten nächster nächste kommenden kommender kommende"),
            inFuture: ("in ", ""), inPast: ("vor ", ""),
            day: names("t tag tage tagen"), week: names("w woche wochen"),
            month: names("m monat monate monaten"),
            year: names("j jahr jahre jahren")),
        lists: .init(separator: ", ", and: " und ", or: " oder "),
        punctuation: .init(quotes: ("„", "“"), innerQuotes: ("‚", "‘")))

    static let french = Conventions(
        "fr", name: "Français", plurals: .zeroOneAndMillions, decimalMark: ",", groupMark: "\u{202F}",
        amounts: .after,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "/"),
        months: names("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        weekdays: names("lundi mardi mercredi jeudi vendredi samedi dimanche"),
        words: .init(
            today: ["aujourd’hui", "aujourd'hui"], tomorrow: ["demain"], yesterday: ["hier"],
            next: names("prochain prochaine"), inFuture: ("dans ", ""), inPast: ("il y a ", ""),
            day: names("j jour jours"), week: names("semaine semaines"), month: ["mois"],
            year: names("an ans année années")),
        lists: .init(separator: ", ", and: " et ", or: " ou "),
        punctuation: .init(
            quotes: ("«\u{202F}", "\u{202F}»"), innerQuotes: ("“", "”"), colon: "\u{202F}: "))

    static let spanish = Conventions(
        "es", name: "Español", plurals: .oneAndMillions, decimalMark: ",", groupMark: ".", leastGrouped: 5,
        amounts: .after,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "/"),
        months: names(
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        weekdays: names("lunes martes miércoles jueves viernes sábado domingo"),
        words: .init(
            today: ["hoy"], tomorrow: ["mañana"], yesterday: ["ayer"], next: names("próximo próxima"),
            inFuture: ("en ", ""), inPast: ("hace ", ""),
            day: names("d día días"), week: names("semana semanas"), month: names("mes meses"),
            year: names("año años")),
        lists: .init(separator: ", ", and: " y ", or: " o "),
        punctuation: .init(quotes: ("«", "»"), innerQuotes: ("“", "”")))

    static let italian = Conventions(
        "it", name: "Italiano", plurals: .oneAndMillions, decimalMark: ",", groupMark: ".", amounts: .after,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "/"),
        months: names(
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
        weekdays: names("lunedì martedì mercoledì giovedì venerdì sabato domenica"),
        words: .init(
            today: ["oggi"], tomorrow: ["domani"], yesterday: ["ieri"], next: names("prossimo prossima"),
            inFuture: ("tra ", ""), inPast: ("", " fa"),
            day: names("g giorno giorni"), week: names("settimana settimane"), month: names("mese mesi"),
            year: names("anno anni")),
        lists: .init(separator: ", ", and: " e ", or: " o "),
        punctuation: .init(quotes: ("«", "»"), innerQuotes: ("“", "”")))

    static let dutch = Conventions(
        "nl", name: "Nederlands", plurals: .one, decimalMark: ",", groupMark: ".", amounts: .beforeWithSpace,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "-"),
        months: names(
            "januari februari maart april mei juni juli augustus september oktober november december"),
        weekdays: names("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"),
        words: .init(
            today: ["vandaag"], tomorrow: ["morgen"], yesterday: ["gisteren"],
            next: names("volgende komende"),
            inFuture: ("over ", ""), inPast: ("", " geleden"),
            day: names("d dag dagen"), week: names("w week weken"), month: names("m maand maanden"),
            year: names("j jaar jaren")),
        lists: .init(separator: ", ", and: " en ", or: " of "))

    static let portuguese = Conventions(
        "pt-BR", name: "Português (Brasil)", plurals: .zeroOneAndMillions, decimalMark: ",", groupMark: ".",
        amounts: .beforeWithSpace,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "/"),
        months: names(
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        weekdays: names("segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"),
        words: .init(
            today: ["hoje"], tomorrow: ["amanhã"], yesterday: ["ontem"], next: names("próximo próxima"),
            inFuture: ("em ", ""), inPast: ("há ", ""),
            day: names("d dia dias"), week: names("semana semanas"), month: names("mês meses"),
            year: names("ano anos")),
        lists: .init(separator: ", ", and: " e ", or: " ou "))

    static let polish = Conventions(
        "pl", name: "Polski", plurals: .polish, decimalMark: ",", groupMark: "\u{A0}", leastGrouped: 5,
        amounts: .after,
        days: .init(isDayFirst: true, settlesOrder: true, mark: "."),
        months: names(
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
        ),
        weekdays: names("poniedziałek wtorek środa czwartek piątek sobota niedziela"),
        words: .init(
            today: names("dziś dzisiaj"), tomorrow: ["jutro"], yesterday: ["wczoraj"],
            next: names("następny następna następną"), inFuture: ("za ", ""), inPast: ("", " temu"),
            day: names("d dzień dni"), week: names("tydzień tygodnie tygodni"),
            month: names("miesiąc miesiące miesięcy"), year: names("rok lata lat")),
        lists: .init(separator: ", ", and: " i ", or: " lub "),
        punctuation: .init(quotes: ("„", "”"), innerQuotes: ("«", "»")))

    static let japanese = Conventions(
        "ja", name: "日本語", plurals: .none, decimalMark: ".", groupMark: ",", amounts: .before,
        days: .init(
            isDayFirst: false, settlesOrder: false, mark: "/", marksOfNamedMonths: (year: "年", day: "日")),
        months: (1...12).map { "\($0)月" }, weekdays: names("月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日"),
        words: .init(
            today: names("今日 本日"), tomorrow: names("明日 あした"), yesterday: names("昨日 きのう"),
            next: names("次の 来週の"), inFuture: ("", "後"), inPast: ("", "前"),
            day: ["日"], week: ["週", "週間"], month: names("か月 ヶ月 カ月"), year: ["年"]),
        lists: .init(separator: "、", and: "、", or: "または", lastOr: "、または"),
        punctuation: .init(
            quotes: ("「", "」"), innerQuotes: ("『", "』"), period: "。", space: "", colon: "："))

    private static func names(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
