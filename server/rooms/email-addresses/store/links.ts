import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, nextId } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'

export type LinkPurpose = 'unsubscribe' | 'return_path'

export interface NewLink {
  readonly purpose: LinkPurpose
  readonly address: string
  readonly mailId: string | null
}

/** Stores a link of an address under the hash of its secret, which is not stored. */
export async function insertLink(ctx: Ctx, link: NewLink, token: string): Promise<void> {
  const hash = sha256(token)
  const id = nextId(ctx)
  const inserted = ctx.db
    .insertInto('email_links')
    .values({
      account_id: ctx.accountId,
      id,
      purpose: link.purpose,
      address: link.address,
      mail_id: link.mailId,
      token_hash: hash,
      created_at: asDate(ctx.now),
    })
    .execute()
  const findable = ctx.db
    .insertInto('email_link_tokens')
    .values({ account_id: ctx.accountId, link_id: id, token_hash: hash })
    .execute()
  await Promise.all([inserted, findable])
}

export interface FoundLink {
  readonly accountId: string
  readonly address: string
  readonly mailId: string | null
}

/** Finds the link of a secret before the account is known. */
export async function findLink(ctx: BaseCtx, purpose: LinkPurpose, token: string): Promise<FoundLink | null> {
  return readPresentedLink(ctx, 'email_link_tokens', token, async ({ accountId, linkId, hash }) => {
    const { rows } = await sql<FoundLink>`
      select account_id as "accountId", address, mail_id as "mailId" from email_links
      where account_id = ${accountId} and id = ${linkId} and token_hash = ${hash} and purpose = ${purpose}`.execute(
      ctx.db,
    )
    return rows[0]
  })
}
