import { sql } from 'kysely'
import type { StatementKind } from '../../../../domain/statements/statement-kind.ts'
import type { StatementPeriod } from '../../../../domain/statements/statement-period.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { unnestRows } from '../../../platform/db/rows/unnest-rows.ts'
import type { StatementRow } from '../tables.ts'

export type NewStatement = Omit<StatementRow, 'account_id' | 'to_address' | 'mail_ids' | 'sent_at'>

/** Adds issued statements. None exists for its customer, currency, kind and period: the customers are locked. */
export async function insertStatements(ctx: Ctx, rows: readonly NewStatement[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.db
    .insertInto('statements')
    .values(rows.map((row) => ({ ...row, account_id: ctx.accountId })))
    .execute()
}

/** Returns the issued statements of customers for a period. */
export const selectIssued = (
  ctx: Ctx,
  customerIds: readonly string[],
  kind: StatementKind,
  { from, to }: StatementPeriod,
): Promise<StatementRow[]> =>
  ctx.db
    .selectFrom('statements')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('kind', '=', kind)
    .where('period_from', '=', from)
    .where('period_to', '=', to)
    .execute()

/** Notes to whom statements left, and with which messages. */
export async function markSent(
  ctx: Ctx,
  sent: readonly { readonly id: string; readonly to: string; readonly mailIds: readonly string[] }[],
): Promise<void> {
  const rows = sent.map(({ id, to, mailIds }) => ({ id, to_address: to, mail_ids: `{${mailIds.join(',')}}` }))
  await sql`update statements s set to_address = r.to_address, mail_ids = r.mail_ids::uuid[], sent_at = ${asDate(ctx.now)}
    from ${unnestRows('r', { id: 'uuid', to_address: 'text', mail_ids: 'text' }, rows)}
    where s.account_id = ${ctx.accountId} and s.id = r.id`.execute(ctx.db)
}

/** Returns the statement that a message carries; null when it carries none. */
export async function findStatementOfMail(
  ctx: Ctx,
  mailId: string,
): Promise<Pick<StatementRow, 'customer_id' | 'run_id'> | null> {
  const { rows } = await sql<Pick<StatementRow, 'customer_id' | 'run_id'>>`
    select s.customer_id, s.run_id from mail_messages m
      join statements s on s.account_id = m.account_id and s.id = m.related_id
    where m.account_id = ${ctx.accountId} and m.id = ${mailId} and m.related_type = 'statement'`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

export interface ListedStatement extends StatementRow {
  readonly short_name: string
  /** Delivery of the last message to the first address; null once the message was deleted. */
  readonly status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'canceled' | null
}

/** Returns a page of issued statements, the latest first, with the names of their customers. */
export async function selectStatements(
  ctx: Ctx,
  customerId: string | null,
  limit: number,
  offset: number,
): Promise<{ count: number; rows: ListedStatement[] }> {
  const own = customerId === null ? sql`true` : sql`s.customer_id = ${customerId}`
  const counted = await sql<{ count: number }>`select count(*)::int as count from statements s
    where s.account_id = ${ctx.accountId} and ${own}`.execute(ctx.db)
  const { rows } = await sql<ListedStatement>`
    select s.*, k.short_name, d.status from statements s
      join customers k on k.account_id = s.account_id and k.id = s.customer_id
      left join mail_messages d on d.account_id = s.account_id and d.id = s.mail_ids[1]
    where s.account_id = ${ctx.accountId} and ${own}
    order by s.closed_at desc, s.id desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return { count: counted.rows[0]!.count, rows }
}

/** Returns an issued statement; null when there is none. */
export const findStatement = async (ctx: Ctx, id: string): Promise<StatementRow | null> =>
  (await ctx.db
    .selectFrom('statements')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null
