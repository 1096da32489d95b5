import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** A write-off of an invoice that is not reversed. */
export interface StandingWriteOff {
  readonly entryId: string
  readonly recordedAt: Date
  /** Minor units, positive. */
  readonly amountMinor: bigint
}

/** Returns the write-offs of an invoice that are not reversed, oldest first. Its receivable must be locked. */
export async function selectStandingWriteOffs(ctx: Ctx, invoiceId: string): Promise<StandingWriteOff[]> {
  const { rows } = await sql<StandingWriteOff>`
    select e.id as "entryId", e.recorded_at as "recordedAt", -sum(p.amount_minor)::bigint as "amountMinor"
    from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
    where e.account_id = ${ctx.accountId} and e.source_id = ${invoiceId} and e.kind = 'write_off' and p.invoice_id = e.source_id
      and not exists (select from ledger_entries b
        where b.account_id = e.account_id and b.source_id = e.source_id and b.reverses_id = e.id)
    group by e.account_id, e.id order by e.sequence`.execute(ctx.db)
  return rows
}

/** Returns what is written off of invoices, by their ids, in minor units. Those without a standing write-off are missing. */
export async function readWrittenOff(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string; minor: bigint }>`
    select e.source_id as id, -sum(p.amount_minor)::bigint as minor
    from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id and p.invoice_id = e.source_id
    where e.account_id = ${ctx.accountId} and e.source_id = any(${invoiceIds}::uuid[]) and e.kind in ('write_off', 'write_off_reversal')
    group by e.source_id having sum(p.amount_minor) < 0`.execute(ctx.db)
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}
