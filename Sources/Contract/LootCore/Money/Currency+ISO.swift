extension Currency {
    /// The active ISO 4217 currencies.
    package static let all: [Currency] = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
        CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
        IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
        MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
        RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
        UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(whereSeparator: \.isWhitespace).compactMap { Currency($0) }

    /// The number of decimals of the smallest unit in accounts: 2 for cents, 0 for yen.
    package var decimals: Int {
        if Currency.withoutDecimals.contains(code) { return 0 }
        return Currency.withThreeDecimals.contains(code) ? 3 : 2
    }

    private static let withoutDecimals: Set = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
        "XOF", "XPF",
    ]
    private static let withThreeDecimals: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// The currency of the country that the environment's locale names, such as `de_AT`. `nil` for an unknown one.
    package init?(locale environment: [String: String]) {
        let names = ["LC_ALL", "LC_MONETARY", "LANG"]
        guard let locale = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            return nil
        }
        let region = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
        guard let region, let code = Currency.codesByRegion[region.uppercased()] else { return nil }
        self.init(code)
    }

    private static let codesByRegion: [String: String] = {
        var codes: [String: String] = [:]
        let euro = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
        for region in euro.split(separator: " ") { codes[String(region)] = "EUR" }
        let others = """
            AE:AED AR:ARS AU:AUD BG:BGN BR:BRL CA:CAD CH:CHF CL:CLP CN:CNY CO:COP CZ:CZK DK:DKK EG:EGP GB:GBP HK:HKD HU:HUF
            ID:IDR IL:ILS IN:INR IS:ISK JP:JPY KE:KES KR:KRW LI:CHF MX:MXN MY:MYR NG:NGN NO:NOK NZ:NZD PE:PEN PH:PHP PK:PKR
            PL:PLN RO:RON RS:RSD RU:RUB SA:SAR SE:SEK SG:SGD TH:THB TR:TRY TW:TWD UA:UAH US:USD UY:UYU VN:VND ZA:ZAR
            """
        for pair in others.split(whereSeparator: \.isWhitespace) {
            codes[String(pair.prefix(2))] = String(pair.suffix(3))
        }
        return codes
    }()

    /// Returns the suggestion of codes that are similar to a string, or `nil` if there are none.
    package static func suggestion(for text: String) -> Message? {
        let codes = all.map(\.code)
        let near = Suggestions.nearest(to: text.trimmed.uppercased(), among: codes)
        return near.isEmpty ? nil : Suggestions.advice(for: text.trimmed.uppercased(), among: codes)
    }

    /// Creates a currency from a code or a sign that a person typed.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that suggests a similar code.
    package init(named text: String) throws(LootError) {
        let text = text.trimmed
        if let currency = Currency(sign: text), Currency.all.contains(currency) {
            self = currency
            return
        }
        throw LootError(
            .invalidValue, "“\(TextRules.visible(text))” isn't a currency.",
            advice: Currency.suggestion(for: text)
                ?? "Enter three letters such as EUR, or a symbol such as €.")
    }
}
