import { EventsWithMore } from '../activity/events-with-more.tsx'
import { useEvents } from '../activity/use-events.ts'

/** Everything that happened to the customer, newest first. */
export function CustomerTimeline({ customer }: { customer: string }) {
  const events = useEvents({ customer }, 10)
  return (
    <section aria-label="Activity" className="min-w-0 border-t border-line pt-5">
      <h2 className="mb-3 font-semibold">Activity</h2>
      <EventsWithMore place="customer" query={events} empty={<p className="text-ink-2">Nothing yet.</p>} />
    </section>
  )
}
