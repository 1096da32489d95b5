import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

export interface PayerFacts {
  readonly name: string
  readonly email: string
}

/** Who pays, as processors and receipts name them. */
export async function readPayer(ctx: Ctx, customerId: string): Promise<PayerFacts> {
  const result = await sql<PayerFacts>`
    select coalesce(nullif(company_name, ''), short_name) as name, email from customers
    where account_id = ${ctx.accountId} and id = ${customerId}`.execute(ctx.db)
  return result.rows[0]!
}
