package import LootCore

/// Merges the changes that two sides made to an item.
struct ItemMerge {
    /// The merged item, or `nil` if it was removed.
    private(set) var item: Item?
    /// Whether the result is our unchanged item.
    private(set) var isOurs = false
    private(set) var conflicts: [MergeConflict] = []

    init(base: Item?, ours: Item?, theirs: Item?) {
        switch (ours, theirs) {
        case (nil, nil): break
        case (let ours?, nil): keep(ours, base: base, removedIn: .theirs)
        case (nil, let theirs?): keep(theirs, base: base, removedIn: .ours)
        case (let ours?, let theirs?):
            if ours.isIdentical(to: theirs) || base.map(theirs.isIdentical) ?? false {
                item = ours
                isOurs = true
            } else if let base, ours.isIdentical(to: base) {
                item = theirs
            } else {
                merge(base, ours, theirs)
            }
        }
    }

    private mutating func keep(_ changed: Item, base: Item?, removedIn side: MergeConflict.Side) {
        if let base, changed.isIdentical(to: base) { return }
        item = changed
        report(MergeConflict(of: changed, removedIn: side), noting: .text(side.rawValue))
    }

    private mutating func merge(_ base: Item?, _ ours: Item, _ theirs: Item) {
        var merged = ours
        var edits: [Edits<FieldValue>] = []
        let hasDetails = ours.hasDetails || theirs.hasDetails || base?.hasDetails == true
        let partsMoney = hasDetails && ItemMerge.partsMoney(base, ours, theirs)
        for field in hasDetails ? Field.all : Field.core {
            // The value of a field that was never set isn't an edit.
            let unset = field.traits.contains(.alwaysWritten) ? nil : field.defaultValue
            let edit = Edits(
                field.key, base: base.map(field.value) ?? unset, ours: field.value(of: ours),
                theirs: field.value(of: theirs))
            let isMoney = field.isMoney || field.traits.contains(.care) && theirs.hasCostInItsCurrency
            if partsMoney, isMoney {
                let isOurs = FieldValue.areIdentical(edit.ours, edit.theirs)
                if !isOurs, !FieldValue.areIdentical(edit.base, edit.theirs) { edits.append(edit) }
                continue
            }
            guard let value = Merge.value(base: edit.base, ours: edit.ours, theirs: edit.theirs) else {
                edits.append(edit)
                continue
            }
            if FieldValue.areIdentical(value, edit.ours) { continue }
            if FieldValue.areIdentical(value, edit.theirs) {
                field.copy(from: theirs, to: &merged)
            } else {
                field.put(Merge.texts(value) ?? [], in: &merged)
            }
        }
        let foreign = ForeignMerge(base?.foreign ?? [], ours.foreign, theirs.foreign)
        if hasDetails {
            merged.custom = custom(base?.custom ?? [:], ours.custom, theirs.custom, &edits)
            merged.foreign = foreign.fields
        }
        if merged.hasDetails, ItemMerge.haveBothLent(base, ours, theirs) {
            edits.removeAll { $0.field == "lentTo" || $0.field == "lentUntil" }
            if ItemMerge.canJoinLoans(of: merged, base, ours, theirs) {
                let open = merged.loans.filter(\.isOpen).sorted { $0.description < $1.description }
                merged.lend(open, others: merged.loans.filter { !$0.isOpen })
            } else {
                (merged.loans, merged.lentTo, merged.lentUntil) = (ours.loans, ours.lentTo, ours.lentUntil)
                let values = [base, ours, theirs].map { $0?.value(for: "loans") }
                edits.append(Edits("loans", base: values[0], ours: values[1], theirs: values[2]))
            }
        }
        item = merged
        for edit in edits {
            report(
                MergeConflict(of: merged, edit.field, base: edit.base, ours: edit.ours, theirs: edit.theirs),
                noting: ForeignValue(edit.theirs, for: edit.field))
        }
        for edit in foreign.edits {
            report(
                MergeConflict(
                    of: merged, edit.field, base: edit.base?.asText, ours: edit.ours?.asText,
                    theirs: edit.theirs?.asText),
                noting: edit.theirs ?? .null)
        }
    }

