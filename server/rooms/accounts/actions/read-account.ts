import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isHeld } from '../../../platform/outbound.ts'
import { refuse } from '../../../platform/refusal.ts'
import { hasLedgerEntries, readAccountRow } from '../store/accounts.ts'
import { selectMembers } from '../store/members.ts'
import { showAccount } from './show-account.ts'

/** The account that the transaction is in, with everybody who works in it, as the acting member sees it. */
export async function readAccount(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.accounts.read>> {
  if (ctx.actor.kind !== 'staff' || ctx.actor.role === null) throw refuse('not_allowed')
  const held = await isHeld(ctx.db)
  const account = await readAccountRow(ctx)
  return {
    ...showAccount(ctx, account, ctx.actor.role, await selectMembers(ctx), held),
    currency_fixed: await hasLedgerEntries(ctx),
  }
}
