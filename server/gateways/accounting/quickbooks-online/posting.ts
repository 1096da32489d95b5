import { z } from 'zod'
import type { Connection, CreditToApply, Outcome, PaymentToPost, RemoteRef, Sought } from '../port.ts'
import type { Posting } from './client.ts'
import { paymentUrl, receiptUrl } from './read-records.ts'
import { applyUnapplied, findUse, isReceived, takeBack, USED } from './unapplied-payments.ts'
import { numberOf } from './wire.ts'

/** Records that we make, find by our reference and delete. */
type Made = 'Payment' | 'SalesReceipt'

const record = z.object({ Id: z.string(), SyncToken: z.string().default('0') })
const made = z.object({ Payment: record.optional(), SalesReceipt: record.optional() })
const URLS = { Payment: paymentUrl, SalesReceipt: receiptUrl } as const

const linked = (id: string, type: 'Invoice' | 'CreditMemo') => [{ TxnId: id, TxnType: type }]

export function postPayment(
  posting: Posting,
  connection: Connection,
  payment: PaymentToPost,
  key: string,
): Promise<Outcome<RemoteRef>> {
  const { minor, currency } = payment.total
  return createRecord(posting, connection, 'Payment', key, {
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

/** Using a credit memo is a payment of nothing that links it to the invoice; using a payment is a line of it. */
export function applyCredit(
  posting: Posting,
  connection: Connection,
  credit: CreditToApply,
  key: string,
): Promise<Outcome<RemoteRef>> {
  if (isReceived(credit.creditMemoId)) return applyUnapplied(posting, connection, credit, key)
  const { minor, currency } = credit.amount
  const amount = numberOf(minor, currency)
  return createRecord(posting, connection, 'Payment', key, {
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

/** The same request id with the same body makes one record, however often it is sent. */
export async function createRecord(
  { call, appUrl }: Posting,
  connection: Connection,
  entity: Made,
  key: string,
  body: object,
): Promise<Outcome<RemoteRef>> {
  const path = entity.toLowerCase()
  const answer = await call(connection, { method: 'POST', path, query: { requestid: key }, body })
  if (!answer.ok) return answer
  const read = made.safeParse(answer.value).data?.[entity]
  if (!read) return { ok: false, error: { kind: 'unknown_outcome', code: 'malformed_answer', raw: null } }
  return {
    ok: true,
    value: { remoteId: read.Id, version: read.SyncToken, url: URLS[entity](appUrl, read.Id) },
  }
}

/** Finds a record by our reference. */
export async function findRecord(
  { call, appUrl }: Posting,
  connection: Connection,
  entity: Made,
  reference: string,
): Promise<Outcome<RemoteRef | null>> {
  const query = `select * from ${entity} where PaymentRefNum = '${reference.replace(/['\\]/g, '\\$&')}'`
  const answer = await call(connection, { method: 'GET', path: 'query', query: { query } })
  if (!answer.ok) return answer
  const read = z
    .object({ QueryResponse: z.object({ [entity]: z.array(record).default([]) }) })
    .safeParse(answer.value)
  if (!read.success) return { ok: false, error: { kind: 'unavailable', code: 'malformed_answer', raw: null } }
  const [found] = read.data.QueryResponse[entity] ?? []
  return {
    ok: true,
    value: found
      ? { remoteId: found.Id, version: found.SyncToken, url: URLS[entity](appUrl, found.Id) }
      : null,
  }
}

const MOST_TRIES = 3

/** Deletes a record that we made. A stale token is read again by the id; one that is gone is what was wanted. */
export async function deleteRecord(
  { call }: Posting,
  connection: Connection,
  entity: Made,
  ref: RemoteRef,
  key: string,
): Promise<Outcome<void>> {
  const path = entity.toLowerCase()
  let version = ref.version
  for (let attempt = 1; ; attempt++) {
    const answer = await call(connection, {
      method: 'POST',
      path,
      query: { operation: 'delete', requestid: `${key.slice(0, 32)}-${attempt}` },
      body: { Id: ref.remoteId, SyncToken: version },
    })
    if (answer.ok || answer.error.kind === 'not_found') return { ok: true, value: undefined }
    if (answer.error.kind !== 'conflict' || attempt === MOST_TRIES) return answer
    const current = await call(connection, { method: 'GET', path: `${path}/${ref.remoteId}` })
    if (!current.ok) return current.error.kind === 'not_found' ? { ok: true, value: undefined } : current
    version = made.safeParse(current.value).data?.[entity]?.SyncToken ?? version
  }
}

export function findPayment(
  posting: Posting,
  connection: Connection,
  reference: string,
  { credit, remoteId }: Sought,
): Promise<Outcome<RemoteRef | null>> {
  if (remoteId?.startsWith(USED)) return findUse(posting, connection, remoteId)
  if (credit && isReceived(credit.creditMemoId)) return findUse(posting, connection, credit)
  return findRecord(posting, connection, 'Payment', reference)
}

export const reversePayment = (posting: Posting, connection: Connection, ref: RemoteRef, key: string) =>
  ref.remoteId.startsWith(USED)
    ? takeBack(posting, connection, ref, key)
    : deleteRecord(posting, connection, 'Payment', ref, key)
