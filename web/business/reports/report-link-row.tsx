import { Copy } from 'lucide-react'
import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { countText } from '../dashboard/figures.ts'
import { useCopyLink } from './use-copy-link.ts'

export type ReportLink = ReplyOf<typeof contract.reports.share>

const STATES = {
  active: { tone: 'paid', label: 'Active' },
  expired: { tone: 'quiet', label: 'Expired' },
  revoked: { tone: 'quiet', label: 'Ended' },
} as const

/**
 * One shared link: recipient, author, expiry, and when it was opened. `onShow` opens the address when it can't
 * be copied.
 */
export function ReportLinkRow({
  link,
  onShow,
  onStop,
}: {
  link: ReportLink
  onShow: () => void
  onStop: () => void
}) {
  const { timezone, date_format } = useAccount()
  const copy = useCopyLink()
  const day = (instant: string) => formatDate(dayOf(instant, timezone), date_format)
  const { tone, label } = STATES[link.state]
  const { url } = link
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1" style={{ flexBasis: '16rem' }}>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{link.recipient}</span>
          <Tag tone={tone}>{label}</Tag>
        </p>
        <p className="text-ink-2">
          {untilText(link, day)} ·{' '}
          {link.shows_customers ? 'with customers’ names' : 'without customers’ names'}
        </p>
        <p className="text-12 text-ink-3">
          Shared by {link.created_by} on {day(link.created_at)} ·{' '}
          {link.last_opened_at === null
            ? 'not opened yet'
            : `opened ${countText(link.times_opened, 'time', 'times')}, last on ${day(link.last_opened_at)}, ${timeOf(link.last_opened_at, timezone)}`}
        </p>
      </div>
      {link.state === 'active' && (
        <div className="flex gap-2">
          {url !== null && (
            <Button
              size="sm"
              icon={<Copy />}
              onClick={async () => (await copy(url)) || onShow()}
              aria-label={`Copy link for ${link.recipient}`}
            >
              Copy link
            </Button>
          )}
          <Button size="sm" onClick={onStop} aria-label={`Stop sharing with ${link.recipient}`}>
            Stop sharing
          </Button>
        </div>
      )}
    </li>
  )
}

function untilText(link: ReportLink, day: (instant: string) => string): string {
  if (link.revoked_at !== null) return `Ended by ${link.revoked_by} on ${day(link.revoked_at)}`
  return `${link.state === 'expired' ? 'Worked' : 'Works'} until ${day(link.expires_at)}`
}
