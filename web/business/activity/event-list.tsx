import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Timeline, type TimelineItem } from '../../ui/text/timeline.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { pagePath } from './event-page.ts'
import { type Event, type EventPlace, eventDetail, eventText, iconOf, toneOf } from './event-text.tsx'

/** Events, newest first, each with a link to its record. */
export function EventList({
  events,
  place = 'activity',
}: {
  events: readonly Event[]
  /** On a customer's page the customer's name is left out. */
  place?: EventPlace | undefined
}) {
  const time = useEventTime()
  return <Timeline items={events.map((event) => eventItem(event, place, time))} />
}

/** Formats an instant: the time of today, the date of earlier days. */
export function useEventTime(): (at: string) => string {
  const { timezone, today, date_format } = useAccount()
  return (at) => {
    const day = dayOf(at, timezone)
    return day === today ? timeOf(at, timezone) : formatDate(day, date_format)
  }
}

/** Returns the line of an event. `time` formats its instant. */
export const eventItem = (event: Event, place: EventPlace, time: (at: string) => string): TimelineItem => ({
  id: event.pk,
  icon: iconOf(event),
  tone: toneOf(event),
  title: event.page ? (
    <Link href={pagePath(event.page)} className="link-quiet">
      {eventText(event, place)}
    </Link>
  ) : (
    eventText(event, place)
  ),
  detail: eventDetail(event) || undefined,
  time: time(event.at),
  dateTime: event.at,
})
