import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** A payment of which unapplied credit is left. */
export interface UnappliedPayment {
  readonly id: string
  readonly number: string
  readonly unappliedMinor: bigint
  /** Without what refunds under way take back. */
  readonly freeMinor: bigint
}

interface Owner {
  readonly customerId: string
  readonly currency: string
}

/** One payment uses the credit of at most so many others. */
const MOST_PAYMENTS = 100

/** Money in a trust account is no credit: it waits for what its client and the firm agree on. */
const unapplied = (ctx: Ctx, { customerId, currency }: Owner) => sql`
  from payments p where p.account_id = ${ctx.accountId} and p.customer_id = ${customerId}
    and p.currency = ${currency} and p.unapplied_minor > 0 and p.status = 'confirmed' and p.deposit_to = 'operating'`

/** Returns a customer's payments with unapplied credit, in the order of ids. */
export async function readUnapplied(ctx: Ctx, owner: Owner): Promise<UnappliedPayment[]> {
  const result = await sql<UnappliedPayment>`
    select p.id, p.number, p.unapplied_minor as "unappliedMinor",
      greatest(p.unapplied_minor - (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.account_id = ${ctx.accountId} and r.payment_id = p.id and r.status = 'waiting'), 0) as "freeMinor"
    ${unapplied(ctx, owner)} order by p.id limit ${MOST_PAYMENTS}`.execute(ctx.db)
  return result.rows
}

/** Locks a customer's payments with unapplied credit, after the receivables, and returns them. */
export async function lockUnapplied(ctx: Ctx, owner: Owner): Promise<UnappliedPayment[]> {
  const locked = await sql<{ id: string }>`
    select p.id ${unapplied(ctx, owner)} order by p.id limit ${MOST_PAYMENTS} for update`.execute(ctx.db)
  if (locked.rows.length === 0) return []
  const ids = new Set(locked.rows.map(({ id }) => id))
  // Read again: during the wait for a lock another transaction may have used or refunded credit.
  return (await readUnapplied(ctx, owner)).filter(({ id }) => ids.has(id))
}
