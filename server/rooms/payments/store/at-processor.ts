import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

interface AtProcessor {
  readonly payments_under_way: number
  readonly stored_methods: number
  readonly automatic_payments: number
}

/** Counts what a processor has of this account: open payments and refunds, stored methods, and consents that charge these. */
export async function countAtProcessor(ctx: Ctx, provider: string): Promise<AtProcessor> {
  const mine = sql`account_id = ${ctx.accountId}`
  const { rows } = await sql<AtProcessor>`
    select
      (select count(*) from payments where ${mine} and provider = ${provider} and next_check_at is not null)::int
      + (select count(*) from refunds r join payments p on p.account_id = r.account_id and p.id = r.payment_id
        where r.account_id = ${ctx.accountId} and r.status = 'waiting' and p.provider = ${provider})::int as payments_under_way,
      (select count(*) from stored_methods
        where ${mine} and provider = ${provider} and removed_at is null)::int as stored_methods,
      (select count(*) from auto_payment_consents c
        join stored_methods m on m.account_id = c.account_id and m.id = c.stored_method_id
        where c.account_id = ${ctx.accountId} and c.withdrawn_at is null and m.provider = ${provider})::int as automatic_payments
  `.execute(ctx.db)
  return rows[0]!
}
