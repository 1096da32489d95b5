import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import type { BaseCtx } from '../../../platform/context.ts'

export interface IssuedPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly revoked: boolean
  readonly payLinkId: string
  /** It opens several invoices. */
  readonly several: boolean
}

/** Finds the link of a secret, expired and revoked ones included. Grants no access. */
export const findIssuedPayLink = (ctx: BaseCtx, token: string): Promise<IssuedPayLink | null> =>
  readPresentedLink(ctx, 'pay_link_tokens', token, async ({ accountId, linkId, hash }) => {
    const result = await sql<IssuedPayLink>`
      select account_id as "accountId", invoice_id as "invoiceId", revoked_at is not null as revoked,
        id as "payLinkId", several
      from pay_links where account_id = ${accountId} and id = ${linkId} and token_hash = ${hash}`.execute(
      ctx.db,
    )
    return result.rows[0]
  })
