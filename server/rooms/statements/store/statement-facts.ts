import { sql } from 'kysely'
import type { StatementDocument } from '../../../../domain/statements/build-statement.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Returns number and dates of invoices and credit memos by id. An invoice is due as the ledger says now. */
export async function readDocuments(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StatementDocument>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StatementDocument & { id: string }>`
    select i.id, i.number, i.invoice_date as date, r.due_date as "dueDate", false as "isReceived"
    from invoices i join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.id = any(${ids}::uuid[])
    union all
    select m.id, m.number, m.issued_on, null, m.received from credit_memos m
    where m.account_id = ${ctx.accountId} and m.id = any(${ids}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, ...document }) => [id, document]))
}
