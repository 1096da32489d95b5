import type { Connection, Outcome, RemoteRef } from '../port.ts'
import { removeTransaction } from './bank-transactions.ts'
import type { Posting } from './client.ts'
import { findPayment } from './find-payment.ts'
import { creditOf } from './posting.ts'
import { BATCH, CREDIT, OVERPAYMENT } from './read-records.ts'
import { creditPathOf } from './received.ts'

const DONE: Outcome<void> = { ok: true, value: undefined }

/**
 * Deletes a payment, a batch, an allocation or an overpayment that we posted, and the overpayment that belongs to a payment. Xero
 * keeps deleted payments with their status. One that is gone is what was wanted.
 */
export async function reversePayment(
  posting: Posting,
  connection: Connection,
  { remoteId, version }: RemoteRef,
  key: string,
): Promise<Outcome<void>> {
  if (version.startsWith(OVERPAYMENT)) {
    const removed = await removeTransaction(posting, connection, version.slice(OVERPAYMENT.length), key)
    if (!removed.ok) return removed
  }
  if (remoteId.startsWith(OVERPAYMENT))
    return removeTransaction(posting, connection, remoteId.slice(OVERPAYMENT.length), key)
  const answer = await posting.call(connection, callOf(remoteId, key))
  if (answer.ok || answer.error.kind === 'not_found') return DONE
  if (answer.error.kind !== 'invalid') return answer
  // A payment that was deleted before is refused like one that can't be.
  const found = await findPayment(posting, connection, '', { remoteId, taken: [] })
  return found.ok && found.value === null ? DONE : answer
}

function callOf(remoteId: string, key: string) {
  if (remoteId.startsWith(CREDIT)) {
    const { creditMemoId, allocationId } = creditOf(remoteId)
    const path = `${creditPathOf(creditMemoId)}/Allocations/${encodeURIComponent(allocationId)}`
    return { method: 'DELETE', path } as const
  }
  if (remoteId.startsWith(BATCH)) {
    const id = remoteId.slice(BATCH.length)
    const body = { BatchPaymentID: id, Status: 'DELETED' }
    return { method: 'POST', path: `BatchPayments/${encodeURIComponent(id)}`, body, key } as const
  }
  const path = `Payments/${encodeURIComponent(remoteId)}`
  return { method: 'POST', path, body: { Status: 'DELETED' }, key } as const
}
