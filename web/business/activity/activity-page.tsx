import { History } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { EVENT_SUBJECTS, type EventSubject } from '../../../domain/accounts/event-types.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { type ListSearch, useListState } from '../list-search.ts'
import { EventsWithMore } from './events-with-more.tsx'
import { useEvents } from './use-events.ts'

const VIEWS: ReadonlyArray<{ value: EventSubject | ''; label: string }> = [
  { value: '', label: 'All' },
  { value: 'payment', label: 'Payments' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'customer', label: 'Customers' },
]

const CRUMBS = [{ label: 'Dashboard', href: '/' }]

/** Drops a subject that the API would refuse. */
const cleanSubject = ({ about, ...search }: ListSearch): ListSearch => ({
  ...search,
  ...(EVENT_SUBJECTS.some((one) => one === about) && { about }),
})

/** Everything that happened to invoices, payments and customers, newest first. */
export function ActivityPage() {
  const list = useListState(['about'], { clean: cleanSubject })
  const about = EVENT_SUBJECTS.find((one) => one === list.search.about)
  const events = useEvents({ about }, 25)
  return (
    <>
      <PageHeader
        title="Activity"
        crumbs={CRUMBS}
        className="border-b border-line"
        actions={
          <>
            <Segmented
              label="Activity shown"
              options={VIEWS}
              value={about ?? ''}
              onChange={(value) => list.set({ about: value || undefined })}
            />
            <ExportMenu
              list={{ query: about ? { about } : {} }}
              route={contract.events.export}
              name="Activity"
            />
          </>
        }
      />
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
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
