import LootCore

extension TableProfile {
    /// The programs whose tables are recognized, most distinctive headers first.
    static let known = [homeBox, snipeIT, sortly, grocyStock, grocyProducts]

    /// HomeBox writes a value into every column. Zero prices, empty days and “false” mean that there is no value. An
    /// entry inside another one contains a reference to it, and its location is that of the other entry.
    private static let homeBox = TableProfile(
        name: "HomeBox", marks: [["hbname", "hblocation"]],
        columns: [
            "hbname": ProfileColumn(.field("name")),
            "hblocation": ProfileColumn(.place(20)),
            "hblabels": ProfileColumn(.field("tags"), .anySeparator),
            "hbtags": ProfileColumn(.field("tags"), .anySeparator),
            "hbquantity": ProfileColumn(.field("quantity"), .point),
            "hbdescription": ProfileColumn(.field("notes")),
            "hbnotes": ProfileColumn(.field("notes")),
            "hbserialnumber": ProfileColumn(.field("serialNumber")),
            "hbpurchaseprice": ProfileColumn(.field("purchasePrice"), [.zeroIsNone, .point]),
            "hbpurchasefrom": ProfileColumn(.field("vendor")),
            "hbpurchasedate": ProfileColumn(.field("purchaseDate")),
            "hbpurchasetime": ProfileColumn(.field("purchaseDate")),
            "hbwarrantyexpires": ProfileColumn(.field("warrantyUntil")),
            "hbassetid": ProfileColumn(.own("asset_id"), .zeroIsNone),
            "hbinsured": ProfileColumn(.own("insured"), .onlyYes),
            "hbarchived": ProfileColumn(.own("archived"), .onlyYes),
            "hblifetimewarranty": ProfileColumn(.own("lifetime_warranty"), .onlyYes),
            "hbsoldprice": ProfileColumn(.field("proceeds"), [.ofSale, .zeroIsNone, .point]),
            "hbsoldto": ProfileColumn(.field("recipient"), .ofSale),
            "hbsolddate": ProfileColumn(.field("disposedOn"), .ofSale),
            "hbsoldtime": ProfileColumn(.field("disposedOn"), .ofSale),
            "hbsoldnotes": ProfileColumn(.field("disposalNote")),
            "hbimportref": ProfileColumn(.reference("import_ref")),
            "hbparentimportref": ProfileColumn(.parent("parent_import_ref")),
        ],
        prefix: "HB.", ownPrefix: "field.")

    /// The list of assets, the custom report and the import template of Snipe-IT. Assets without a name are named by
    /// their model. The warranty is in months from the purchase. An item that is checked out to a person is on loan
    /// to them.
    private static let snipeIT = TableProfile(
        name: "Snipe-IT",
        marks: [
            ["assettag", "assetname"], ["assettag", "model"], ["assettag", "category"],
            ["assettag", "serial"],
        ],
        columns: [
            "id": ProfileColumn(.own("ID")),
            "assetname": ProfileColumn(.field("name")),
            "asset": ProfileColumn(.field("name")),
            "itemname": ProfileColumn(.field("name")),
            "name": ProfileColumn(.field("name")),
            "assettag": ProfileColumn(.field("number"), .namesEntry),
            "model": ProfileColumn(.own("Model"), .namesEntry),
            "serial": ProfileColumn(.field("serialNumber")),
            "serialnumber": ProfileColumn(.field("serialNumber")),
            "purchasedate": ProfileColumn(.field("purchaseDate")),
            "purchased": ProfileColumn(.field("purchaseDate")),
            "purchasecost": ProfileColumn(.field("purchasePrice")),
            "cost": ProfileColumn(.field("purchasePrice")),
            "currentvalue": ProfileColumn(.field("valueInDollars")),
            "supplier": ProfileColumn(.field("vendor")),
            "warranty": ProfileColumn(.field("warrantyUntil"), [.months, .fallback]),
            "warrantymonths": ProfileColumn(.field("warrantyUntil"), [.months, .fallback]),
            "warrantyexpires": ProfileColumn(.field("warrantyUntil")),
            "location": ProfileColumn(.place(20)),
            "defaultlocation": ProfileColumn(.place(20), .fallback),
            "status": ProfileColumn(.field("disposal"), .statusOfAsset),
            "notes": ProfileColumn(.field("notes")),
            "assetnotes": ProfileColumn(.field("notes")),
            "createdat": ProfileColumn(.field("dateCreated")),
            "createdby": ProfileColumn(.own("Created By")),
            "title": ProfileColumn(.own("Title")),
            "number": ProfileColumn(.own("Number")),
            "type": ProfileColumn(.own("Type"), .kindOfHolder),
            "checkedout": ProfileColumn(.field("lentTo"), .ofHolder),
            "checkedoutto": ProfileColumn(.field("lentTo"), .ofHolder),
            "expectedcheckindate": ProfileColumn(.field("lentUntil"), .ofHolder),
            "expectedcheckin": ProfileColumn(.field("lentUntil"), .ofHolder),
        ])

