import type { PlanGroup } from '../../../../../domain/accounts/plans.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { AccountMessage } from '../../rules.ts'
import { changeSettings } from '../../store/accounts.ts'

/**
 * Blocks the account or frees it, replaces the messages that its people see, and sets the group whose plans it may choose
 * (null decides by what it does). For the operator of the installation.
 */
export async function changeStanding(
  ctx: Ctx,
  changes: {
    readonly blocked?: boolean | undefined
    readonly messages?: readonly AccountMessage[] | undefined
    readonly planGroup?: PlanGroup | null | undefined
  },
): Promise<void> {
  const { blocked, messages, planGroup } = changes
  await changeSettings(ctx, {
    ...(blocked !== undefined && { blocked }),
    ...(messages !== undefined && { account_messages: JSON.stringify(messages) }),
    ...(planGroup !== undefined && { plan_group: planGroup }),
  })
  const changed = [
    blocked !== undefined && (blocked ? 'blocked' : 'not blocked'),
    messages !== undefined && `${messages.length} messages`,
    planGroup !== undefined && `group ${planGroup ?? 'by itself'}`,
  ].filter((text) => text !== false)
  await audit(
    ctx,
    'accounts.change-standing',
    { type: 'account', id: ctx.accountId },
    { changed: changed.join(', ') },
  )
}
