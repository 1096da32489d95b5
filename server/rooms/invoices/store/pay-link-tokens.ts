import type { Ctx } from '../../../platform/context.ts'
import { type BaseCtx, present } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'

/** A link's key, and the hash that its row has to have. */
interface LinkKey {
  readonly accountId: string
  readonly linkId: string
  readonly hash: Buffer
}

/** Read in place of an unknown secret's link, so that its answer takes the same work. */
const NO_LINK = {
  accountId: '00000000-0000-0000-0000-000000000000',
  linkId: '00000000-0000-0000-0000-000000000000',
}

/** Adds a link to the directory in which it is found by its token. */
export async function insertToken(ctx: Ctx, linkId: string, hash: Buffer): Promise<void> {
  await ctx.db
    .insertInto('pay_link_tokens')
    .values({ account_id: ctx.accountId, link_id: linkId, token_hash: hash })
    .execute()
}

/**
 * Reads the link of a secret before the account is known: row-level security shows the rows to a caller that presents
 * its hash.
 */
export async function readPresented<Found>(
  ctx: BaseCtx,
  token: string,
  read: (key: LinkKey) => Promise<Found | undefined>,
): Promise<Found | null> {
  const hash = sha256(token)
  const [, known] = await Promise.all([
    present(ctx, 'app.presented_token', hash.toString('hex')),
    ctx.db
      .selectFrom('pay_link_tokens')
      .select(['account_id as accountId', 'link_id as linkId'])
      .where('token_hash', '=', hash)
      .executeTakeFirst(),
  ])
  const found = await read({ ...(known ?? NO_LINK), hash })
  await present(ctx, 'app.presented_token', '')
  return found ?? null
}
