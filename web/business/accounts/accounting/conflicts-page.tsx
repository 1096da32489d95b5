import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan, usePlatformName } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { NO_ITEMS_FILTERED } from '../../../ui/table/data-table.tsx'
import { SortSelect } from '../../../ui/table/sort-select.tsx'
import { readSort, writeSort } from '../../../ui/table/table-state.ts'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { HelpNote } from '../../help/help-note.tsx'
import { inlineLink } from '../../layout/calm-page.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { type FilterField, filterParams } from '../../layout/filters/filter-field.ts'
import { isNarrowed, useFilteredList } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import type { ListSearch } from '../../list-search.ts'
import { ACCOUNTING_PATH, recordPath } from '../../paths.ts'
import { SettingsLayout } from '../settings/settings-layout.tsx'
import { CONFLICT_LIST, type Conflict, ConflictChoices, MORE } from './conflict-choices.tsx'
import { useSyncStatus } from './use-sync-status.ts'

const RECORDS = [
  { value: 'invoice', label: 'Invoice' },
  { value: 'payment', label: 'Payment' },
  { value: 'credit_memo', label: 'Credit memo' },
  { value: 'credit', label: 'Use of credit' },
  { value: 'customer', label: 'Customer' },
  { value: 'late_fee', label: 'Late fee' },
  { value: 'surcharge', label: 'Surcharge' },
]
const OPEN_FILTERS: readonly FilterField[] = [
  { id: 'record', label: 'Record', kind: 'choice', options: RECORDS },
  { id: 'opened', label: 'Since', kind: 'date' },
]
const CLOSED_FILTERS: readonly FilterField[] = [
  ...OPEN_FILTERS,
  { id: 'closed', label: 'Closed on', chip: 'Closed', kind: 'date' },
]
const FILTERS = { open: OPEN_FILTERS, closed: CLOSED_FILTERS }
const SINCE = { id: 'opened', header: 'Since' }
const CLOSED_ON = { id: 'closed', header: 'Closed on' }

const ORDERS = { open: [SINCE.id], closed: [SINCE.id, CLOSED_ON.id] }

/** Changes of the address that leave the closed ones, with what only these have. */
const OPEN_ONLY = {
  state: undefined,
  order_by: undefined,
  ...Object.fromEntries(filterParams(CLOSED_FILTERS.slice(-1)).map((name) => [name, undefined])),
}

/** Drops a state that the API would refuse, and the search, which this list doesn't have. */
const clean = ({ state, search: _, ...rest }: ListSearch): ListSearch => ({
  ...rest,
  ...(state === 'closed' && { state }),
})

