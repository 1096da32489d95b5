import { Info, TriangleAlert } from 'lucide-react'
import { dateInZone, formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { ACCOUNT_DATA_PATH } from '../paths.ts'

/** Messages of the operator, and the notice that the account is blocked. */
export function StandingBanner() {
  const { blocked, closing, account_messages: messages, timezone, date_format: format } = useAccount()
  return (
    <>
      {blocked && (
        <p
          role="status"
          className="flex print:hidden items-start gap-2 border-b border-line bg-overdue-tint px-4 py-2 text-ink md:px-6"
        >
          <TriangleAlert className="mt-px shrink-0 text-overdue" />
          <span className="flex flex-wrap gap-x-2">
            <strong className="font-semibold">This account is blocked</strong>
            <span className="text-ink-2">
              Only the settings are open, and nothing is sent by itself. Your customers can still pay. Ask the
              operator of this site.
            </span>
          </span>
        </p>
      )}
      {closing && (
        <p
          role="status"
          className="flex items-start gap-2 border-b border-line bg-overdue-tint px-4 py-2 text-ink md:px-6"
        >
          <TriangleAlert className="mt-px shrink-0 text-overdue" />
          <span className="flex flex-wrap gap-x-2">
            <strong className="font-semibold">
              This account is closed and will be deleted on{' '}
              {formatDate(dateInZone(Date.parse(closing.delete_at), timezone), format)}
            </strong>
            <span className="text-ink-2">
              Only the settings are open. Until then an owner can{' '}
              <Link href={ACCOUNT_DATA_PATH} className="underline underline-offset-3">
                export everything or reopen it
              </Link>
              .
            </span>
          </span>
        </p>
      )}
      {messages.map(({ text, tone }) => (
        <p
          key={text}
          role="status"
          className={`flex items-start gap-2 border-b border-line px-4 py-2 text-ink md:px-6 ${tone === 'warning' ? 'bg-soon-tint' : 'bg-sunken'}`}
        >
          {tone === 'warning' ? (
            <TriangleAlert className="mt-px shrink-0 text-soon" />
          ) : (
            <Info className="mt-px shrink-0 text-ink-3" />
          )}
          {text}
        </p>
      ))}
    </>
  )
}
