import LootCore
import TextSearch

/// The column headers of other programs and people, in English, German and French.
enum HeaderNames {
    /// Returns a header for comparison, without case, accents, spaces and punctuation.
    static func plain(_ header: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in Folding.fold(header).unicodeScalars
        where scalar.properties.isAlphabetic || isDigit(scalar) {
            result.append(scalar)
        }
        return String(result)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The columns by normalized header.
    static let columns: [String: ProfileColumn] = {
        var columns: [String: ProfileColumn] = [:]
        for (column, names) in table {
            for name in names.split(separator: " ") { columns[String(name)] = column }
        }
        return columns
    }()

    /// The fields by normalized title and key.
    static let fields = Dictionary(
        Field.all.flatMap { field in
            [field.title.text(in: .english), field.key.rawValue].map { (plain($0), field) }
        },
        uniquingKeysWith: { first, _ in first })

    /// The headers of columns that can be used as the name if there is no name column, best first.
    static let lesserNames = [
        "description", "beschreibung", "model", "modell", "modele", "title", "titel", "titre",
    ]

    private static let table: [(ProfileColumn, String)] = [
        (
            ProfileColumn(.field("name")),
            """
            item itemname article articlename artikel artikelname gegenstand bezeichnung thing object objet nom \
            designation product productname produkt assetname entryname
            """
        ),
        (
            ProfileColumn(.field("valueInDollars")),
            """
            worth wert valeur currentvalue estimatedvalue replacementvalue replacementcost insuredvalue marketvalue \
            zeitwert neuwert wiederbeschaffungswert valeuractuelle
            """
        ),
        (
            ProfileColumn(.field("purchasePrice")),
            """
            cost costs preis kaufpreis einkaufspreis anschaffungspreis purchasecost unitcost unitprice paid pricepaid \
            amountpaid prix prixdachat kosten
            """
        ),
        (
            ProfileColumn(.field("serialNumber")),
            "serialno serialnr serialnum sn seriennummer seriennr numerodeserie nodeserie"
        ),
        (
            ProfileColumn(.field("quantity")),
            "qty count number pcs pieces anzahl menge stuck stuckzahl quantite qte nombre"
        ),
        (ProfileColumn(.place(10)), "house home building property haus gebaude wohnung maison batiment"),
        (ProfileColumn(.place(20)), "place where storedin storedat ort standort lagerort lieu emplacement"),
        (ProfileColumn(.place(30)), "floor storey stockwerk etage"),
        (ProfileColumn(.place(40)), "room zimmer raum piece salle"),
        (ProfileColumn(.place(50)), "shelf cabinet cupboard closet rack schrank regal armoire etagere"),
        (ProfileColumn(.place(60)), "box bin drawer container kiste karton schublade boite carton tiroir"),
        (
            ProfileColumn(.field("tags")),
            "label labels keyword keywords schlagwort schlagworte schlagworter stichworte etikett etiketten etiquettes"
        ),
        (
            ProfileColumn(.field("notes")),
            """
            comment comments remark remarks notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar \
            remarque remarques commentaire commentaires description beschreibung
            """
        ),
        (
            ProfileColumn(.field("purchaseDate")),
            """
            bought boughton datebought dateofpurchase purchasedon purchasedate datepurchased dateacquired acquired \
            kaufdatum gekauft gekauftam anschaffungsdatum dateachat datedachat achetele
            """
        ),
        (
            ProfileColumn(.field("vendor")),
            """
            store shop seller supplier retailer merchant dealer boughtfrom boughtat purchasedfrom purchasefrom handler \
            geschaft laden verkaufer lieferant gekauftbei magasin vendeur fournisseur
            """
        ),
        (
            ProfileColumn(.field("warrantyUntil")),
            """
            warrantyexpires warrantyexpiry warrantyexpiration warrantyend warrantyends warrantyperiod guarantee \
            guaranteeuntil garantie garantiebis garantieende gewahrleistung fingarantie garantiejusquau
            """
        ),
        (ProfileColumn(.field("warrantyUntil"), .months), "warrantymonths garantiemonate"),
        (ProfileColumn(.field("warrantyUntil"), .years), "warrantyyears garantiejahre"),
        (ProfileColumn(.field("currency")), "currencycode wahrung devise monnaie"),
        (ProfileColumn(.field("isFavorite")), "star starred favorit favori"),
    ]
}
