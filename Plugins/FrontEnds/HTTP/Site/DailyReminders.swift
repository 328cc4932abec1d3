import LootActions
import LootCore
import Platform
import WebClient

/// Sends the reminders of the list every day at the configured hour.
///
/// After a restart later that day, it runs again; reminders that were sent aren't repeated. If a reminder can't be
/// sent, or another program is sending it, it is tried again after 15 minutes, and then after longer pauses of at most four
/// hours.
struct DailyReminders: Sendable {
    private static let retryMinutes = 15

    private let hour: Int
    private let sender: ReminderSender
    private let now: @Sendable () -> Moment
    private let log: @Sendable (String) -> Void

    /// Creates the daily reminders. Returns `nil` if no hour is configured.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `configuration` if a variable for mail is invalid.
    init?(
        _ configuration: HTTPConfiguration, _ store: any ItemStore, listName: String?,
        environment: [String: String], retries: Retries = Retries(limit: 5),
        now: @escaping @Sendable () -> Moment = { .now }, log: @escaping @Sendable (String) -> Void
    ) throws(LootError) {
        guard let hour = configuration.remindAt else { return nil }
        sender = try ReminderSender(
            Inventory(store, for: .owner), listName: listName, environment: environment, retries: retries)
        (self.hour, self.now, self.log) = (hour, now, log)
    }

    /// Sends reminders until the task is canceled. `interval` is the time between two looks at the clock: a timer for
    /// the whole day would be wrong after the machine sleeps or the clock changes.
    func run(every interval: Duration = .seconds(30)) async {
        var doneDay: Day?
        var failures = 0
        var nextTry = Moment.first
        while !Task.isCancelled {
            let local = localNow
            let hasBegun = local >= start(of: local.day)
            // A failed run is repeated, also after midnight.
            if doneDay != local.day, hasBegun || failures > 0, local >= nextTry {
                if await send() {
                    (failures, nextTry) = (0, .first)
                    if hasBegun { doneDay = local.day }
                } else {
                    nextTry = local.adding(minutes: DailyReminders.retryMinutes << min(failures, 4))
                    failures += 1
                }
            }
            try? await Task.sleep(for: interval)
        }
    }

    /// The current moment of the local clock, as if it were UTC.
    private var localNow: Moment {
        let now = now()
        let offset = ThisProcess.secondsFromUTC(at: now.secondsSinceEpoch)
        return Moment(secondsSinceEpoch: now.secondsSinceEpoch + Int64(offset)) ?? now
    }

    private func start(of day: Day) -> Moment { Moment(startOf: day).adding(minutes: hour * 60) }

    /// Sends reminders. Returns whether all were sent, and no other program is still sending.
    private func send() async -> Bool {
        do throws(LootError) {
            let sender = sender
            let outcomes = try await elsewhere { () throws(LootError) in try await sender.run() }
            for outcome in outcomes {
                if let error = outcome.error { log(error.description) }
            }
            return outcomes.allSatisfy { $0.error == nil && !$0.isClaimed }
        } catch {
            log(error.description)
            return false
        }
    }
}

extension Moment {
    fileprivate func adding(minutes: Int) -> Moment {
        Moment(secondsSinceEpoch: secondsSinceEpoch + Int64(minutes) * 60) ?? .last
    }
}
