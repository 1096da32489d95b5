import { isCompared, type PaymentCase } from '../../../../contract/payment-cases.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Steps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type CaseRow, readCaseRow, setClosed } from '../store/cases.ts'
import { readPaymentRow } from '../store/payments.ts'
import { examinePayment } from './examine-payment.ts'
import { type Processor, processorOf } from './find-processor.ts'
import { settlePayment } from './settle-payment.ts'
import { showCase } from './show-case.ts'
import { seemsUnderCardTesting } from './watch-cards.ts'

/**
 * Asks the processor once more what became of a case's payment, takes over what it says as any other news, and closes the
 * case when nothing differs any more. Refuses not_found, wrong_state for one that is closed, processor_unavailable.
 */
export async function recheckCase(steps: Steps, caseId: string): Promise<PaymentCase> {
  const found = await steps.transaction((ctx) => intend(ctx, caseId))
  const processor = processorOf(steps.app, steps.accountId, found.provider)
  if (!processor) throw refuse('processor_unavailable')
  if (await (found.kind === 'card_testing' ? isQuiet(steps) : isGone(steps, processor, found)))
    await steps.transaction((ctx) => setClosed(ctx, caseId, null, 'Nothing differs any more.'))
  return steps.transaction(async (ctx) => showCase(ctx.app, (await readCaseRow(ctx, caseId))!))
}

async function intend(ctx: Ctx, caseId: string): Promise<CaseRow> {
  const found = await readCaseRow(ctx, caseId)
  if (!found) throw refuse('not_found')
  if (found.closed_at !== null) throw refuse('wrong_state', 'This case is closed already.')
  await audit(ctx, 'payments.recheck_case', { type: 'payment_case', id: caseId }, { kind: found.kind })
  return found
}

const isQuiet = (steps: Steps): Promise<boolean> =>
  steps.transaction(async (ctx) => !(await seemsUnderCardTesting(ctx)))

async function isGone(steps: Steps, processor: Processor, found: CaseRow): Promise<boolean> {
  const about = { paymentId: found.payment_id, providerRef: found.provider_ref }
  const ask = () =>
    examinePayment(steps, processor, about).catch(() => {
      throw refuse('processor_unavailable')
    })
  const { observed, booked } = await ask()
  if (observed && booked) {
    const seen = { recipient: processor.recipient, cause: 'checked by staff' }
    await steps.transaction((ctx) => settlePayment(ctx, booked.paymentId, observed, seen))
  }
  if (isCompared(found.kind)) return (await ask()).differences.every(({ kind }) => kind !== found.kind)
  if (found.kind !== 'mismatch' && found.kind !== 'no_outcome') return false
  const { payment_id: paymentId } = found
  const payment = paymentId && (await steps.transaction((ctx) => readPaymentRow(ctx, paymentId)))
  return payment !== null && payment !== '' && payment.status !== 'error'
}
