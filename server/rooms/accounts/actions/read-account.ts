import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { roleCan } from '../../../../domain/people/roles.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isOutboundPaused } from '../../../platform/outbound.ts'
import { refuse } from '../../../platform/refusal.ts'
import { hasLedgerEntries, readAccountRow } from '../store/accounts.ts'
import { selectMembers } from '../store/members.ts'
import { showAccount } from './show-account.ts'

/** Returns the transaction's account for the acting member. Only managers see the other members. */
export async function readAccount(ctx: Ctx): Promise<HandlerReplyOf<typeof contract.accounts.read>> {
  if (ctx.actor.kind !== 'staff' || ctx.actor.role === null) throw refuse('not_allowed')
  const { role, userId } = ctx.actor
  const held = await isOutboundPaused(ctx.db)
  const account = await readAccountRow(ctx)
  const members = await selectMembers(ctx)
  const known = roleCan(role, 'users.read') ? members : members.filter((member) => member.userId === userId)
  const secondFactor = members.some((member) => member.userId === userId && member.secondFactor)
  return {
    ...showAccount(ctx, account, role, known, { held, secondFactor }),
    currency_fixed: await hasLedgerEntries(ctx),
  }
}
