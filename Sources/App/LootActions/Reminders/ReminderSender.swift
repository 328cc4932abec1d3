package import LootCore
package import WebClient

/// Sends the reminders of a list, each due date once per reminder.
package struct ReminderSender: Sendable {
    /// The result for a reminder.
    package struct Outcome: Sendable {
        /// The name of the reminder.
        package let name: String
        /// The number of due dates that were sent.
        package var count = 0
        /// Whether another program is sending the reminder.
        package var isClaimed = false
        /// The error, or `nil` if no delivery failed.
        package var error: LootError?
    }

    private let inventory: Inventory
    /// The name of the list if it has no title.
    private let listName: String?
    private let environment: [String: String]
    private let retries: Retries

    /// Creates a sender. Messages name the list by its title, or else by `listName`. `environment` contains the mail
    /// server and secret addresses.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if a variable for mail is invalid.
    package init(
        _ inventory: Inventory, listName: String?, environment: [String: String],
        retries: Retries = Retries(limit: 5)
    ) throws(LootError) {
        _ = try MailSettings(environment)
        (self.inventory, self.listName, self.environment) = (inventory, listName, environment)
        self.retries = retries
    }

    /// Sends all reminders at the same time, so that a failing channel doesn't delay the others. Returns the results
    /// in the order of the reminders, followed by those of invalid reminders.
    package func run(on today: Day = .today) async throws(LootError) -> [Outcome] {
        let settings = try await inventory.settings()
        let (reminders, errors) = settings.reminders
        var outcomes: [Int: Outcome] = [:]
        if !reminders.isEmpty {
            let transport = try Transport()
            // A program that ends doesn't wait for services that don't respond.
            await withTaskCancellationHandler {
                await withTaskGroup(of: (Int, Outcome).self) { group in
                    for (index, reminder) in reminders.enumerated() {
                        group.addTask {
                            (index, await send(reminder, settings.title ?? listName, on: today, transport))
                        }
                    }
                    for await (index, outcome) in group { outcomes[index] = outcome }
                }
            } onCancel: {
                transport.close()
            }
            transport.close()
            await transport.end()
        }
        return reminders.indices.compactMap { outcomes[$0] }
            + errors.map { Outcome(name: "", error: $0) }
    }

    private func send(
        _ reminder: Reminder, _ listTitle: String?, on today: Day, _ transport: Transport
    ) async -> Outcome {
        var outcome = Outcome(name: reminder.name)
        do throws(LootError) {
            let deliver = try reminder.channel.delivery(in: environment, through: transport)
            let id = ItemID().description
            switch try await claim(reminder, on: today, id) {
            case .other: outcome.isClaimed = true
            case .ours(let dates) where dates.isEmpty: break
            case .ours(let dates):
                let message = ReminderMessage(dates, on: today, listTitle: listTitle)
                let reason = await retries.run { await deliver(message, id) }.reason
                let isSent = reason == nil
                // Use a separate task, which isn't canceled with this one. Otherwise, a message that was delivered
                // could be sent again.
                let recording = await Task { () async -> Result<Void, LootError> in
                    do throws(LootError) {
                        return .success(try await record(reminder, dates, id, isSent: isSent))
                    } catch { return .failure(error) }
                }.value
                try recording.get()
                if let reason {
                    throw LootError(
                        .unavailable, "Can't send the reminder “\(TextRules.visible(reminder.name))”.",
                        reason: reason, advice: "It will be sent with the next reminders.")
                }
                outcome.count = dates.count
            }
        } catch { outcome.error = error }
        return outcome
    }

    private enum Claim {
        /// This program sends these due dates.
        case ours([DueDate])
        /// Another program is sending the reminder.
        case other
    }

    /// Claims the due dates that haven't been sent yet.
    private func claim(_ reminder: Reminder, on today: Day, _ id: String) async throws(LootError) -> Claim {
        var result = Claim.other
        try await SentReminders.update(reminder.name, in: inventory) { (record) async throws(LootError) in
            let now = Moment.now
            result = .other
            if let other = record.claim, other.id != id, other.end > now { return }
            let (all, last) = try await reminder.dates(in: inventory, on: today)
            // Due dates that no longer exist are forgotten, so that they are sent if they come back.
            record.dates.formIntersection(all.flatMap(SentReminders.keys))
            let new = all.filter {
                $0.day <= last && !record.dates.isSuperset(of: SentReminders.keys(of: $0))
            }
            result = .ours(new)
            let end = Moment(secondsSinceEpoch: now.secondsSinceEpoch + SentReminders.claimSeconds)
            record.claim = new.isEmpty ? nil : end.map { SentReminders.Claim(id: id, end: $0) }
        }
        return result
    }

    /// Records sent due dates, and removes the claim.
    private func record(
        _ reminder: Reminder, _ dates: [DueDate], _ id: String, isSent: Bool
    ) async throws(LootError) {
        try await SentReminders.update(reminder.name, in: inventory) { record in
            // If sending took too long, the claim belongs to another program now.
            if record.claim?.id == id { record.claim = nil }
            if isSent { record.dates.formUnion(dates.flatMap(SentReminders.keys)) }
        }
    }
}
