import {
  type Connection,
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorPayment,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import type { PayTraceClient } from './client.ts'
import { readCardRow } from './exports.ts'
import { readPayment, voidedRefund } from './lookups.ts'
import { cardRef, checkRef, isVoided, readRef } from './payment-facts.ts'
import { refundText, tagOf } from './tags.ts'
import { amountText, moneyOf } from './wire-values.ts'

const notFound = failed({ kind: 'not_found', code: 'unknown_reference', raw: null })

/** Captures, voids and refunds. */
export const changes = (
  client: PayTraceClient,
  now: () => number,
): Required<Pick<PaymentProcessor, 'capture' | 'void' | 'refund'>> => ({
  async capture(connection, ref, amount) {
    const named = readRef(ref)
    if (named?.kind !== 'card') return notFound
    const body = { transaction_id: named.id, amount: amountText(amount) }
    const done = await client.call(connection, 'write', 'transactions/authorization/capture', body)
    if (!done.ok && done.error.kind !== 'wrong_state') return done
    const read = await readAfter(client, connection, ref, now())
    // Captured before: PayTrace has no keys that make a repeated call the same.
    const isCaptured = read.ok && read.value.captured.minor === amount.minor
    return done.ok || isCaptured ? read : done
  },
  async void(connection, ref) {
    const named = readRef(ref)
    if (!named) return notFound
    const done =
      named.kind === 'card'
        ? await client.call(connection, 'write', 'transactions/void', { transaction_id: named.id })
        : await client.call(connection, 'write', 'checks/manage/void', { check_transaction_id: named.id })
    if (!done.ok && done.error.kind !== 'wrong_state') return done
    const read = await readAfter(client, connection, ref, now())
    const isVoid = read.ok && read.value.status === 'rejected'
    return done.ok || isVoid ? read : done
  },
  async refund(connection, request) {
    const named = readRef(request.paymentRef)
    if (!named) return notFound
    return named.kind === 'card'
      ? refundCard(client, connection, request, named.id)
      : refundCheck(client, connection, request, named.id)
  },
})

/** The change was made, so a reading that fails leaves it to be looked for. */
async function readAfter(
  client: PayTraceClient,
  connection: Connection,
  ref: string,
  now: number,
): Promise<Outcome<ProcessorPayment>> {
  const read = await readPayment(client, connection, ref, now)
  return read.ok ? read : failed({ ...read.error, kind: 'unknown_outcome' })
}

const facts = ({ accountId }: Connection, { ourId, paymentRef, amount }: RefundRequest) => ({
  amount: amountText(amount),
  invoice_id: tagOf('refund', ourId, accountId),
  external_transaction_id: ourId,
  description: refundText(paymentRef),
})

const madeOf = (request: RefundRequest, refundRef: string): ProcessorRefund => ({
  refundRef,
  paymentRef: request.paymentRef,
  ourId: request.ourId,
  status: 'confirmed',
  amount: request.amount,
  message: null,
})

async function refundCheck(
  client: PayTraceClient,
  connection: Connection,
  request: RefundRequest,
  id: number,
): Promise<Outcome<ProcessorRefund>> {
  const body = { check_transaction_id: id, ...facts(connection, request) }
  const done = await client.call(connection, 'write', 'checks/refund/by_transaction', body)
  if (!done.ok) return done
  const made = done.value.check_transaction_id
  return made === undefined ? noReference : succeeded(madeOf(request, checkRef(made)))
}

const noReference = failed({ kind: 'unknown_outcome', code: 'no_reference', raw: null })

async function refundCard(
  client: PayTraceClient,
  connection: Connection,
  request: RefundRequest,
  id: number,
): Promise<Outcome<ProcessorRefund>> {
  const body = { transaction_id: id, ...facts(connection, request) }
  const done = await client.call(connection, 'write', 'transactions/refund/for_transaction', body)
  if (done.ok) {
    const made = done.value.transaction_id
    return made === undefined ? noReference : succeeded(madeOf(request, cardRef(made)))
  }
  return done.error.kind === 'wrong_state' ? voidUnsettled(client, connection, request, id) : done
}

const NOT_SETTLED =
  'PayTrace refunds a part of a payment only once it has settled, usually on the next day. Refund all of it now, or try again tomorrow.'

/** A sale that has not settled yet can't be refunded, but all of it can be voided. */
async function voidUnsettled(
  client: PayTraceClient,
  connection: Connection,
  { ourId, amount }: RefundRequest,
  id: number,
): Promise<Outcome<ProcessorRefund>> {
  const row = await readCardRow(client, connection, id)
  // The refund was refused, so nothing happened yet.
  if (!row.ok) return failed({ ...row.error, kind: 'unavailable' })
  const refused = failed({ kind: 'wrong_state', code: 'not_refundable', raw: null })
  if (isVoided(row.value) || row.value.settled !== '') return refused
  if (moneyOf(row.value.amount).minor !== amount.minor)
    return failed({ kind: 'wrong_state', code: 'not_settled', userMessage: NOT_SETTLED, raw: null })
  const done = await client.call(connection, 'write', 'transactions/void', { transaction_id: id })
  return done.ok ? succeeded(voidedRefund(row.value, ourId)) : done
}
