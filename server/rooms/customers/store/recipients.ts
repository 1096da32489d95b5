import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Recipient } from '../rules/recipient.ts'
import type { Customer } from '../rules.ts'

const recipientOf = (customer: Recipient): Recipient => ({
  shortName: customer.shortName,
  companyName: customer.companyName,
  addressline1: customer.addressline1,
  addressline2: customer.addressline2,
  city: customer.city,
  state: customer.state,
  postalCode: customer.postalCode,
  country: customer.country,
})

/** Keeps what documents of a customer must show after an erasure. */
export async function retainRecipient(
  ctx: Ctx,
  customer: Customer,
  { keepUntil, erasedBy }: { readonly keepUntil: CalendarDate; readonly erasedBy: string },
): Promise<void> {
  await ctx.db
    .insertInto('retained_recipients')
    .values({
      account_id: ctx.accountId,
      customer_id: customer.id,
      keep_until: keepUntil,
      recipient: JSON.stringify(recipientOf(customer)),
      erased_by: erasedBy,
    })
    .execute()
}

/** Returns what a document shows of its recipient: of an erased customer, what is kept for the legal period. */
export async function readRecipient<C extends Recipient>(
  ctx: Ctx,
  customer: C & { readonly id: string; readonly erasedAt: Date | null },
): Promise<C> {
  if (customer.erasedAt === null) return customer
  const row = await ctx.db
    .selectFrom('retained_recipients')
    .select('recipient')
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customer.id)
    .executeTakeFirst()
  return { ...customer, ...row?.recipient }
}

/** Deletes what is kept of erased customers longer than the law asks. */
export async function purgeRecipients(ctx: Ctx, today: CalendarDate): Promise<void> {
  await ctx.db
    .deleteFrom('retained_recipients')
    .where('account_id', '=', ctx.accountId)
    .where('keep_until', '<', today)
    .execute()
}

/** Returns the first day on which something is deleted. */
export async function nextPurge(ctx: Ctx): Promise<CalendarDate | null> {
  const result = await sql<{ day: CalendarDate | null }>`
    select (min(keep_until) + 1)::text as day from retained_recipients where account_id = ${ctx.accountId}`.execute(
    ctx.db,
  )
  return result.rows[0]?.day ?? null
}
