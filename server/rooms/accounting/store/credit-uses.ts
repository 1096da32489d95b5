import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'

/** Writes the parts of invoices that the platform settles with such a payment. Returns the invoices whose part is another than before. */
export async function writeCreditUses(
  ctx: Ctx,
  { kind, subject_id }: PostRow,
  uses: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const written = await ctx.db
    .selectFrom('accounting_post_shares')
    .select(['invoice_id', 'amount_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()
  const before = new Map(written.map((one) => [one.invoice_id, one.amount_minor]))
  const changed = [...new Set([...before.keys(), ...uses.keys()])].filter(
    (invoice) => (before.get(invoice) ?? 0n) !== (uses.get(invoice) ?? 0n),
  )
  if (changed.length === 0) return []
  await ctx.db
    .deleteFrom('accounting_post_shares')
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()
  if (uses.size > 0)
    await ctx.db
      .insertInto('accounting_post_shares')
      .values(
        [...uses].map(([invoice_id, amount_minor]) => ({
          ...{ account_id: ctx.accountId, kind, subject_id, invoice_id, amount_minor },
          ...{ credit_memo_id: null, remote_id: null },
        })),
      )
      .execute()
  return changed
}

/** Writes that the platform settles more of an invoice with a payment. */
export async function addCreditUse(
  ctx: Ctx,
  { kind, subject_id }: PostRow,
  invoiceId: string,
  amountMinor: bigint,
): Promise<void> {
  await ctx.db
    .insertInto('accounting_post_shares')
    .values({
      ...{ account_id: ctx.accountId, kind, subject_id, invoice_id: invoiceId, amount_minor: amountMinor },
      ...{ credit_memo_id: null, remote_id: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'subject_id', 'invoice_id'])
        .doUpdateSet({ amount_minor: sql`accounting_post_shares.amount_minor + excluded.amount_minor` }),
    )
    .execute()
}
