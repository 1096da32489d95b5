import { z } from 'zod'
import type { Connection, CreditToApply, Outcome, PaymentToPost, RemoteRef } from '../port.ts'
import type { QuickBooksClient } from './client.ts'
import { paymentUrl } from './read-records.ts'
import { numberOf, paymentShape } from './wire.ts'

const made = z.object({ Payment: paymentShape })

const linked = (id: string, type: 'Invoice' | 'CreditMemo') => [{ TxnId: id, TxnType: type }]

export interface Posting {
  readonly call: QuickBooksClient
  readonly appUrl: string
}

export function postPayment(
  posting: Posting,
  connection: Connection,
  payment: PaymentToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = payment.total
  return create(posting, connection, key, {
    CustomerRef: { value: payment.customerId },
    CurrencyRef: { value: currency },
    TotalAmt: numberOf(minor, currency),
    TxnDate: payment.receivedOn,
    PaymentRefNum: payment.reference,
    PrivateNote: payment.note,
    ...(payment.depositAccount !== '' && { DepositToAccountRef: { value: payment.depositAccount } }),
    Line: payment.applied.map(({ invoiceId, amountMinor }) => ({
      Amount: numberOf(amountMinor, currency),
      LinkedTxn: linked(invoiceId, 'Invoice'),
    })),
  })
}

/** Using a credit memo is a payment of nothing that links it to the invoice. */
export function applyCredit(
  posting: Posting,
  connection: Connection,
  credit: CreditToApply,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = credit.amount
  const amount = numberOf(minor, currency)
  return create(posting, connection, key, {
    CustomerRef: { value: credit.customerId },
    CurrencyRef: { value: currency },
    TotalAmt: 0,
    TxnDate: credit.appliedOn,
    PaymentRefNum: credit.reference,
    Line: [
      { Amount: amount, LinkedTxn: linked(credit.invoiceId, 'Invoice') },
      { Amount: amount, LinkedTxn: linked(credit.creditMemoId, 'CreditMemo') },
    ],
  })
}

/** The same request id with the same body makes one payment, however often it is sent. */
async function create(
  { call, appUrl }: Posting,
  connection: Connection,
  key: string,
  body: object,
): Promise<Outcome<RemoteRef>> {
  const answer = await call(connection, { method: 'POST', path: 'payment', query: { requestid: key }, body })
  if (!answer.ok) return answer
  const read = made.safeParse(answer.value)
  if (!read.success)
    return { ok: false, error: { kind: 'unknown_outcome', code: 'malformed_answer', raw: null } }
  const { Id, SyncToken } = read.data.Payment
  return { ok: true, value: { remoteId: Id, version: SyncToken, url: paymentUrl(appUrl, Id) } }
}

/** Finds a payment by our reference. */
export async function findPayment(
  { call, appUrl }: Posting,
  connection: Connection,
  reference: string,
): Promise<Outcome<RemoteRef | null>> {
  const query = `select * from Payment where PaymentRefNum = '${reference.replace(/['\\]/g, '\\$&')}'`
  const answer = await call(connection, { method: 'GET', path: 'query', query: { query } })
  if (!answer.ok) return answer
  const read = z
    .object({ QueryResponse: z.object({ Payment: z.array(paymentShape).default([]) }) })
    .safeParse(answer.value)
  if (!read.success) return { ok: false, error: { kind: 'unavailable', code: 'malformed_answer', raw: null } }
  const [found] = read.data.QueryResponse.Payment
  return {
    ok: true,
    value: found ? { remoteId: found.Id, version: found.SyncToken, url: paymentUrl(appUrl, found.Id) } : null,
  }
}

const MOST_TRIES = 3

/** Deletes a payment that we posted. A stale token is read again by the id; one that is gone is what was wanted. */
export async function reversePayment(
  { call }: Posting,
  connection: Connection,
  ref: RemoteRef,
  key: string,
): Promise<Outcome<void>> {
  let version = ref.version
  for (let attempt = 1; ; attempt++) {
    const answer = await call(connection, {
      method: 'POST',
      path: 'payment',
      query: { operation: 'delete', requestid: `${key.slice(0, 32)}-${attempt}` },
      body: { Id: ref.remoteId, SyncToken: version },
    })
    if (answer.ok || answer.error.kind === 'not_found') return { ok: true, value: undefined }
    if (answer.error.kind !== 'conflict' || attempt === MOST_TRIES) return answer
    const current = await call(connection, { method: 'GET', path: `payment/${ref.remoteId}` })
    if (!current.ok) return current.error.kind === 'not_found' ? { ok: true, value: undefined } : current
    version = made.safeParse(current.value).data?.Payment.SyncToken ?? version
  }
}
