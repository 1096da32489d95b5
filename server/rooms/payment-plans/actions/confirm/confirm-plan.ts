import { msg } from '../../../../../domain/languages/msg.ts'
import { parseAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { lockForFees } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import { changePlan, findPlan, invoiceIdsOf, lockPlan } from '../../store/plans.ts'
import type { ConfirmedVia } from '../../tables.ts'
import { describePlan } from '../describe-plan.ts'
import { chargePlanFee } from './charge-plan-fee.ts'
import { mailConfirmation } from './mail-confirmation.ts'
import { readAgreementFacts } from './read-agreement-facts.ts'
import { openOf } from './show-proposal.ts'
import { storeAgreement } from './store-agreement.ts'
import { writeAgreement } from './write-agreement.ts'

/** A customer's yes. `total` and `revision` as they were shown. */
export interface Confirmation {
  readonly name: string
  readonly revision: number
  readonly total: string
  readonly chargesItself: boolean
  readonly via: ConfirmedVia
}

/**
 * Confirms a proposal: charges its fee, keeps who agreed to which text, when and from where, with its PDF, and emails it. A second confirmation
 * changes nothing. Refuses conflict when another schedule was shown, wrong_state when the plan can’t be confirmed any more,
 * and messages by field.
 */
export async function confirmPlan(ctx: Ctx, planId: string, given: Confirmation): Promise<PlanWhole> {
  const held = await lockForFees(ctx, await invoiceIdsOf(ctx, planId))
  const locked = await lockPlan(ctx, planId)
  const plan = (await findPlan(ctx, planId))!
  if (locked!.state === 'confirmed' || locked!.state === 'defaulted' || locked!.state === 'completed')
    return plan
  await refuseOutdated(ctx, plan, given)
  const facts = await readAgreementFacts(ctx, plan, given.chargesItself)
  const text = writeAgreement(ctx, facts)
  await chargePlanFee(ctx, plan, held)
  await changePlan(ctx, planId, {
    state: 'confirmed',
    confirmed_at: asDate(ctx.now),
    confirmed_by: given.name,
    confirmed_via: given.via,
    confirmed_ip: ctx.ip,
    confirmed_agent: ctx.userAgent?.slice(0, 400) ?? null,
    charges_itself: given.chargesItself,
    agreement_text: text,
  })
  await failpoint('plan.confirmed')
  const confirmed = (await findPlan(ctx, planId))!
  const file = await storeAgreement(ctx, confirmed)
  await changePlan(ctx, planId, { agreement_file_id: file.id })
  await audit(
    ctx,
    'payment-plans.confirm',
    { type: 'payment_plan', id: planId },
    { ...(await describePlan(ctx, planId)), name: given.name },
  )
  await mailConfirmation(ctx, confirmed, file)
  await failpoint('plan.before_commit')
  return confirmed
}

async function refuseOutdated(ctx: Ctx, plan: PlanWhole, given: Confirmation): Promise<void> {
  const { row } = plan
  if (row.state !== 'proposed')
    throw refuse(
      'wrong_state',
      msg('This payment plan was canceled, so it can’t be confirmed. Please ask for a new one.'),
    )
  if (row.expires_on < (await todayOf(ctx)))
    throw refuse(
      'wrong_state',
      msg('The day to confirm this payment plan has passed. Please ask for a new one.'),
    )
  if (openOf(plan) === 0n)
    throw refuse('wrong_state', msg('Nothing is owed any more, so there is nothing to confirm.'))
  if (
    plan.invoices.some(({ customerId, depositTo }) => customerId !== row.customer_id || depositTo === 'trust')
  )
    throw refuse('wrong_state', msg('An invoice of this plan has changed. Please ask for a new plan.'))
  const total = parseAmount(given.total, row.currency as Parameters<typeof parseAmount>[1])
  if (row.revision !== given.revision || !total.ok || total.minor !== openOf(plan))
    throw refuse(
      'conflict',
      msg('The payment plan has changed since you opened it. Please look at it again.'),
    )
  if (given.chargesItself && (await findChargingMethod(ctx, row.customer_id)) === null)
    throw refuseFields({
      charges_itself: [msg('Automatic payments are off. Turn them on when you pay the first installment.')],
    })
}
