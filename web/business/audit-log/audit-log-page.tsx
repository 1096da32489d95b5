import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { type Account, useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { SettingsLayout } from '../accounts/settings/settings-layout.tsx'
import { pagePath } from '../activity/event-page.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { type ListState, useListState } from '../list-search.ts'
import { LIVE } from '../query-client.ts'
import { AuditBar } from './audit-bar.tsx'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import { AUDIT_FILTERS, cleanAuditSearch } from './audit-filters.ts'
import { SealLine } from './audit-seal.tsx'
import { type AuditEntry, countText, dateText, timeText } from './audit-text.ts'

/** Lists who did what and when, for those responsible for the company. */
export function AuditLogPage() {
  const may = useCan('audit.read')
  const list = useListState(AUDIT_FILTERS, { clean: cleanAuditSearch })
  return (
    <SettingsLayout title="Audit log" closed={!may && 'Owners and admins can read the audit log.'}>
      <AuditLog list={list} />
    </SettingsLayout>
  )
}

function AuditLog({ list }: { list: ListState }) {
  const account = useAccount()
  const call = useCall()
  const [open, setOpen] = useState(false)
  // Kept while the panel's closing animation runs.
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const entries = useQuery({
    queryKey: [account.pk, 'audit-log', list.query],
    queryFn: ({ signal }) =>
      call(contract.auditLog.list, { params: { account: account.pk }, query: list.query }, { signal }),
    placeholderData: keepPreviousData,
    ...LIVE,
  })
  const isShown = entries.data !== undefined
  const { button, ...arranged } = useListColumns('audit_log', list, columns(account), isShown)
  return (
    <>
      <AuditBar
        list={list}
        about={entries.data?.results.find(({ named }) => named !== '')?.named}
        columns={button}
      />
      <DataTable
        label="Audit log"
        {...arranged}
        rows={entries.data?.results}
        rowKey={(entry) => entry.pk}
        loading={entries.isFetching}
        onOpen={(entry) => {
          setShown(entry)
          setOpen(true)
        }}
        currentKey={open ? shown?.pk : null}
        filtered={AUDIT_FILTERS.some((name) => Boolean(list.search[name]))}
        empty={
          <EmptyState icon={<ScrollText />} title="No entries yet">
            Every change in this account appears here, with who made it and when.
          </EmptyState>
        }
        error={entries.error && <FailedNote what="the audit log" query={entries} list={list} />}
      />
      <ListPager list={list} reply={entries.data} />
      {entries.data && <SealLine seal={entries.data.last_seal} />}
      {shown && <AuditEntryPanel entry={shown} open={open} onClose={() => setOpen(false)} list={list} />}
    </>
  )
}

const columns = (account: Account): readonly Column<AuditEntry>[] => [
  {
    id: 'at',
    header: 'When',
    width: 13,
    rowHeader: true,
    card: 'title',
    cell: ({ at }) => (
      <time dateTime={at} className="num">
        {dateText(at, account)} <span className="text-ink-3">{timeText(at, account)}</span>
      </time>
    ),
  },
  {
    id: 'what',
    header: 'What happened',
    card: 'foot',
    className: '@min-md:whitespace-normal! py-2',
    cell: (entry) => (
      <span className="wrap-anywhere whitespace-normal">
        <b className="font-semibold">{entry.actor.name}</b> {entry.before}
        {entry.page && entry.named !== '' ? (
          <Link href={pagePath(entry.page)} className="text-ink underline underline-offset-3">
            {entry.named}
          </Link>
        ) : (
          entry.named
        )}
        {entry.after}
      </span>
    ),
  },
  {
    id: 'ip',
    header: 'IP address',
    width: 9,
    text: ({ ip }) => ip ?? '',
    hideBelow: 'lg',
    card: 'hidden',
    cell: ({ ip }) => <span className="num text-ink-2">{ip ?? '–'}</span>,
  },
  {
    id: 'seal',
    header: 'Seal',
    align: 'end',
    width: 6,
    text: ({ seal }) => (seal ? countText(seal.number) : '–'),
    card: 'hidden',
    cell: ({ seal }) => <span className="text-ink-3">{seal ? countText(seal.number) : '–'}</span>,
  },
]
