import { formatAmount } from '../../../../domain/money/money.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { accountOf } from '../../accounts/index.ts'
import { lockReceivables } from '../../ledger/index.ts'
import {
  lockConsents,
  type PaymentSettings,
  payInvoice,
  paymentOfRequest,
  readSettings,
  standingConsent,
} from '../../payments/index.ts'
import { isChargeable, payableMinor } from '../rules/amounts.ts'
import { isDue, RESUME_AFTER_MS, timingOf } from '../rules/plan.ts'
import { requestIdOf } from '../rules/request-id.ts'
import { type CoveredInvoice, coveredInvoice } from '../store/covered.ts'
import { changeTry, hasOpenTry, insertTry, lockTry, openTries } from '../store/tries.ts'
import type { Try } from '../tables.ts'
import { alone, eachCovered } from './each-covered.ts'
import { isOutOfReach, settleTry } from './settle-try.ts'

const MOST_AT_ONCE = 2000

/** Goes on with what was begun and not finished, then charges what is due. */
export async function chargeDue(uow: UnitOfWork): Promise<void> {
  for (const one of await uow.transaction((ctx) => openTries(ctx, MOST_AT_ONCE)))
    await alone(uow, one.invoice_id, () => goOn(uow, one))
  await eachCovered(
    uow,
    (today) => today,
    async (one, { surchargePpm }) => {
      if (!isChargeable(one, surchargePpm)) return
      const begun = await uow.transaction((ctx) => beginTry(ctx, one.id))
      await failpoint('autopay.begun')
      if (begun) await goOn(uow, begun)
    },
  )
}

/**
 * Commits that an invoice is about to be charged, before anything is asked of a processor: one try at a time, under the
 * invoice's lock. Null when it isn't due, not told of, being paid, or not to be charged any more.
 */
export async function beginTry(ctx: Ctx, invoiceId: string): Promise<Try | null> {
  await lockReceivables(ctx, [invoiceId])
  const one = await coveredInvoice(ctx, invoiceId)
  const settings = await readSettings(ctx)
  if (!one || !settings.isActive || !(await isChargeableNow(ctx, one, settings))) return null
  if (await hasOpenTry(ctx, invoiceId)) return null
  return insertTry(ctx, {
    invoiceId,
    dueDate: one.dueDate,
    consentId: one.consentId,
    amountMinor: payableMinor(one),
  })
}

/** Not before the customer has had a day with the newest notice, and not for more than was told. */
async function isChargeableNow(
  ctx: Ctx,
  one: CoveredInvoice,
  { surchargePpm }: PaymentSettings,
): Promise<boolean> {
  const { timezone } = await accountOf(ctx)
  return isChargeable(one, surchargePpm) && isDue(timingOf(one), ctx.now, timezone)
}

/** Charges what a try is for unless that was done, and takes over what became of it. */
async function goOn(uow: UnitOfWork, one: Try): Promise<void> {
  const wanted = await uow.transaction((ctx) => prepare(ctx, one))
  if (wanted === null) return
  await failpoint('autopay.claimed')
  await charge(uow, one, wanted)
  await failpoint('autopay.charged')
  await uow.transaction(async (ctx) => {
    if ((await settleTry(ctx, one.id)) === null) await postpone(ctx, one)
  })
  await failpoint('autopay.settled')
}

interface Wanted {
  readonly invoice: CoveredInvoice
  /** With which no more is taken than was told: no other is charged. Null when what is taken was recorded before. */
  readonly surchargePpm: number | null
}

/** What is to be charged; null when that was done, or is no longer wanted. */
async function prepare(ctx: Ctx, one: Try): Promise<Wanted | null> {
  const payment = await paymentOfRequest(ctx, requestIdOf(one.id))
  if (payment && !isOutOfReach(payment)) {
    await settleTry(ctx, one.id)
    return null
  }
  const still = await coveredInvoice(ctx, one.invoice_id)
  const same = still?.consentId === one.consent_id && still.dueDate === one.due_date
  const settings = await readSettings(ctx)
  const chargeable = same && (await isChargeableNow(ctx, still, settings))
  // What is owed by now may be more as well: one try takes the whole rest, and there is one for each due date.
  if (chargeable && payableMinor(still) === one.amount_minor)
    return { invoice: still, surchargePpm: payment ? null : settings.surchargePpm[still.type] }
  await abandon(ctx, one)
  return null
}

/** What became of it is read from its payment; a refusal that began none is none's fault here. */
async function charge(uow: UnitOfWork, one: Try, { invoice, surchargePpm }: Wanted): Promise<void> {
  try {
    await payInvoice(uow, {
      invoiceId: one.invoice_id,
      optionId: `stored-${invoice.methodId}`,
      body: {
        amount: formatAmount(one.amount_minor, invoice.currency),
        ...(surchargePpm !== null && { surcharge_percentage: formatRate(surchargePpm) }),
        request_id: requestIdOf(one.id),
      },
      stillWanted: (ctx) => isAgreed(ctx, one, invoice),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    uow.app.log.info('automatic payment not begun', { tryId: one.id, reason: error.code })
  }
}

/** The customer's word stands at the moment in which the charge is committed to, and nobody changes it meanwhile. */
async function isAgreed(ctx: Ctx, one: Try, { customerId }: CoveredInvoice): Promise<boolean> {
  await lockConsents(ctx, customerId)
  return (await standingConsent(ctx, customerId))?.id === one.consent_id
}

/** No payment was begun: it was too early, or something is in the way. Later the invoice is looked at afresh. */
async function postpone(ctx: Ctx, one: Try): Promise<void> {
  await changeTry(ctx, one.id, { next_at: asDate(ctx.now + RESUME_AFTER_MS) })
}

async function abandon(ctx: Ctx, one: Try): Promise<void> {
  const { state } = await lockTry(ctx, one.id)
  if (state === 'open') await changeTry(ctx, one.id, { state: 'abandoned', settled_at: asDate(ctx.now) })
}
