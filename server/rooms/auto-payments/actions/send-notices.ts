import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { readSettings } from '../../payments/index.ts'
import { needsNotice, totalMinor } from '../rules/amounts.ts'
import { chargeDate, noticeHorizon, timingOf } from '../rules/plan.ts'
import { coveredInvoice } from '../store/covered.ts'
import { insertNotice } from '../store/notices.ts'
import { findStop } from './find-stop.ts'
import { mailNotice } from './mail-notice.ts'
import { endProblems } from './problems/end-problems.ts'
import { findProblems } from './problems/find-problems.ts'
import { runForCoveredInvoices } from './run-for-covered-invoices.ts'

/**
 * Sends a notice for each charge within the next three days, once for each charge. A charge that can't be made with its method is
 * reported instead.
 */
export async function sendNotices(uow: UnitOfWork): Promise<void> {
  await endProblems(uow)
  await runForCoveredInvoices(uow, noticeHorizon, async (one, { surchargePpm }) => {
    if (needsNotice(one, surchargePpm)) await uow.transaction((ctx) => sendNotice(ctx, one.id))
  })
}

async function sendNotice(ctx: Ctx, invoiceId: string): Promise<void> {
  const one = await coveredInvoice(ctx, invoiceId)
  const { surchargePpm } = await readSettings(ctx)
  if (!one || !needsNotice(one, surchargePpm)) return
  if ((await findStop(ctx, one.customerId)) !== null || (await findProblems(ctx, [one])).size > 0) return
  // A customer without an email address is not charged either.
  const [to] = addressesOf(await readCustomer(ctx, one.customerId))
  if (to === undefined) return
  const { timezone } = await readAccountRow(ctx)
  const chargeOn = chargeDate({ ...timingOf(one), noticedAt: ctx.now }, ctx.now, timezone)
  const total = totalMinor(one, surchargePpm)
  const fresh = await insertNotice(ctx, {
    invoiceId: one.id,
    dueDate: one.dueDate,
    consentId: one.consentId,
    totalMinor: total,
    currency: one.currency,
    chargeOn,
  })
  await failpoint('autopay.noticed')
  if (fresh) await mailNotice(ctx, { to, one, totalMinor: total, chargeOn })
}
