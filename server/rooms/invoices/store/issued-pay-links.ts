import { sql } from 'kysely'
import { type BaseCtx, present } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'

export interface IssuedPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly revoked: boolean
}

/** Finds the link of a secret, expired and revoked ones included. Grants no access. */
export async function findIssuedPayLink(ctx: BaseCtx, token: string): Promise<IssuedPayLink | null> {
  const hash = sha256(token)
  await present(ctx, 'app.presented_token', hash.toString('hex'))
  const result = await sql<IssuedPayLink>`
    select account_id as "accountId", invoice_id as "invoiceId", revoked_at is not null as revoked
    from pay_links where token_hash = ${hash}`.execute(ctx.db)
  await present(ctx, 'app.presented_token', '')
  return result.rows[0] ?? null
}
