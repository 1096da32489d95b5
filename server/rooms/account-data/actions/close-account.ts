import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { disconnectBooks, liveBooks } from '../../accounting/index.ts'
import { readAccountRow, setClosing } from '../../accounts/index.ts'
import { endSubscription } from '../../plans/index.ts'
import { HOLD_MS } from '../rules.ts'
import { mailClosed, mailReopened } from './mail-owners.ts'

/**
 * Closes the account: a subscription ends with its paid month, the accounting platform's access ends at once, and everything is
 * deleted after 30 days. Closing twice is the same as once. Refuses beside `name` unless it is the company's, and billing_refused while the seller of plans doesn't answer.
 */
export async function closeAccount(uow: UnitOfWork, typedName: string): Promise<void> {
  const isClosed = await uow.transaction(async (ctx) => {
    const { company, closing } = await readAccountRow(ctx)
    if (typedName.trim() !== company.name.trim())
      throw refuseFields({ name: ['Enter the company’s name as it is written here.'] })
    return closing !== null
  })
  if (!isClosed) {
    await endSubscription(uow)
    await uow.transaction(close)
  }
  // A closed account reads and posts nothing. A call that was cut off after closing ends the access when it is repeated.
  for (const provider of await uow.transaction(liveBooks)) await disconnectBooks(uow, provider)
}

async function close(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const deleteAtMs = ctx.now + HOLD_MS
  if (!(await setClosing(ctx, { deleteAtMs, userId: ctx.actor.userId }))) return
  await markDue(ctx, 'account-data.delete-closed', ctx.accountId, deleteAtMs)
  await audit(ctx, 'accounts.close', { type: 'account', id: ctx.accountId })
  await mailClosed(ctx, deleteAtMs)
}

/** Opens a closed account again. Refuses wrong_state when it isn't closed. */
export async function reopenAccount(ctx: Ctx): Promise<void> {
  if (!(await setClosing(ctx, null))) throw refuse('wrong_state', 'This account is open.')
  await audit(ctx, 'accounts.reopen', { type: 'account', id: ctx.accountId })
  await mailReopened(ctx)
}
