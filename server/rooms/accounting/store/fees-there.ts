import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

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
