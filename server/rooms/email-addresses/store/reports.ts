import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'

export interface StoredReport {
  readonly address: string
  readonly mailId: string
  readonly raw: Buffer
}

/** Stores a report as it arrived. Returns its id. */
export async function insertReceived(ctx: Ctx, report: StoredReport): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('received_reports')
    .values({
      account_id: ctx.accountId,
      id,
      address: report.address,
      mail_id: report.mailId,
      raw: report.raw,
      received_at: asDate(ctx.now),
    })
    .execute()
  return id
}

/** Returns a report that waits; null when it was read. */
export async function selectReceived(ctx: Ctx, id: string): Promise<StoredReport | null> {
  const row = await ctx.db
    .selectFrom('received_reports')
    .select(['address', 'mail_id as mailId', 'raw'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a report that was read. False when another job has done it. */
export async function deleteReceived(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('received_reports')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type DeliveryOutcome = 'bounced' | 'refused' | 'delayed' | 'complained'

/** Notes the outcome of a message. False when it was noted before. */
export async function insertOutcome(
  ctx: Ctx,
  mailId: string,
  outcome: DeliveryOutcome,
  detail: string,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('delivery_reports')
    .values({
      account_id: ctx.accountId,
      mail_id: mailId,
      outcome,
      detail,
      reported_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns what a message is about; null when it was deleted. */
export async function selectMailSubject(
  ctx: Ctx,
  mailId: string,
): Promise<{ readonly type: string; readonly id: string } | null> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select(['related_type as type', 'related_id as id'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return row?.type && row.id ? { type: row.type, id: row.id } : null
}

/** Returns the address that a message goes to, in lower case. */
export async function selectMailAddress(ctx: Ctx, mailId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('mail_messages')
    .select('to_address')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return row?.to_address.toLowerCase() ?? null
}
