import { formatAmount } from '../../../../domain/money/money.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readInvoiceLive } from '../../accounting/index.ts'
import { readAccountRow, runsByItself } from '../../accounts/index.ts'
import { hasOpenDispute } from '../../answers/index.ts'
import { lockReceivables } from '../../ledger/index.ts'
import {
  currentConsent,
  lockConsents,
  type PaymentSettings,
  payInvoice,
  paymentOfRequest,
  readSettings,
} from '../../payments/index.ts'
import { isChargeable, payableMinor } from '../rules/amounts.ts'
import { isDue, RESUME_AFTER_MS, timingOf } from '../rules/plan.ts'
import { requestIdOf } from '../rules/request-id.ts'
import { changeAttempt, hasOpenAttempt, insertAttempt, lockAttempt, openAttempts } from '../store/attempts.ts'
import { type CoveredInvoice, coveredInvoice } from '../store/covered.ts'
import type { ChargeAttempt } from '../tables.ts'
import { findStop } from './find-stop.ts'
import { findProblems } from './problems/find-problems.ts'
import { alone, runForCoveredInvoices } from './run-for-covered-invoices.ts'
import { isOutOfReach, settleAttempt } from './settle-attempt.ts'

const MAX_BATCH = 2000

/** Resumes open attempts, then charges what is due. */
export async function chargeDue(uow: UnitOfWork): Promise<void> {
  for (const one of await uow.transaction((ctx) => openAttempts(ctx, MAX_BATCH)))
    await alone(uow, one.invoice_id, () => resume(uow, one))
  await runForCoveredInvoices(
    uow,
    (today) => today,
    async (one, { surchargePpm }) => {
      if (!isChargeable(one, surchargePpm)) return
      const begun = await uow.transaction((ctx) => startAttempt(ctx, one.id))
      await failpoint('autopay.begun')
      if (begun) await resume(uow, begun)
    },
  )
}

/**
 * Records a charge attempt before the processor is called, under the invoice's lock, at most one open attempt
 * for each invoice. Returns null when the invoice is not due, not announced, being paid, or no longer to be charged.
 */
export async function startAttempt(ctx: Ctx, invoiceId: string): Promise<ChargeAttempt | null> {
  await lockReceivables(ctx, [invoiceId])
  const one = await coveredInvoice(ctx, invoiceId)
  const settings = await readSettings(ctx)
  if (!one || !(await isChargeableNow(ctx, one, settings))) return null
  if (await hasOpenAttempt(ctx, invoiceId)) return null
  return insertAttempt(ctx, {
    invoiceId,
    dueDate: one.dueDate,
    consentId: one.consentId,
    amountMinor: payableMinor(one),
  })
}

/**
 * A charge needs an account that is on and a method that can be charged, waits for a day after the latest notice and never exceeds
 * the announced amount.
 */
async function isChargeableNow(
  ctx: Ctx,
  one: CoveredInvoice,
  { surchargePpm }: PaymentSettings,
): Promise<boolean> {
  const account = await readAccountRow(ctx)
  if (!runsByItself(account, ctx.now)) return false
  if (!isChargeable(one, surchargePpm) || !isDue(timingOf(one), ctx.now, account.timezone)) return false
  return (await findProblems(ctx, [one])).size === 0
}

/** Makes the payment of a charge attempt unless it exists, and records its outcome. */
async function resume(uow: UnitOfWork, one: ChargeAttempt): Promise<void> {
  // The amount owed may have changed in the accounting platform since the last sync.
  if (!(await readInvoiceLive(uow, one.invoice_id))) return uow.transaction((ctx) => postpone(ctx, one))
  const toCharge = await uow.transaction((ctx) => prepare(ctx, one))
  if (toCharge === null) return
  await failpoint('autopay.claimed')
  await charge(uow, one, toCharge)
  await failpoint('autopay.charged')
  await uow.transaction(async (ctx) => {
    if ((await settleAttempt(ctx, one.id)) === null) await postpone(ctx, one)
  })
  await failpoint('autopay.settled')
}

interface Charge {
  readonly invoice: CoveredInvoice
  /**
   * The rate at which the total stays within the notice; a charge at another rate is refused. Null on a
   * retry, whose surcharge is already recorded.
   */
  readonly surchargePpm: number | null
}

/** Returns the charge to make; null when it was made before or no longer applies. */
async function prepare(ctx: Ctx, one: ChargeAttempt): Promise<Charge | null> {
  const payment = await paymentOfRequest(ctx, requestIdOf(one.id))
  if (payment && !isOutOfReach(payment)) {
    await settleAttempt(ctx, one.id)
    return null
  }
  const current = await coveredInvoice(ctx, one.invoice_id)
  const same = current?.consentId === one.consent_id && current.dueDate === one.due_date
  const settings = await readSettings(ctx)
  const chargeable = same && (await isChargeableNow(ctx, current, settings))
  // The amount owed may also have grown. One attempt takes the full remaining amount: one charge a due date.
  if (chargeable && payableMinor(current) === one.amount_minor)
    return { invoice: current, surchargePpm: payment ? null : settings.surchargePpm[current.type] }
  await abandon(ctx, one)
  return null
}

/** The outcome is read from the payment later. A refusal that created no payment is not an error here. */
async function charge(uow: UnitOfWork, one: ChargeAttempt, { invoice, surchargePpm }: Charge): Promise<void> {
  try {
    await payInvoice(uow, {
      invoiceId: one.invoice_id,
      optionId: `stored-${invoice.methodId}`,
      body: {
        amount: formatAmount(one.amount_minor, invoice.currency),
        ...(surchargePpm !== null && { surcharge_percentage: formatRate(surchargePpm) }),
        request_id: requestIdOf(one.id),
        ...(invoice.installmentId !== null && { installment_id: invoice.installmentId }),
      },
      stillWanted: (ctx) => isAgreed(ctx, one, invoice),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    uow.app.log.info('automatic payment not begun', { tryId: one.id, reason: error.code })
  }
}

/** Checks consent, switches and disputes in the transaction that starts the payment, and locks the consent against changes meanwhile. */
async function isAgreed(ctx: Ctx, one: ChargeAttempt, { customerId }: CoveredInvoice): Promise<boolean> {
  await lockConsents(ctx, customerId)
  if ((await findStop(ctx, customerId)) !== null || (await hasOpenDispute(ctx, one.invoice_id))) return false
  // A payment plan may have been confirmed or have ended meanwhile.
  if ((await coveredInvoice(ctx, one.invoice_id))?.dueDate !== one.due_date) return false
  return (await currentConsent(ctx, customerId))?.id === one.consent_id
}

/** No payment was made: it is too early, or something blocks it. The attempt is resumed later. */
async function postpone(ctx: Ctx, one: ChargeAttempt): Promise<void> {
  await changeAttempt(ctx, one.id, { next_at: asDate(ctx.now + RESUME_AFTER_MS) })
}

async function abandon(ctx: Ctx, one: ChargeAttempt): Promise<void> {
  const { state } = await lockAttempt(ctx, one.id)
  if (state === 'open') await changeAttempt(ctx, one.id, { state: 'abandoned', settled_at: asDate(ctx.now) })
}
