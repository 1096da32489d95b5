import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import type { Account } from '../../session/account-context.ts'
import { dayOf } from '../../ui/text/zoned-time.ts'

export type AuditEntry = ReplyOf<typeof contract.auditLog.list>['results'][number]
export type AuditSeal = NonNullable<AuditEntry['seal']>

type Clock = Pick<Account, 'timezone' | 'date_format'>

/** Date in the account's time zone and format: '11/20/2026'. */
export const dateText = (at: string, { timezone, date_format }: Clock): string =>
  formatDate(dayOf(at, timezone), date_format)

/** Time in the account's time zone: '10:14:09 AM'. */
export const timeText = (at: string, { timezone }: Clock): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).format(Date.parse(at))

/** Groups thousands: '1,204'. */
export const countText = (count: number): string => new Intl.NumberFormat('en-US').format(count)

/** Shortens a hash to its beginning and end, enough to compare by eye. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`

/** Formats the seal as `verify-audit --kept` takes it. */
export const keptText = ({ number, hash }: AuditSeal): string => `${number}:${hash}`
