import type { Ctx } from '../../../platform/context.ts'
import { refusedAddressKey } from '../rules/refused-address-key.ts'
import { closeTasks } from './close-tasks.ts'
import { openTask } from './open-task.ts'

/** Opens the task about an address of a customer that refuses emails, unless it is open. `reason` is the mail server's. */
export async function openAddressTask(
  ctx: Ctx,
  customerId: string,
  address: string,
  reason: string,
): Promise<void> {
  await openTask(ctx, {
    key: refusedAddressKey(customerId, address),
    kind: 'refused_address',
    customerId,
    title: 'Check why emails don’t arrive',
    reason: `Emails to ${address} don’t arrive${reason === '' ? '.' : `: ${reason}`}`,
    endsWhenSettled: false,
    opensAgain: true,
  })
}

/** Opens the task about an address of a customer whose reader reported an email as unwanted, unless it is open. */
export async function openComplaintTask(ctx: Ctx, customerId: string, address: string): Promise<void> {
  await openTask(ctx, {
    key: refusedAddressKey(customerId, address),
    kind: 'refused_address',
    customerId,
    title: 'Ask how they want to be reached',
    reason: `${address} reported an email as unwanted. It gets no reminders.`,
    endsWhenSettled: false,
    opensAgain: true,
  })
}

/** Ends the task about an address that may be used again. */
export const closeAddressTask = (ctx: Ctx, customerId: string, address: string): Promise<void> =>
  closeTasks(ctx, {
    keys: [refusedAddressKey(customerId, address)],
    outcome: `Emails go to ${address} again.`,
  })
