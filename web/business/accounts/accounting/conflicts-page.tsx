import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan, usePlatformName } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { HelpNote } from '../../help/help-note.tsx'
import { inlineLink } from '../../layout/calm-page.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { ListPager } from '../../layout/list-pager.tsx'
import { cleanState, useListState } from '../../list-search.ts'
import { ACCOUNTING_PATH, recordPath } from '../../paths.ts'
import { SettingsLayout } from '../settings/settings-layout.tsx'
import { CONFLICT_LIST, type Conflict, ConflictChoices, MORE } from './conflict-choices.tsx'

const clean = cleanState(['closed'])

/** Differences between Quittance and the accounting platform that a person decides. */
export function ConflictsPage() {
  const { pk } = useAccount()
  const call = useCall()
  const list = useListState(['state'], { clean })
  const state = list.search.state === 'closed' ? 'closed' : 'open'
  const query = { page: String(list.page), page_size: String(list.pageSize), state } as const
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [pk, 'accounting-conflicts', query],
    queryFn: ({ signal }) =>
      call(contract.accounting.listConflicts, { params: { account: pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <SettingsLayout title="Accounting conflicts">
      <HelpNote topic="conflicts" className="border-t-0 border-b" />
      <div id={CONFLICT_LIST} tabIndex={-1} className="grid max-w-200 gap-4 px-4 py-5 outline-none md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented
            label="Conflicts shown"
            value={state}
            options={[
              { value: 'open', label: 'Open' },
              { value: 'closed', label: 'Closed' },
            ]}
            onChange={(next) => list.set({ state: next === 'closed' ? next : undefined })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Link href={ACCOUNTING_PATH} className={inlineLink}>
              Accounting connection
            </Link>
            <ExportMenu
              list={{ query: { state } }}
              route={contract.accounting.exportConflicts}
              name="Accounting conflicts"
            />
          </div>
        </div>
        <DroppedFilters list={list} />
        {error && (
          <Note
            tone="error"
            title="Failed to load the conflicts"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {actionErrorText(error)}
          </Note>
        )}
        {!data && !error && <Skeleton className="h-40" />}
        {data?.count === 0 && <NoConflicts state={state} />}
        {data?.results.map((conflict) => (
          <ConflictCard key={conflict.pk} conflict={conflict} others={data.count - 1} />
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