/** Differences between Quittance and the accounting platform that a person decides. */
export function ConflictsPage() {
  const { pk } = useAccount()
  const call = useCall()
  const state = useSearch({ strict: false }).state === 'closed' ? 'closed' : 'open'
  const list = useFilteredList(FILTERS[state], ['state'], { clean, orders: ORDERS[state] })
  const query = { ...list.query, state } as const
  const waiting = useSyncStatus().data?.conflicts
  const conflicts = useQuery({
    queryKey: [pk, 'accounting-conflicts', query],
    queryFn: ({ signal }) =>
      call(contract.accounting.listConflicts, { params: { account: pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = conflicts
  const narrowed = isNarrowed(list.search)
  const count = (narrowed ? waiting : undefined) ?? data?.count ?? 0
  return (
    <SettingsLayout title="Accounting conflicts">
      <HelpNote topic="conflicts" className="border-t-0 border-b" />
      <FilterBar
        list={list}
        fields={FILTERS[state]}
        search={null}
        tools={
          <>
            <SortSelect
              columns={state === 'open' ? [SINCE] : [SINCE, CLOSED_ON]}
              sort={readSort(list.search.order_by)}
              onSort={(sort) => list.set({ order_by: writeSort(sort) })}
              className="w-56 max-sm:w-full"
            />
            <ExportMenu list={list} route={contract.accounting.exportConflicts} name="Accounting conflicts" />
          </>
        }
      >
        <Segmented
          label="Conflicts shown"
          value={state}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Closed' },
          ]}
          onChange={(next) => list.set(next === 'closed' ? { state: next } : OPEN_ONLY)}
        />
      </FilterBar>
      <p className="px-4 pt-3 md:px-6">
        <Link href={ACCOUNTING_PATH} className={inlineLink}>
          Accounting connection
        </Link>
      </p>
      <div id={CONFLICT_LIST} tabIndex={-1} className="grid max-w-200 gap-4 px-4 py-4 outline-none md:px-6">
        {error && <FailedNote what="the conflicts" query={conflicts} list={list} className="" />}
        {!data && !error && <Skeleton className="h-40" />}
        {data?.count === 0 &&
          (narrowed ? <p className="text-ink-2">{NO_ITEMS_FILTERED}</p> : <NoConflicts state={state} />)}
        {data?.results.map((conflict) => (
          <ConflictCard key={conflict.pk} conflict={conflict} others={count - 1} />
        ))}
      </div>
      <ListPager list={list} reply={data} />
    </SettingsLayout>
  )
}

function NoConflicts({ state }: { state: 'open' | 'closed' }) {
  const platform = usePlatformName() ?? 'your accounting platform'
  return (
    <EmptyState icon={<Scale />} title={state === 'open' ? 'Nothing to decide' : 'Nothing was decided yet'}>
      {`What ${platform} and Quittance can’t settle by themselves is listed here.`}
    </EmptyState>
  )
}

type RecordKind = Parameters<typeof recordPath>[0]

const PAGES: Readonly<Record<string, readonly [kind: RecordKind, name: string]>> = {
  invoice: ['invoice', 'invoice'],
  payment: ['payment', 'payment'],
  customer: ['customer', 'customer'],
  credit_memo: ['credit_memo', 'credit memo'],
}

/** `others` is the number of conflicts that stay when this one is decided. */
function ConflictCard({ conflict, others }: { conflict: Conflict; others: number }) {
  const { timezone, date_format } = useAccount()
  const may = useCan('accounting.sync')
  const { subject, opened, closed, chosen, decision } = conflict
  const page = PAGES[subject.type]
  const day = (instant: string) => formatDate(dayOf(instant, timezone), date_format)
  return (
    <article className="grid gap-3 rounded-10 border border-line p-4">
      <header className="grid gap-0.5">
        <h2 className="text-14 font-semibold">{conflict.title}</h2>
        <p className="text-12 text-ink-3">
          {`Since ${day(opened)}`}
          {closed !== null && `, closed on ${day(closed)}`}
          {closed !== null && chosen === null && ' because the difference is gone'}
          {decision !== null && `: ${decision}`}
        </p>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        <Facts title="Quittance" facts={conflict.ours} list={listOf(conflict)} />
        <Facts title={conflict.books} facts={conflict.theirs} />
      </div>
      {page !== undefined && subject.pk !== null && (
        <Link href={recordPath(page[0], subject.pk)} className={inlineLink}>
          {`View ${page[1]}`}
        </Link>
      )}
      {may && conflict.choices.length > 0 && <ConflictChoices conflict={conflict} others={others} />}
    </article>
  )
}

/** The list in which the records are found that a conflict about several names by their numbers. */
const listOf = ({ kind, subject }: Conflict): string | null => {
  if (kind !== 'not_in_books') return null
  return subject.type === 'credit_memo' ? '/credit-memos' : '/invoices'
}

/** One side of a conflict. Labels lead to the records of `list`. */
function Facts({
  title,
  facts,
  list = null,
}: {
  title: string
  facts: Conflict['ours']
  list?: string | null
}) {
  if (facts.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-12 font-semibold text-ink-2">{title}</h3>
      <dl className="mt-1 grid gap-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-ink-2">
              {list === null || label === MORE ? (
                label
              ) : (
                <Link href={`${list}?${new URLSearchParams({ search: label })}`} className={inlineLink}>
                  {label}
                </Link>
              )}
            </dt>
            <dd className="num min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