    /// Returns whether both sides changed the loans, and the borrowers of both sides can be derived from their loans.
    private static func haveBothLent(_ base: Item?, _ ours: Item, _ theirs: Item) -> Bool {
        ours.loans != theirs.loans
            && [ours, theirs].allSatisfy {
                $0.loans != base?.loans ?? [] && $0.openLoans == $0.loans.filter(\.isOpen)
            }
    }

    /// Returns whether the merged loans can be in effect together: there are enough pieces on each day, and the sides
    /// didn't change the same loan differently.
    private static func canJoinLoans(
        of merged: Item, _ base: Item?, _ ours: Item, _ theirs: Item
    ) -> Bool {
        func pieces(_ loans: [LoanEntry]) -> Int { loans.reduce(0) { $0 + $1.pieces(of: merged) } }
        let current = merged.loans.filter { !$0.isPast }
        let isEnough =
            pieces(current.filter(\.isOpen)) <= merged.quantity
            && current.allSatisfy { loan in
                let day = loan.from ?? .first
                return pieces(current.filter { $0.covers(day, today: .first) }) <= merged.quantity
            }
        let before = base?.loans ?? []
        let changed = before.filter { loan in
            !loan.isPast && !ours.loans.contains(loan) && !theirs.loans.contains(loan)
        }
        return isEnough
            && changed.allSatisfy { loan in
                func replacements(_ item: Item) -> [LoanEntry] {
                    item.loans.filter { $0.borrower == loan.borrower && !before.contains($0) }
                }
                return replacements(ours) == replacements(theirs)
            }
    }

    /// Returns whether the sides changed amounts in different currencies, so that merging fields one by one would
    /// combine a number with the wrong currency. In this case, all our amounts are kept.
    private static func partsMoney(_ base: Item?, _ ours: Item, _ theirs: Item) -> Bool {
        if ours.currency == theirs.currency { return false }
        func hasChanged(_ item: Item) -> Bool {
            Field.money.contains { !FieldValue.areIdentical($0.value(of: item), base.flatMap($0.value)) }
        }
        return hasChanged(ours) && hasChanged(theirs)
    }

    /// Returns the merged custom fields. Our values win in conflicts.
    private func custom(
        _ base: [String: FieldValue], _ ours: [String: FieldValue], _ theirs: [String: FieldValue],
        _ edits: inout [Edits<FieldValue>]
    ) -> [String: FieldValue] {
        var merged = ours
        for name in Set(ours.keys).union(theirs.keys).sorted() {
            let edit = Edits(.custom(name), base: base[name], ours: ours[name], theirs: theirs[name])
            if let value = Merge.value(base: edit.base, ours: edit.ours, theirs: edit.theirs) {
                merged[name] = value
            } else {
                edits.append(edit)
            }
        }
        return merged
    }

    private mutating func report(_ conflict: MergeConflict, noting theirs: ForeignValue) {
        item?.note(theirs, under: conflict.field ?? Field.idKey)
        conflicts.append(conflict)
    }
}

/// The values of a field in the base and on both sides.
struct Edits<Value> {
    let field: FieldKey
    let base: Value?
    let ours: Value?
    let theirs: Value?

    init(_ field: FieldKey, base: Value?, ours: Value?, theirs: Value?) {
        self.field = field
        self.base = base
        self.ours = ours
        self.theirs = theirs
    }
}

extension Field {
    /// The fields with amounts and the field with their currency.
    package static let money = all.filter(\.isMoney)

    /// Whether the field contains an amount or the currency.
    package var isMoney: Bool { !traits.isDisjoint(with: [.money, .currency]) }

    /// Copies the value of this field from `other` to `item` without validating it.
    func copy(from other: Item, to item: inout Item) {
        switch access {
        case .text(let get, let set): set(&item, get(other))
        case .integer(let get, let set): set(&item, get(other))
        case .amount(let get, let set): set(&item, get(other))
        case .flag(let get, let set): set(&item, get(other))
        case .moment(let get, let set): set(&item, get(other))
        case .day(let get, let set): set(&item, get(other))
        case .list(let get, let set): set(&item, get(other))
        }
    }

    fileprivate func put(_ texts: [String], in item: inout Item) {
        if case .list(_, let set) = access { set(&item, texts) }
    }
}
