import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { checkMailAddress } from '../../../email-addresses/index.ts'
import { forgetReminderOfMail, lockReminderOfMail, type SentReminder } from '../../store/live-plans.ts'
import { selectPlans } from '../../store/plans.ts'
import { dueInstallments, findReminderAddress } from './remind-of-installments.ts'

/**
 * Checks an email about an installment just before it leaves. It is canceled when the installment was paid or is being paid, its plan
 * ended, reminders were switched off or paused, or the address was marked since: what is still due is decided again.
 */
export async function checkInstallmentMail(ctx: Ctx, mailId: string): Promise<boolean> {
  const reminder = await lockReminderOfMail(ctx, mailId)
  if (reminder === null) return checkMailAddress(ctx, mailId)
  if ((await isTrue(ctx, reminder)) && (await checkMailAddress(ctx, mailId))) return true
  await forgetReminderOfMail(ctx, mailId)
  return false
}

async function isTrue(ctx: Ctx, { planId, installmentId, kind, openMinor }: SentReminder): Promise<boolean> {
  const today = await todayOf(ctx)
  const [plan] = await selectPlans(ctx, [planId])
  if (plan?.row.state !== 'confirmed') return false
  const due = dueInstallments(plan, today).find(
    (one) => one.kind === kind && one.installment.id === installmentId,
  )
  return due?.installment.openMinor === openMinor && (await findReminderAddress(ctx, plan, today)) !== null
}
