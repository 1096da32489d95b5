import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { todayOf } from '../../../accounts/index.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import { judgePlan } from '../../rules/judge-plan.ts'
import { selectMovingIds } from '../../store/live-plans.ts'
import { lockPlan, selectPlans } from '../../store/plans.ts'
import { readPolicyRow } from '../../store/policy.ts'
import { followMergedCustomer } from './follow-merged-customer.ts'
import { movePlan } from './move-plan.ts'
import { remindOfInstallments } from './remind-of-installments.ts'

const PAGE = 100

/**
 * Completes, defaults, cures and cancels plans as the ledger and the calendar say, and reminds of installments. It does nothing
 * twice: each plan is judged again under its lock.
 */
export async function movePlans(uow: UnitOfWork): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await uow.transaction((ctx) => selectMovingIds(ctx, after, PAGE))
    for (const id of ids)
      await uow
        .transaction((ctx) => moveOne(ctx, id))
        .catch((error) => uow.app.log.error('a payment plan did not move on', { plan: id, error }))
    after = ids.at(-1) ?? null
    if (ids.length < PAGE) return
  }
}

async function moveOne(ctx: Ctx, id: string): Promise<void> {
  const today = await todayOf(ctx)
  await followMergedCustomer(ctx, id)
  const before = await judged(ctx, id, today)
  if (before !== null) {
    // A plan that is opened again takes its invoices back, and a proposal could take them at the same time.
    if (before.plan.row.state === 'completed')
      await lockReceivables(
        ctx,
        before.plan.invoices.map(({ invoiceId }) => invoiceId),
      )
    await lockPlan(ctx, id)
    // Judged again after the lock: somebody may have changed it meanwhile.
    const found = await judged(ctx, id, today)
    if (found !== null) {
      await movePlan(ctx, found.plan, found.move)
      await failpoint('plan.moved')
    }
  }
  const [plan] = await selectPlans(ctx, [id])
  if (plan?.row.state === 'confirmed') await remindOfInstallments(ctx, plan, today)
}

async function judged(ctx: Ctx, id: string, today: CalendarDate) {
  const [plan] = await selectPlans(ctx, [id])
  const move = plan ? judgePlan(plan, today, (await readPolicyRow(ctx)).graceDays) : null
  return plan && move ? { plan, move } : null
}
