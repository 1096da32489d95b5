import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import type { Event } from '../../activity/event-text.tsx'
import type { Notes } from './use-notes.ts'

type Note = Notes['notes'][number]
type Decision = ReplyOf<typeof contract.reminders.listOfCustomer>['results'][number]

export type TimelineEntry =
  | { readonly at: string; readonly event: Event }
  | { readonly at: string; readonly note: Note }
  | { readonly at: string; readonly decision: Decision }

/** Events that report a reminder or a thank-you that was sent. */
const SENT: ReadonlySet<Event['type']> = new Set(['invoice.reminded', 'invoice.thanked'])

/** How far apart the record of a reminder and the decision to send it may be. */
const SAME_MS = 60_000

/**
 * Joins what happened to a customer, the team's notes and the decisions about reminders, newest first. The event of a note gives way
 * to the note itself, and the decision of a reminder that was sent to its event. Notes and decisions older than the last loaded event
 * wait for the older events.
 */
export function joinTimeline(
  events: readonly Event[],
  hasOlder: boolean,
  notes: readonly Note[],
  decisions: readonly Decision[],
): TimelineEntry[] {
  const oldest = events.at(-1)?.at
  const isLoaded = (at: string) => !hasOlder || oldest === undefined || at >= oldest
  const written = new Set(notes.map(({ created }) => created))
  const isNote = ({ type, at }: Event) => type === 'customer.noted' && written.has(at)
  const sent = events.filter(({ type }) => SENT.has(type))
  const isReported = ({ outcome, invoice, decided_at }: Decision) =>
    outcome === 'sent' &&
    sent.some(
      ({ label, at }) =>
        label === invoice.number && Math.abs(Date.parse(at) - Date.parse(decided_at)) < SAME_MS,
    )
  return [
    ...events.filter((event) => !isNote(event)).map((event) => ({ at: event.at, event })),
    ...notes.filter(({ created }) => isLoaded(created)).map((note) => ({ at: note.created, note })),
    ...decisions
      .filter((one) => isLoaded(one.decided_at) && !isReported(one))
      .map((decision) => ({ at: decision.decided_at, decision })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
