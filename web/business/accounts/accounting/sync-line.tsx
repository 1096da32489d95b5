import { BookOpen, CircleAlert } from 'lucide-react'
import { useAccount } from '../../../session/account-context.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { ACCOUNTING_PATH, CONFLICTS_PATH } from '../../paths.ts'
import { SyncButton } from './sync-button.tsx'
import { syncText } from './sync-words.ts'
import { type SyncStatus, useSyncStatus } from './use-sync-status.ts'

/** Data older than a day stops reminders, charges and fees. */
const FRESH_FOR_S = 24 * 3600

const link = 'font-medium text-ink underline underline-offset-2'

/** Returns until when nothing is sent or charged by schedule; null when nothing waits. */
function waitingText({
  provider,
  connected,
  undecided,
  conflicts,
  last_sync_delta: age,
}: SyncStatus): string | null {
  if (provider === null) return null
  if (!connected) return 'until it is connected'
  if (undecided > 0)
    return conflicts === 1 ? 'until you decide the conflict' : 'until you decide the conflicts'
  return age !== null && age > FRESH_FOR_S ? 'for the next sync' : null
}

/** On every page of an account of an accounting platform: when it was read, what is wrong, and a button to read it now. */
export function SyncLine() {
  const { account_type: type } = useAccount()
  const { data } = useSyncStatus()
  if (type !== 'provider' || !data) return null
  const isWrong = data.failure !== null || (!data.connected && data.provider !== null)
  const waitsFor = waitingText(data)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 md:px-6 ${isWrong ? 'bg-overdue-tint' : 'bg-sunken'}`}
    >
      <p className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-2 text-ink-2" role="status">
        {isWrong ? <CircleAlert className="text-overdue" /> : <BookOpen className="text-ink-3" />}
        <Link href={ACCOUNTING_PATH} className={link}>
          {data.name ?? 'Accounting platform'}
        </Link>
        <span>{data.provider === null ? 'Connect one to read your invoices' : syncText(data)}</span>
        {data.failure !== null && data.sync_status === 'none' && <span>{data.failure}</span>}
        {waitsFor !== null && <span>{`Reminders, late fees and automatic payments wait ${waitsFor}.`}</span>}
      </p>
      {data.conflicts > 0 && (
        <Link href={CONFLICTS_PATH} className={`${link} text-overdue`}>
          {data.conflicts === 1 ? '1 conflict' : `${data.conflicts} conflicts`}
        </Link>
      )}
      <SyncButton status={data} />
    </div>
  )
}
