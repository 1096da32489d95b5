import { msg, type Text } from '../../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../../domain/money/amount-check.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { hashOf } from '../../../platform/ids.ts'
import { readerLocale } from '../../../platform/languages/translate.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { todayOf } from '../../accounts/index.ts'
import { isMergedInto } from '../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
import { bookCreditApplied, type CreditApplied } from '../../ledger/index.ts'
import type { MemoFacts, MemoReply } from '../rules.ts'
import { insertApplication, lockMemo, readMemoFacts, readRequestHash } from '../store/memos.ts'
import { readCreditMemo } from './read-credit-memo.ts'

export interface ApplicationInput {
  readonly invoice: string
  readonly amount: string
  readonly request_id: string
}

/**
 * Settles an invoice of the same customer, or of the one that it was merged into, and currency with a credit memo, once for each
 * request_id. Refuses not_found, wrong_state and request_id_reused, or invalid_input with a message for each wrong field.
 */
export async function applyCreditMemo(ctx: Ctx, id: string, input: ApplicationInput): Promise<MemoReply> {
  // The lock serializes applying, unapplying and voiding of one memo. No other memo waits for it.
  if (!(await lockMemo(ctx, id))) throw refuse('not_found')
  const memo = (await readMemoFacts(ctx, id))!
  const requestHash = hashOf({ memo: id, invoice: input.invoice, amount: input.amount })
  if (await isRepeated(ctx, input.request_id, requestHash)) return readCreditMemo(ctx, id)
  const invoice = await checkPair(ctx, memo, input.invoice)
  const amount = checkPaymentAmount(input.amount, { currency: memo.currency, required: true })
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  const application = { id: nextId(ctx), memoId: id, invoiceId: invoice.id, amountMinor: amount.minor! }
  const request = { requestId: input.request_id, requestHash }
  if (!(await insertApplication(ctx, { ...application, ...request }))) {
    // A concurrent call inserted the same request.
    await isRepeated(ctx, input.request_id, requestHash)
    return readCreditMemo(ctx, id)
  }
  await failpoint('credit.inserted')
  const booked = await bookCreditApplied(ctx, {
    ...application,
    applicationId: application.id,
    customerId: memo.customerId,
    currency: memo.currency,
    number: memo.number,
    isReceived: memo.received,
    bookedOn: await todayOf(ctx),
    invoiceNumber: invoice.number,
  })
  if (!booked.ok) throw refuseFields({ amount: [limitText(ctx, booked, memo)] })
  await failpoint('credit.applied')
  await audit(
    ctx,
    'credit-memos.apply',
    { type: 'credit_memo', id },
    { application: application.id, invoice: invoice.id, amount_minor: application.amountMinor.toString() },
  )
  return readCreditMemo(ctx, id)
}

/** Returns true when the same request was made before. Refuses request_id_reused when its values differ. */
async function isRepeated(ctx: Ctx, requestId: string, requestHash: Buffer): Promise<boolean> {
  const former = await readRequestHash(ctx, requestId)
  if (former === undefined) return false
  if (!former.equals(requestHash)) throw refuse('request_id_reused')
  ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'applied_credit' })
  return true
}

async function checkPair(ctx: Ctx, memo: MemoFacts, invoiceId: string): Promise<InvoiceFacts> {
  if (memo.state === 'void')
    throw refuse('wrong_state', msg('This credit memo is void, so you can’t apply it.'))
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (!invoice) throw refuse('not_found', msg('We couldn’t find this invoice.'))
  if (
    invoice.customerId !== memo.customerId &&
    !(await isMergedInto(ctx, memo.customerId, invoice.customerId))
  )
    throw refuseFields({ invoice: [msg('This invoice belongs to another customer.')] })
  if (invoice.currency !== memo.currency)
    throw refuseFields({ invoice: [msg('This invoice is in another currency.')] })
  if (invoice.state !== 'open') throw refuseFields({ invoice: [msg('Nothing is owed on this invoice.')] })
  return invoice
}

function limitText(ctx: Ctx, booked: CreditApplied & { ok: false }, memo: MemoFacts): Text {
  const limit = displayAmount(booked.limitMinor, memo.currency, { locale: readerLocale(ctx) })
  if (booked.limitedBy === 'memo')
    return booked.limitMinor === 0n
      ? msg('This credit memo has no credit left.')
      : msg('Only {limit} is left on this credit memo.', { limit })
  return booked.limitMinor === 0n
    ? msg('This invoice is paid or has a pending payment.')
    : msg('You can apply at most {limit} to this invoice.', { limit })
}
