import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import type { Settings } from './use-sending.ts'

/** Says when statements are sent next by the schedule. */
export function ScheduleLine({ settings: { next, send_day } }: { settings: Settings }) {
  const { date_format } = useAccount()
  const day = (date: string): string => formatDate(date, date_format)
  if (next !== null)
    return (
      <span className="text-ink-2">
        Next on {day(next.send_on)}, for {day(next.from)} to {day(next.to)}
      </span>
    )
  return (
    <span className="text-ink-2">
      {send_day === null ? 'Not sent automatically' : 'Paused while your account is switched off'}
    </span>
  )
}
