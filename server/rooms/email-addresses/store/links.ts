import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, nextId } from '../../../platform/context.ts'
import { insertChunks } from '../../../platform/db/insert-chunks.ts'
import { sha256 } from '../../../platform/ids.ts'

export type LinkPurpose = 'unsubscribe' | 'return_path'

export interface NewLink {
  readonly purpose: LinkPurpose
  readonly address: string
  readonly mailId: string | null
  /** Its secret, which is not stored. */
  readonly token: string
}

/** Stores links of addresses under the hashes of their secrets. */
export async function insertLinks(ctx: Ctx, links: readonly NewLink[]): Promise<void> {
  const createdAt = asDate(ctx.now)
  const rows = links.map(({ purpose, address, mailId, token }) => ({
    account_id: ctx.accountId,
    id: nextId(ctx),
    purpose,
    address,
    mail_id: mailId,
    token_hash: sha256(token),
    created_at: createdAt,
  }))
  const findable = rows.map((row) => ({
    account_id: ctx.accountId,
    link_id: row.id,
    token_hash: row.token_hash,
  }))
  await Promise.all([
    ...insertChunks(rows).map((chunk) => ctx.db.insertInto('email_links').values(chunk).execute()),
    ...insertChunks(findable).map((chunk) => ctx.db.insertInto('email_link_tokens').values(chunk).execute()),
  ])
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
