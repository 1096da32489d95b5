import { z } from 'zod'
import type { Connection, CreditToApply, Outcome, RemoteRef, Sought } from '../port.ts'
import { readAmount } from '../read-amount.ts'
import type { Posting } from './client.ts'
import { malformed } from './failure.ts'
import { findOverpayment } from './overpayments.ts'
import { creditOf, creditRef } from './posting.ts'
import { BATCH, batchOf, CREDIT, OVERPAYMENT, paymentUrl } from './read-records.ts'
import { creditPathOf } from './received.ts'
import { allocationShape, batchShape, paymentShape } from './wire.ts'

/**
 * Finds what a call without an answer made. A payment has our reference; an allocation of a credit note has none, so that the one
 * of the same invoice, amount and day is it that no other post has.
 */
export async function findPayment(
  posting: Posting,
  connection: Connection,
  reference: string,
  sought: Sought,
): Promise<Outcome<RemoteRef | null>> {
  if (sought.remoteId !== undefined) return findById(posting, connection, sought.remoteId)
  if (sought.credit) return findAllocation(posting, connection, sought.credit, sought.taken)
  const single = await findSingle(posting, connection, reference)
  if (!single.ok) return single
  const main = single.value ? single : await findBatch(posting, connection, reference, sought)
  return main.ok ? withOverpayment(posting, connection, reference, sought, main.value) : main
}

/** Adds the overpayment of the same reference. A payment whose second part is missing is not made yet. */
async function withOverpayment(
  posting: Posting,
  connection: Connection,
  reference: string,
  { payment }: Sought,
  main: RemoteRef | null,
): Promise<Outcome<RemoteRef | null>> {
  const hasMain = payment === undefined || payment.applied.length > 0
  if (hasMain && main === null) return { ok: true, value: null }
  const over = await findOverpayment(posting, connection, reference)
  if (!over.ok) return over
  const id = over.value
  if (main !== null)
    return { ok: true, value: { ...main, version: id === null ? '' : `${OVERPAYMENT}${id}` } }
  if (id === null) return { ok: true, value: null }
  return {
    ok: true,
    value: { remoteId: `${OVERPAYMENT}${id}`, version: '', url: paymentUrl(posting.appUrl, id) },
  }
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '')}"`

async function findSingle(
  { call, appUrl }: Posting,
  connection: Connection,
  reference: string,
): Promise<Outcome<RemoteRef | null>> {
  const where = `Reference==${quoted(reference)} AND Status=="AUTHORISED"`
  const answer = await call(connection, { method: 'GET', path: 'Payments', query: { where } })
  if (!answer.ok) return answer
  const read = z.object({ Payments: z.array(paymentShape).default([]) }).safeParse(answer.value)
  if (!read.success) return malformed
  const found = read.data.Payments.find(({ Status }) => Status !== 'DELETED')
  if (!found) return { ok: true, value: null }
  const batch = batchOf(found)
  const id = batch ?? found.PaymentID
  return {
    ok: true,
    value: {
      remoteId: batch === null ? id : `${BATCH}${id}`,
      version: '',
      url: paymentUrl(appUrl, id),
    },
  }
}

/** The payments of a batch may not show our reference, so batches of that day are looked through. */
async function findBatch(
  { call, appUrl }: Posting,
  connection: Connection,
  reference: string,
  { payment }: Sought,
): Promise<Outcome<RemoteRef | null>> {
  if (!payment || payment.applied.length < 2) return { ok: true, value: null }
  const [year, month, day] = payment.receivedOn.split('-').map(Number)
  const where = `Date==DateTime(${year},${month},${day}) AND Status=="AUTHORISED"`
  const answer = await call(connection, { method: 'GET', path: 'BatchPayments', query: { where } })
  if (!answer.ok) return answer
  const read = z.object({ BatchPayments: z.array(batchShape).default([]) }).safeParse(answer.value)
  if (!read.success) return malformed
  const found = read.data.BatchPayments.find(
    (one) => one.Status !== 'DELETED' && (one.Reference === reference || one.Details === reference),
  )
  if (!found) return { ok: true, value: null }
  const id = found.BatchPaymentID
  return { ok: true, value: { remoteId: `${BATCH}${id}`, version: '', url: paymentUrl(appUrl, id) } }
}

const withAllocations = z.object({ Allocations: z.array(allocationShape).default([]) })

async function readAllocations(
  { call }: Posting,
  connection: Connection,
  creditMemoId: string,
): Promise<Outcome<z.output<typeof withAllocations> | null>> {
  const path = creditPathOf(creditMemoId)
  const answer = await call(connection, { method: 'GET', path })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  const read = z
    .looseObject({})
    .transform((given) => given[path.split('/')[0]!])
    .pipe(z.tuple([withAllocations]))
    .safeParse(answer.value)
  return read.success ? { ok: true, value: read.data[0] } : malformed
}

async function findAllocation(
  posting: Posting,
  connection: Connection,
  credit: CreditToApply,
  taken: readonly string[],
): Promise<Outcome<RemoteRef | null>> {
  const note = await readAllocations(posting, connection, credit.creditMemoId)
  if (!note.ok || note.value === null) return note.ok ? { ok: true, value: null } : note
  const refs = note.value.Allocations.filter(
    ({ IsDeleted, Invoice, Amount, Date: appliedOn }) =>
      !IsDeleted &&
      Invoice.InvoiceID === credit.invoiceId &&
      readAmount(Amount, credit.amount.currency) === credit.amount.minor &&
      appliedOn === credit.appliedOn,
  ).flatMap(({ AllocationID }) =>
    AllocationID === undefined ? [] : [creditRef(posting.appUrl, credit.creditMemoId, AllocationID)],
  )
  return { ok: true, value: refs.find(({ remoteId }) => !taken.includes(remoteId)) ?? null }
}

/** Returns whether a record is still in the books. */
async function findById(
  posting: Posting,
  connection: Connection,
  remoteId: string,
): Promise<Outcome<RemoteRef | null>> {
  const ref = { remoteId, version: '', url: '' }
  if (remoteId.startsWith(CREDIT)) {
    const { creditMemoId, allocationId } = creditOf(remoteId)
    const note = await readAllocations(posting, connection, creditMemoId)
    if (!note.ok) return note
    const isThere = note.value?.Allocations.some(
      ({ AllocationID, IsDeleted }) => AllocationID === allocationId && !IsDeleted,
    )
    return { ok: true, value: isThere ? ref : null }
  }
  const path = pathOf(remoteId)
  const answer = await posting.call(connection, { method: 'GET', path })
  if (!answer.ok) return answer.error.kind === 'not_found' ? { ok: true, value: null } : answer
  const status = z.object({ Status: z.string().default('AUTHORISED') })
  const read = z
    .looseObject({})
    .transform((given) => Object.values(given).find(Array.isArray) as unknown)
    .pipe(z.tuple([status]))
    .safeParse(answer.value)
  if (!read.success) return malformed
  return { ok: true, value: read.data[0].Status === 'DELETED' ? null : ref }
}

const pathOf = (remoteId: string): string =>
  remoteId.startsWith(BATCH)
    ? `BatchPayments/${encodeURIComponent(remoteId.slice(BATCH.length))}`
    : remoteId.startsWith(OVERPAYMENT)
      ? `BankTransactions/${encodeURIComponent(remoteId.slice(OVERPAYMENT.length))}`
      : `Payments/${encodeURIComponent(remoteId)}`