    /// The spreadsheet of Sortly. Folders are nested, the price is per piece, and the value is the total.
    private static let sortly = TableProfile(
        name: "Sortly",
        marks: [
            ["entryname", "primaryfolder"], ["entryname", "sortlyidsid"], ["entryname", "minlevel"],
            ["entryname", "entrytype"],
        ],
        columns: [
            "entryname": ProfileColumn(.field("name")),
            "quantity": ProfileColumn(.field("quantity")),
            "price": ProfileColumn(.field("purchasePrice")),
            "value": ProfileColumn(.own("Value of all")),
            "primaryfolder": ProfileColumn(.place(21)),
            "subfolderlevel1": ProfileColumn(.place(22)),
            "subfolderlevel2": ProfileColumn(.place(23)),
            "subfolderlevel3": ProfileColumn(.place(24)),
            "subfolderlevel4": ProfileColumn(.place(25)),
            "folder": ProfileColumn(.place(21)),
            "location": ProfileColumn(.place(20)),
            "tags": ProfileColumn(.field("tags"), .anySeparator),
            "notes": ProfileColumn(.field("notes")),
            "serialnumber": ProfileColumn(.field("serialNumber")),
            "purchasedate": ProfileColumn(.field("purchaseDate")),
        ])

    /// The stock table of Grocy, copied from the page, because Grocy has no export.
    private static let grocyStock = TableProfile(
        name: "Grocy's stock",
        marks: [["product", "productgroup", "amount"], ["product", "minstockamount", "amount"]],
        columns: [
            "product": ProfileColumn(.field("name")),
            "productgroup": ProfileColumn(.field("tags")),
            "amount": ProfileColumn(.field("quantity")),
            "value": ProfileColumn(.own("Value of all")),
            "lastpurchased": ProfileColumn(.field("purchaseDate")),
            "lastprice": ProfileColumn(.field("purchasePrice")),
            "productdescription": ProfileColumn(.field("notes")),
            "defaultlocation": ProfileColumn(.place(20)),
            "location": ProfileColumn(.place(20)),
            "defaultstore": ProfileColumn(.field("vendor")),
            "store": ProfileColumn(.field("vendor")),
            "hiddenlocation": ProfileColumn(.leftOut),
            "hiddenstatus": ProfileColumn(.leftOut),
            "hiddenproductgroup": ProfileColumn(.leftOut),
        ])

    /// The product and stock tables of Grocy, extracted from its database, because Grocy has no export.
    private static let grocyProducts = TableProfile(
        name: "Grocy's products", marks: [["name", "quidstock", "minstockamount"]],
        columns: [
            "id": ProfileColumn(.own("id")),
            "name": ProfileColumn(.field("name")),
            "description": ProfileColumn(.field("notes")),
            "amount": ProfileColumn(.field("quantity"), .point),
            "price": ProfileColumn(.field("purchasePrice"), .point),
            "location": ProfileColumn(.place(20)),
            "purchaseddate": ProfileColumn(.field("purchaseDate")),
            "rowcreatedtimestamp": ProfileColumn(.field("dateCreated")),
        ])
}
