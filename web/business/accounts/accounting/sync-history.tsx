import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { useSyncStatus } from './use-sync-status.ts'

type Sync = ReplyOf<typeof contract.accounting.listSyncs>['results'][number]

const PAGE = 10
/** Rows of one call. */
const MOST = 100

/** The latest syncs: of which books, when, what was read and posted, and how they ended. */
export function SyncHistory() {
  const { pk, timezone, date_format } = useAccount()
  const call = useCall()
  const { data: status } = useSyncStatus()
  const [size, setSize] = useState(PAGE)
  const { data, error, isFetching } = useQuery({
    queryKey: [pk, 'syncs', size, status?.last_sync, status?.sync_status],
    queryFn: ({ signal }) =>
      call(
        contract.accounting.listSyncs,
        { params: { account: pk }, query: { page_size: String(size) } },
        { signal },
      ),
    placeholderData: (before) => before,
  })
  if (error) return <Note tone="error">{actionErrorText(error)}</Note>
  if (!data || data.results.length === 0) return null
  return (
    <SettingsSection title="Sync history" description="What was read from your books and posted to them.">
      <ul className="divide-y divide-line">
        {data.results.map((sync) => (
          <li key={sync.pk} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <span className="num text-ink-2">
              {formatDate(dayOf(sync.started, timezone), date_format)}, {timeOf(sync.started, timezone)}
            </span>
            <span>
              <span className="text-ink-2">{sync.platform}: </span>
              {syncedText(sync)}
              {sync.failure !== null && <span className="block text-overdue">{sync.failure}</span>}
            </span>
          </li>
        ))}
      </ul>
      {data.count > data.results.length && data.results.length < MOST && (
        <Button size="sm" busy={isFetching} onClick={() => setSize(size + PAGE)}>
          Show more
        </Button>
      )}
    </SettingsSection>
  )
}

const KINDS: readonly (readonly [keyof Sync & string, string, string])[] = [
  ['customers', 'customer', 'customers'],
  ['invoices', 'invoice', 'invoices'],
  ['credit_memos', 'credit memo', 'credit memos'],
  ['payments', 'payment', 'payments'],
]

function syncedText(sync: Sync): string {
  const posts = [
    sync.posted > 0 && `posted ${sync.posted.toLocaleString('en-US')}`,
    sync.removed > 0 && `removed ${sync.removed.toLocaleString('en-US')}`,
  ].filter((one) => one !== false)
  const read = readText(sync)
  const text = (read === null ? posts : [read, ...posts]).join(', ')
  if (text !== '') return text
  return sync.finished === null ? 'under way' : 'nothing changed'
}

function readText(sync: Sync): string | null {
  const read = KINDS.flatMap(([kind, one, several]) => {
    const count = sync[kind] as number
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : several}`]
  })
  if (read.length === 0) return null
  return `${sync.full ? 'read everything: ' : 'read '}${read.join(', ')}`
}
