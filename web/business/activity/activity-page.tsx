import { History } from 'lucide-react'
import { EVENT_SUBJECTS, type EventSubject } from '../../../domain/accounts/event-types.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useListState } from '../list-search.ts'
import { EventsWithMore } from './events-with-more.tsx'
import { useEvents } from './use-events.ts'

const VIEWS: ReadonlyArray<{ value: EventSubject | ''; label: string }> = [
  { value: '', label: 'All' },
  { value: 'payment', label: 'Payments' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'customer', label: 'Customers' },
]

const CRUMBS = [{ label: 'Dashboard', href: '/' }]

/** Everything that happened to invoices, payments and customers, newest first. */
export function ActivityPage() {
  const list = useListState(['about'])
  const about = EVENT_SUBJECTS.find((one) => one === list.search.about)
  const events = useEvents({ about }, 25)
  return (
    <>
      <PageHeader
        title="Activity"
        crumbs={CRUMBS}
        className="border-b border-line"
        actions={
          <Segmented
            label="Activity shown"
            options={VIEWS}
            value={about ?? ''}
            onChange={(value) => list.set({ about: value || undefined })}
          />
        }
      />
      <section aria-label="Activity" className="max-w-180 p-4 md:p-6">
        <EventsWithMore
          query={events}
          empty={
            <EmptyState icon={<History />} title="No activity yet">
              Invoices sent, opened and paid appear here.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}
