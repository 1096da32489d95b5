import { type ExpressionBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { PostRow } from '../tables.ts'
import { sharesWithPosts } from './posts.ts'

/** Late fees of an invoice: those charged here, and the part of them that the platform has as lines. */
export interface FeesOfInvoice {
  readonly chargedMinor: bigint
  readonly knownThereMinor: bigint
  /** References in the texts of their lines. */
  readonly references: readonly string[]
}

const NONE: FeesOfInvoice = { chargedMinor: 0n, knownThereMinor: 0n, references: [] }

/** Returns the late fees of each of these invoices. */
export async function feesOfInvoices(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<(invoiceId: string) => FeesOfInvoice> {
  if (invoiceIds.length === 0) return () => NONE
  const result = await sql<{ id: string; charged: bigint; known: bigint; refs: string[] }>`
    select i.id, i.fees_minor as charged, coalesce(k.known, 0)::bigint as known, coalesce(k.refs, '{}') as refs
    from invoices i left join (
      select s.invoice_id, sum(s.amount_minor) as known, array_agg(p.reference) as refs
      from accounting_post_shares s join accounting_posts p
        on p.account_id = s.account_id and p.kind = s.kind and p.subject_id = s.subject_id
      where s.account_id = ${ctx.accountId} and s.kind = 'late_fee' and s.invoice_id = any(${invoiceIds}::uuid[])
      group by s.invoice_id
    ) k on k.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.id = any(${invoiceIds}::uuid[]) and (i.fees_minor <> 0 or k.invoice_id is not null)`.execute(
    ctx.db,
  )
  const found = new Map(
    result.rows.map(({ id, charged, known, refs }) => [
      id,
      { chargedMinor: charged, knownThereMinor: known, references: refs },
    ]),
  )
  return (invoiceId) => found.get(invoiceId) ?? NONE
}

/** Returns late fees that other books than these have as lines of these invoices. */
export const feesElsewhere = (
  ctx: Ctx,
  connectionId: string,
  invoiceIds: readonly string[],
): Promise<PostRow[]> =>
  sharesWithPosts(ctx)
    .selectAll('p')
    .where('s.invoice_id', 'in', [...invoiceIds])
    .where('s.kind', '=', 'late_fee')
    .where('p.connection_id', '<>', connectionId)
    .execute()

/** A late fee whose change or waiver the platform has not taken yet, with the amount of its line there. */
export interface UnchangedFee extends PostRow {
  readonly invoice_id: string
  readonly there_minor: bigint
}

/** Returns the late fees whose lines there differ from what is wanted; not those with a call under way. */
export const unchangedFees = (ctx: Ctx, connectionId: string): Promise<UnchangedFee[]> =>
  sharesWithPosts(ctx)
    .selectAll('p')
    .select(['s.invoice_id', 's.amount_minor as there_minor'])
    .where('p.connection_id', '=', connectionId)
    .where('p.kind', '=', 'late_fee')
    .where('p.state', 'in', ['waiting', 'conflict', 'left_out'])
    .where(sql<boolean>`(p.wanted ->> 'total')::bigint <> s.amount_minor`)
    .execute()

/** Writes the amount of a late fee's line there. */
export async function changeFeeThere(ctx: Ctx, fee: UnchangedFee, amountMinor: bigint): Promise<void> {
  const ofFee = (eb: ExpressionBuilder<Database, 'accounting_post_shares'>) =>
    eb.and({ account_id: ctx.accountId, kind: fee.kind, subject_id: fee.subject_id })
  if (amountMinor === 0n) await ctx.db.deleteFrom('accounting_post_shares').where(ofFee).execute()
  else
    await ctx.db
      .updateTable('accounting_post_shares')
      .set({ amount_minor: amountMinor })
      .where(ofFee)
      .execute()
}
