import type { Ctx } from '../../../platform/context.ts'
import { present } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { ConnectionRow } from '../tables.ts'

type Business = Pick<ConnectionRow, 'provider' | 'remote_id'>

const hashOf = ({ provider, remote_id }: Business): Buffer => sha256(`${provider}|${remote_id}`)

/** Writes that this account is connected to the business. */
export async function addBusiness(ctx: Ctx, business: Business): Promise<void> {
  await ctx.db
    .insertInto('connected_businesses')
    .values({ business_hash: hashOf(business), account_id: ctx.accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeBusiness(ctx: Ctx, business: Business): Promise<void> {
  await ctx.db
    .deleteFrom('connected_businesses')
    .where('business_hash', '=', hashOf(business))
    .where('account_id', '=', ctx.accountId)
    .execute()
}

/** True while another account of this installation is connected to the business too. */
export async function isShared(ctx: Ctx, business: Business): Promise<boolean> {
  const hash = hashOf(business)
  await present(ctx, 'app.presented_token', hash.toString('hex'))
  const other = await ctx.db
    .selectFrom('connected_businesses')
    .select('account_id')
    .where('business_hash', '=', hash)
    .where('account_id', '<>', ctx.accountId)
    .limit(1)
    .executeTakeFirst()
  await present(ctx, 'app.presented_token', '')
  return other !== undefined
}
