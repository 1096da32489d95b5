import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { isDocumentNumber } from '../../../../domain/invoices/document-number.ts'
import { checkPaymentAmount } from '../../../../domain/money/amount-check.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/control/failpoint.ts'
import { hashOf } from '../../../platform/ids.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkKeptHere } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { bookCreditMemo } from '../../ledger/index.ts'
import type { MemoReply } from '../rules.ts'
import { insertMemo, lockRequest, readIssuing } from '../store/memos.ts'
import { emailCreditMemo } from './email-credit-memo.ts'
import { readCreditMemo } from './read-credit-memo.ts'

export interface MemoInput {
  readonly customer: string
  readonly number?: string | undefined
  readonly issued_on: CalendarDate
  readonly total: string
  readonly reason: string
  /** Emails the memo to the customer. Default: false. */
  readonly email?: boolean | undefined
  /** Absent only when the product itself issues the memo. */
  readonly request_id?: string | undefined
}

/**
 * Issues a credit memo in its customer's currency and books it, once for each request_id. The customer may be
 * inactive. Refuses not_found for a customer of another account, request_id_reused, busy when no free number
 * is found, and invalid_input with a message for each wrong field, such as a used number.
 */
export async function issueCreditMemo(ctx: Ctx, input: MemoInput): Promise<MemoReply> {
  const { request_id: requestId = null, ...values } = input
  const request = { requestId, requestHash: hashOf({ ...values, customer: values.customer.toLowerCase() }) }
  const before = requestId && (await findIssued(ctx, requestId, request.requestHash))
  if (before) return readCreditMemo(ctx, before)
  await checkKeptHere(ctx, 'Issue credit memos')
  const customer = await readCustomer(ctx, input.customer)
  const total = checkPaymentAmount(input.total, { currency: customer.currency, required: true })
  const number = input.number === undefined || isDocumentNumber(input.number)
  if (!total.ok || !number)
    throw refuseFields({
      ...(!number && { number: ['This number has a character that is not allowed.'] }),
      ...(!total.ok && { total: [total.text] }),
    })
  const memo = {
    id: nextId(ctx),
    customerId: customer.id,
    currency: customer.currency,
    issuedOn: input.issued_on,
    reason: input.reason,
    totalMinor: total.minor!,
    ...request,
  }
  const taken = await insertMemo(ctx, memo, input.number)
  if (taken === null)
    throw input.number === undefined
      ? refuse('busy')
      : refuseFields({ number: ['This number is already used. Enter another one.'] })
  await failpoint('memo.inserted')
  await bookCreditMemo(ctx, { ...memo, memoId: memo.id, number: taken, bookedOn: memo.issuedOn })
  await failpoint('memo.booked')
  await audit(
    ctx,
    'credit-memos.issue',
    { type: 'credit_memo', id: memo.id },
    {
      number: taken,
      customer: memo.customerId,
      currency: memo.currency,
      total_minor: memo.totalMinor.toString(),
    },
  )
  if (input.email) await emailCreditMemo(ctx, memo.id, addressesOf(customer))
  return readCreditMemo(ctx, memo.id)
}

/**
 * Returns the id of the memo that the same request issued, or null. A concurrent call with the same
 * request_id waits. Refuses request_id_reused.
 */
async function findIssued(ctx: Ctx, requestId: string, requestHash: Buffer): Promise<string | null> {
  await lockRequest(ctx, requestId)
  const former = await readIssuing(ctx, requestId)
  if (former && !former.requestHash?.equals(requestHash)) throw refuse('request_id_reused')
  if (former) ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'credit_memo' })
  return former?.memoId ?? null
}
