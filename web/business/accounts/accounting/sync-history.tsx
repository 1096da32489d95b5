import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { useSyncStatus } from './use-sync-status.ts'

type Sync = ReplyOf<typeof contract.accounting.listSyncs>['results'][number]

/** The latest syncs: when, what was read and posted, and how they ended. */
export function SyncHistory() {
  const { pk, timezone, date_format } = useAccount()
  const call = useCall()
  const { data: status } = useSyncStatus()
  const { data, error } = useQuery({
    queryKey: [pk, 'syncs', status?.last_sync, status?.sync_status],
    queryFn: ({ signal }) =>
      call(
        contract.accounting.listSyncs,
        { params: { account: pk }, query: { page_size: '10' } },
        { signal },
      ),
    placeholderData: (before) => before,
  })
  if (error) return <Note tone="error">{actionErrorText(error)}</Note>
  if (!data || data.results.length === 0) return null
  return (
    <SettingsSection title="Sync history" description="The latest ten.">
      <ul className="divide-y divide-line">
        {data.results.map((sync) => (
          <li key={sync.pk} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <span className="num text-ink-2">
              {formatDate(dayOf(sync.started, timezone), date_format)}, {timeOf(sync.started, timezone)}
            </span>
            <span>
              {readText(sync)}
              {sync.posted > 0 && `, posted ${sync.posted}`}
              {sync.failure !== null && <span className="block text-overdue">{sync.failure}</span>}
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const KINDS: readonly (readonly [keyof Sync & string, string, string])[] = [
  ['customers', 'customer', 'customers'],
  ['invoices', 'invoice', 'invoices'],
  ['credit_memos', 'credit memo', 'credit memos'],
  ['payments', 'payment', 'payments'],
]

function readText(sync: Sync): string {
  const read = KINDS.flatMap(([kind, one, several]) => {
    const count = sync[kind] as number
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : several}`]
  })
  if (read.length === 0) return sync.finished === null ? 'Under way' : 'Nothing changed'
  return `${sync.full ? 'Read everything: ' : 'Read '}${read.join(', ')}`
}
