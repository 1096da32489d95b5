import { isCompared, type PaymentCase } from '../../../../../contract/payments/payment-cases.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { askedAt } from '../../rules/check-schedule.ts'
import { mismatchOf } from '../../rules/match-outcome.ts'
import { type CaseRow, readCaseRow, setClosed } from '../../store/cases.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { readRefund } from '../../store/refunds.ts'
import { seemsUnderCardTesting } from '../methods/watch-cards.ts'
import { findProcessor, isOfFormerAccount, type Processor } from '../processor/find-processor.ts'
import { refuseStaffUnavailable } from '../processor/refuse-unavailable.ts'
import { checkRefund } from '../refund/check-refund.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { examinePayment } from './examine-payment.ts'
import { showCase } from './show-case.ts'

/**
 * Asks the processor again about a case's payment, settles its report, and closes the case when the
 * difference is gone. Refuses not_found, wrong_state for a closed case or one of a former account, processor_unavailable,
 * payments_paused.
 */
export async function recheckCase(uow: UnitOfWork, caseId: string): Promise<PaymentCase> {
  const found = await uow.transaction((ctx) => startRecheck(ctx, caseId))
  const processor = await findProcessor(uow, found.provider)
  await failpoint('recheck.intended')
  if (!processor) throw refuse('processor_unavailable')
  await refuseFormer(uow, processor, found)
  if (await (found.kind === 'card_testing' ? isQuiet(uow) : isResolved(uow, processor, found)))
    await uow.transaction(async (ctx) => {
      await setClosed(ctx, caseId, null, 'The difference is gone.')
      await failpoint('recheck.before_commit')
    })
  await failpoint('recheck.committed')
  return uow.transaction(async (ctx) => showCase(ctx.app, (await readCaseRow(ctx, caseId))!))
}

/** Another account of the business has the payment: the connected one would not know it, which would look like a difference. */
async function refuseFormer(uow: UnitOfWork, processor: Processor, found: CaseRow): Promise<void> {
  if (found.kind === 'card_testing') return
  const payment = found.payment_id && (await uow.transaction((ctx) => readPaymentRow(ctx, found.payment_id!)))
  const madeAt = payment ? askedAt(payment) : found.opened_at
  if (isOfFormerAccount(processor, madeAt))
    throw refuse(
      'wrong_state',
      `This case is about another ${processor.adapter.name} account than the one that is connected. Check it there, then close the case.`,
    )
}

async function startRecheck(ctx: Ctx, caseId: string): Promise<CaseRow> {
  const found = await readCaseRow(ctx, caseId)
  if (!found) throw refuse('not_found')
  if (found.closed_at !== null) throw refuse('wrong_state', 'This case is already closed.')
  await audit(ctx, 'payments.recheck_case', { type: 'payment_case', id: caseId }, { kind: found.kind })
  return found
}

const isQuiet = (uow: UnitOfWork): Promise<boolean> =>
  uow.transaction(async (ctx) => !(await seemsUnderCardTesting(ctx)))

async function isResolved(uow: UnitOfWork, processor: Processor, found: CaseRow): Promise<boolean> {
  const { kind, payment_id: paymentId, subject } = found
  const ofOutcome = (kind === 'mismatch' || kind === 'no_outcome') && paymentId !== null
  // The payment does not show the refund's outcome, so the processor is asked for the refund itself.
  if (ofOutcome && subject !== paymentId) return isRefundSettled(uow, subject)
  const about = { paymentId: found.payment_id, providerRef: found.provider_ref }
  const ask = () =>
    examinePayment(uow, processor, about).catch(async () => {
      throw await refuseStaffUnavailable(uow.app)
    })
  const { observed, booked } = await ask()
  await failpoint('recheck.asked')
  if (observed && booked) {
    const seen = { recipient: processor.recipient, cause: 'checked by staff' }
    await uow.transaction((ctx) => settlePayment(ctx, booked.paymentId, observed, seen))
    await failpoint('recheck.settled')
  }
  if (isCompared(kind)) return (await ask()).differences.every((one) => one.kind !== kind)
  if (!ofOutcome) return false
  const payment = await uow.transaction((ctx) => readPaymentRow(ctx, paymentId))
  const agrees = observed !== null && mismatchOf(payment!, observed, processor.recipient) === null
  return payment!.status !== 'error' && (agrees || kind === 'no_outcome')
}

async function isRefundSettled(uow: UnitOfWork, refundId: string): Promise<boolean> {
  if (!(await checkRefund(uow, refundId))) throw await refuseStaffUnavailable(uow.app)
  return (await uow.transaction((ctx) => readRefund(ctx, refundId)))?.status !== 'waiting'
}
