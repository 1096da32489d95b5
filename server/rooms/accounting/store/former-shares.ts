import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'
import { changePost, writeShares } from './posts.ts'

/** Keeps what the books of a post have of it, for the way back, before the books that are read now count as knowing something else. */
export async function keepFormerShares(ctx: Ctx, { kind, subject_id }: PostRow): Promise<void> {
  await sql`
    update accounting_posts p set former_shares = (
      select coalesce(jsonb_agg(jsonb_build_object('invoice', s.invoice_id, 'memo', s.credit_memo_id,
        'amount', s.amount_minor::text, 'remote', s.remote_id)), '[]') from accounting_post_shares s
      where s.account_id = p.account_id and s.kind = p.kind and s.subject_id = p.subject_id)
    where p.account_id = ${ctx.accountId} and p.kind = ${kind} and p.subject_id = ${subject_id} and p.former_shares is null`.execute(
    ctx.db,
  )
}

/**
 * Brings what these books have of their posts back, when they are read again after others. What has a record there is posted as it is
 * now; credit and late fees are there as they were. Late fees of other books may be in these too, until the invoices are read. Returns
 * what people entered there themselves, whose change they enter too.
 */
export async function restoreFormerShares(ctx: Ctx, connectionId: string): Promise<PostRow[]> {
  const posts = await ctx.db
    .selectFrom('accounting_posts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where((eb) => eb.or([eb('connection_id', '=', connectionId), eb('kind', '=', 'late_fee')]))
    .where('former_shares', 'is not', null)
    .forUpdate()
    .execute()
  for (const post of posts) {
    const { kind, subject_id, former_shares: shares } = post
    await writeShares(ctx, post, false)
    if (shares!.length > 0)
      await ctx.db
        .insertInto('accounting_post_shares')
        .values(
          shares!.map(({ invoice, memo, amount, remote }) => ({
            ...{ account_id: ctx.accountId, kind, subject_id, invoice_id: invoice, credit_memo_id: memo },
            ...{ amount_minor: BigInt(amount), remote_id: remote },
          })),
        )
        .execute()
    await changePost(ctx, post, { former_shares: null, ...stateAfter(post) })
  }
  return posts.filter(({ remote_id }) => remote_id === null)
}

/** The state of a post that its books have, once they are read again. A change of credit that was made meanwhile waits already. */
function stateAfter({ kind, state, remote_id, as_credit }: PostRow): Parameters<typeof changePost>[2] {
  if (remote_id === null || kind === 'late_fee') return {}
  if (as_credit) return state === 'left_out' ? { state: 'posted' } : {}
  return { state: 'waiting', attempts: 0, next_at: null, failure: null }
}
