import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { type CurrencyCode, displayAmount } from '../../../../../domain/money/money.ts'
import { cutText } from '../../../../../domain/parsing/cut-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { closeTasks, openTask } from '../../../worklist/index.ts'
import type { PlanMove } from '../../rules/judge-plan.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { changePlan, holdInvoices, livePlansOf } from '../../store/plans.ts'
import { describePlan, numbersOf } from '../describe-plan.ts'
import { defaultKey, endPlan } from '../end-plan.ts'

/** Moves a locked plan on. A plan that defaults opens a task; curing or ending it closes the task. */
export async function movePlan(ctx: Ctx, plan: PlanWhole, move: PlanMove): Promise<void> {
  const { id } = plan.row
  const object = { type: 'payment_plan', id }
  if (move.to === 'completed' || move.to === 'canceled') {
    await endPlan(ctx, id, { state: move.to, because: move.because })
    const reason = move.because === '' ? {} : { reason: move.because }
    await audit(ctx, move.to === 'completed' ? 'payment-plans.complete' : 'payment-plans.cancel', object, {
      ...(await describePlan(ctx, id)),
      ...reason,
    })
    return
  }
  if (move.to === 'defaulted') {
    await changePlan(ctx, id, { state: 'defaulted', defaulted_at: asDate(ctx.now) })
    await audit(ctx, 'payment-plans.default', object, await describePlan(ctx, id))
    await openDefaultTask(ctx, plan, move)
    return
  }
  if (plan.row.state === 'completed') return reopenPlan(ctx, plan)
  await changePlan(ctx, id, { state: 'confirmed', defaulted_at: null })
  await closeTasks(ctx, { keys: [defaultKey(id)], outcome: 'The missed installments were paid.' })
  await audit(ctx, 'payment-plans.cure', object, await describePlan(ctx, id))
}

/** A payment came back after the last installment. Another plan may have its invoices by now. */
async function reopenPlan(ctx: Ctx, plan: PlanWhole): Promise<void> {
  const { id } = plan.row
  const ids = plan.invoices.map(({ invoiceId }) => invoiceId)
  if ((await livePlansOf(ctx, ids)).length > 0) return
  await holdInvoices(ctx, id, true)
  await changePlan(ctx, id, { state: 'confirmed', ended_at: null, ended_because: '' })
  await audit(ctx, 'payment-plans.reopen', { type: 'payment_plan', id }, await describePlan(ctx, id))
}

async function openDefaultTask(
  ctx: Ctx,
  plan: PlanWhole,
  { missed }: Extract<PlanMove, { to: 'defaulted' }>,
): Promise<void> {
  const { row, invoices } = plan
  const day = formatDate(missed.dueOn, (await readAccountRow(ctx)).dateFormat)
  const amount = displayAmount(missed.openMinor, row.currency as CurrencyCode)
  const owedMinor = invoices.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0n)
  await openTask(ctx, {
    key: defaultKey(row.id),
    kind: 'follow_up',
    customerId: row.customer_id,
    invoiceIds: invoices.map(({ invoiceId }) => invoiceId),
    amount: { minor: owedMinor, currency: row.currency },
    title: cutText(`Payment plan for ${numbersOf(plan)} defaulted`, 120),
    reason: `The installment of ${amount} due ${day} was not paid. Reminders and late fees apply until it is.`,
    endsWhenSettled: true,
    opensAgain: true,
  })
}
