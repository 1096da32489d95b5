import { findOffSwitch } from '../../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { markDue } from '../../../../platform/due-work/mark-due.ts'
import { todayOf } from '../../../accounts/index.ts'
import { checkMailAddress } from '../../../email-addresses/index.ts'
import { revokePayLinksById } from '../../../invoices/index.ts'
import { readReminderCustomers } from '../../store/customers.ts'
import { cancelMessage, type MessageStanding, readMessageStanding } from '../../store/sent-messages.ts'
import { readThanksStanding } from '../../store/thanks-standing.ts'
import { readAccountFacts } from './read-account-facts.ts'

/**
 * Checks a reminder just before it leaves. It is canceled when one of its invoices was paid, closed or changed since it was
 * written, or promised or disputed by the customer, or put on a confirmed payment plan that is paid on time, reminders were
 * switched off or paused, or the address was marked: what is still due is decided again, without the rest. When another copy has left, only
 * the one to a marked address is canceled.
 */
export async function checkBeforeSending(ctx: Ctx, mailId: string): Promise<boolean> {
  return checkStanding(ctx, mailId, await readMessageStanding(ctx, mailId, await todayOf(ctx)))
}

/** Checks a thank-you just before it leaves. It is canceled when the money for one of its invoices went back, or as a reminder is. */
export async function checkThanksBeforeSending(ctx: Ctx, mailId: string): Promise<boolean> {
  return checkStanding(ctx, mailId, await readThanksStanding(ctx, mailId))
}

async function checkStanding(ctx: Ctx, mailId: string, standing: MessageStanding | null): Promise<boolean> {
  if (standing === null) return false
  const isWanted = await checkMailAddress(ctx, mailId)
  if (standing.hasLeft) return isWanted
  if (isWanted && standing.isTrue && (await isSwitchedOn(ctx, standing.customerId))) return true
  await revokePayLinksById(ctx, await cancelMessage(ctx, standing.messageId))
  await markDue(ctx, 'reminders.send-due', standing.messageId, ctx.now)
  return false
}

async function isSwitchedOn(ctx: Ctx, customerId: string): Promise<boolean> {
  const { isOn, waitsForBooks } = await readAccountFacts(ctx)
  const customer = (await readReminderCustomers(ctx, [customerId])).get(customerId)!
  return !waitsForBooks && findOffSwitch(customer, isOn) === null
}
