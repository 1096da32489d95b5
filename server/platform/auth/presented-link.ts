import { type BaseCtx, present } from '../context.ts'
import { sha256 } from '../ids.ts'

/** Directories in which a link is found by the hash of its token, before its account is known. */
type LinkDirectory = 'pay_link_tokens' | 'report_link_tokens' | 'email_link_tokens' | 'payment_plan_tokens'

/** A link's key, and the hash that its row has to have. */
export interface LinkKey {
  readonly accountId: string
  readonly linkId: string
  readonly hash: Buffer
}

/** Read in place of an unknown token's link, so that its answer takes the same work. */
const NO_LINK = {
  accountId: '00000000-0000-0000-0000-000000000000',
  linkId: '00000000-0000-0000-0000-000000000000',
}

/**
 * Reads the link of a token before the account is known: row-level security shows the rows to a caller that presents
 * its hash. Null without such a link.
 */
export async function readPresentedLink<Found>(
  ctx: BaseCtx,
  directory: LinkDirectory,
  token: string,
  read: (key: LinkKey) => Promise<Found | undefined>,
): Promise<Found | null> {
  const hash = sha256(token)
  const [, known] = await Promise.all([
    present(ctx, 'app.presented_token', hash.toString('hex')),
    ctx.db
      .selectFrom(directory)
      .select(['account_id as accountId', 'link_id as linkId'])
      .where('token_hash', '=', hash)
      .executeTakeFirst(),
  ])
  const found = await read({ ...(known ?? NO_LINK), hash })
  await present(ctx, 'app.presented_token', '')
  return found ?? null
}
