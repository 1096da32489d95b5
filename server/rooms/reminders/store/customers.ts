import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type EmailWithRole, reminderAddressesOf } from '../../../../domain/people/email-roles.ts'
import type { CustomerFacts } from '../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type MarkOf, readMarks } from '../../email-addresses/index.ts'

export interface ReminderCustomer extends CustomerFacts {
  readonly id: string
  readonly name: string
  /** The first address without a mark. */
  readonly address: string | null
  readonly moreAddresses: readonly string[]
  /** The mobile one where there is one. */
  readonly phone: string | null
}

interface Row {
  id: string
  short_name: string
  email: string
  extra_emails: string[]
  email_roles: readonly EmailWithRole[]
  phone: string | null
  is_active: boolean
  reminders_on: boolean
  group_reminders_on: boolean
  is_paused: boolean
  paused_until: CalendarDate | null
  last_sent_on: CalendarDate | null
}

/**
 * Locks customers until the transaction ends, so that two workers do not write to one of them at once, and returns what
 * decisions about their reminders need.
 */
export async function lockReminderCustomers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReminderCustomer>> {
  await sql`select from customers where account_id = ${ctx.accountId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db)
  return readReminderCustomers(ctx, ids)
}

/** Returns what decisions about the reminders of customers need, by id. */
export async function readReminderCustomers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReminderCustomer>> {
  const { rows } = await sql<Row>`
    select k.id, k.short_name, k.email, k.extra_emails, k.email_roles, k.is_active,
      coalesce(nullif(k.mobile_phone, ''), nullif(k.primary_phone, '')) as phone, k.reminders_on,
      coalesce(g.reminders_on, true) as group_reminders_on, p.id is not null as is_paused, p.until as paused_until,
      (select max(m.sent_on) from reminder_messages m where m.account_id = k.account_id and m.customer_id = k.id)
        as last_sent_on
    from customers k
      left join customer_groups g on g.account_id = k.account_id and g.id = k.group_id
      left join reminder_pauses p on p.account_id = k.account_id and p.scope = 'customer' and p.subject_id = k.id
    where k.account_id = ${ctx.accountId} and k.id = any(${ids}::uuid[])`.execute(ctx.db)
  const markOf = await readMarks(ctx, rows.flatMap(addressesOf))
  return new Map(rows.map((row) => [row.id, toCustomer(row, markOf)]))
}

const addressesOf = (row: Row): string[] =>
  reminderAddressesOf({ email: row.email, extraEmails: row.extra_emails, emailRoles: row.email_roles })

function toCustomer(row: Row, markOf: MarkOf): ReminderCustomer {
  const all = addressesOf(row)
  const [address = null, ...moreAddresses] = all.filter((one) => markOf(one) === null)
  return {
    id: row.id,
    name: row.short_name,
    address,
    moreAddresses,
    phone: row.phone,
    isActive: row.is_active,
    remindersOn: row.reminders_on,
    groupRemindersOn: row.group_reminders_on,
    hasAddress: all.length > 0,
    addressMark: address === null && all.length > 0 ? markOf(all[0]!) : null,
    pause: row.is_paused ? { until: row.paused_until } : null,
    lastSentOn: row.last_sent_on,
  }
}
