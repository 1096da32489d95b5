import { StickyNote } from 'lucide-react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Timeline, type TimelineItem } from '../../../ui/text/timeline.tsx'
import { eventItem, useEventTime } from '../../activity/event-list.tsx'
import { EventsWithMore } from '../../activity/events-with-more.tsx'
import { useEvents } from '../../activity/use-events.ts'
import { decisionItem } from '../../invoices/decision-timeline.tsx'
import { useReminderDecisions } from '../customer-reminders.tsx'
import { NoteAuthor } from './note-author.tsx'
import { joinTimeline, type TimelineEntry } from './timeline-entries.ts'
import { useNotes } from './use-notes.ts'
import { WriteNote } from './write-note.tsx'

/** Everything that happened to the customer, with the team's notes and the decisions about reminders, newest first. */
export function CustomerTimeline({ customer }: { customer: string }) {
  const { date_format } = useAccount()
  const time = useEventTime()
  const events = useEvents({ customer }, 10)
  const notes = useNotes(customer)
  const decisions = useReminderDecisions(customer)
  const day = (date: string) => formatDate(date, date_format)
  const itemOf = (entry: TimelineEntry): TimelineItem => {
    if ('event' in entry) {
      // An event of a duplicate names it.
      const isOther = entry.event.customer !== null && entry.event.customer.pk !== customer
      return eventItem(entry.event, isOther ? 'activity' : 'customer', time)
    }
    if ('decision' in entry) return decisionItem(entry.decision, day)
    const { note, at } = entry
    return {
      id: note.pk,
      icon: <StickyNote />,
      title: <NoteAuthor customer={customer} note={note} />,
      quote: note.text,
      time: time(at),
      dateTime: at,
    }
  }
  const failure = notes.error ?? decisions.error
  return (
    <section aria-label="Activity" className="grid min-w-0 gap-4 px-4 pt-5 pb-6 md:px-6">
      <h2 className="font-semibold">Activity</h2>
      {notes.data && <WriteNote customer={customer} people={notes.data.people} />}
      {failure && <Note tone="error">{actionErrorText(failure)}</Note>}
      <div className="min-w-0">
        <EventsWithMore
          query={events}
          show={(loaded) => {
            const entries = joinTimeline(
              loaded,
              events.hasNextPage,
              notes.data?.notes ?? [],
              decisions.data?.results ?? [],
            )
            return entries.length === 0 ? (
              <p className="text-ink-2">Nothing yet.</p>
            ) : (
              <Timeline items={entries.map(itemOf)} />
            )
          }}
        />
      </div>
    </section>
  )
}
