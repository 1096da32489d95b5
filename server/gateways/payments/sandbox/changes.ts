import { msg } from '../../../../domain/languages/msg.ts'
import { asDate } from '../../../platform/clock.ts'
import { hashOf } from '../../../platform/ids.ts'
import {
  type Connection,
  failed,
  type Money,
  type Outcome,
  type ProcessorPayment,
  type ProcessorRefund,
  type RefundRequest,
  succeeded,
} from '../port.ts'
import { NOT_APPROVED } from './behaviors.ts'
import * as books from './books.ts'
import { losesReply, lostReply } from './charging.ts'
import { oncePerKey } from './replies.ts'

type Books = books.Books
type Charge = books.Charge
export type Open = <T>(connection: Connection, work: (open: Books) => Promise<T>) => Promise<T>

export const noSuchCharge = failed({ kind: 'not_found', code: 'no_such_charge', raw: null })
const wrongState = (code: string) => failed({ kind: 'wrong_state', code, raw: null })

/** Runs an idempotent change of one locked charge. */
export async function runKeyed(
  open: Open,
  connection: Connection,
  ref: string,
  key: string,
  values: object,
  change: (opened: Books, found: Charge) => Promise<Outcome<ProcessorPayment>>,
): Promise<Outcome<ProcessorPayment>> {
  const reply = await open(connection, (opened) =>
    oncePerKey(opened, key, hashOf({ ref, ...values }), async () => {
      const found = await books.chargeByRef(opened, ref)
      return found ? change(opened, found) : noSuchCharge
    }),
  )
  const { outcome } = reply
  // An order moves money when it is captured, so only then can an answer get lost.
  const captured =
    outcome.ok && outcome.value.method?.type === 'paypal' && outcome.value.status === 'confirmed'
  return reply.first && captured && losesReply(outcome.value.amount) ? lostReply : outcome
}

/** Records the payer's answer to their bank's challenge, or captures an approved order. */
export async function confirm(
  opened: Books,
  found: Charge,
  answer: 'approve' | 'decline',
  storeMethod: boolean,
): Promise<Outcome<ProcessorPayment>> {
  if (found.status !== 'input') return wrongState('nothing_to_confirm')
  if (answer === 'decline') {
    const change = { status: 'rejected' as const, reason: JSON.stringify(NOT_APPROVED) }
    return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
  }
  if (found.type === 'paypal' && found.approved_at === null) return wrongState('order_not_approved')
  const token = storeMethod
    ? await books.keepMethod(opened, found.customer_ref, found.method, 'approve')
    : found.stored_token
  const change = { status: 'confirmed' as const, captured_minor: found.amount_minor, stored_token: token }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

export async function capture(
  opened: Books,
  found: Charge,
  amount: Money,
): Promise<Outcome<ProcessorPayment>> {
  if (found.status !== 'preauth') return wrongState('nothing_to_capture')
  if (amount.currency !== found.currency || amount.minor <= 0n || amount.minor > found.amount_minor)
    return wrongState('capture_amount')
  const change = {
    status: 'confirmed' as const,
    captured_minor: amount.minor,
    settle_at: null,
    settle_as: null,
  }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

export async function letGo(opened: Books, found: Charge): Promise<Outcome<ProcessorPayment>> {
  if (found.status !== 'preauth' && found.status !== 'input') return wrongState('nothing_to_void')
  const reason = JSON.stringify({ kind: 'voided', code: 'voided', message: msg('The payment was released.') })
  const change = { status: 'rejected' as const, reason, settle_at: null, settle_as: null }
  return succeeded(books.toPayment(await books.changeCharge(opened, found, change)))
}

export async function refund(
  open: Open,
  connection: Connection,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProcessorRefund>> {
  const { amount, paymentRef: ref, ourId } = request
  const reply = await open(connection, (opened) =>
    oncePerKey(opened, key, hashOf({ ref, amount, ourId }), () => giveBack(opened, request, key)),
  )
  return reply.first && reply.outcome.ok && losesReply(amount) ? lostReply : reply.outcome
}

async function giveBack(
  opened: Books,
  request: RefundRequest,
  key: string,
): Promise<Outcome<ProcessorRefund>> {
  const { amount } = request
  const found = await books.chargeByRef(opened, request.paymentRef)
  if (!found) return noSuchCharge
  if (found.status !== 'confirmed') return wrongState('nothing_to_refund')
  const refunded = found.refunded_minor + amount.minor
  if (amount.currency !== found.currency || amount.minor <= 0n || refunded > found.captured_minor)
    return wrongState('refund_exceeds_charge')
  const row = {
    account_id: opened.accountId,
    ref: books.newRef(opened, 'sbr'),
    charge_ref: found.ref,
    our_id: request.ourId,
    idempotency_key: key,
    currency: amount.currency,
    amount_minor: amount.minor,
    created_at: asDate(opened.now),
  }
  await books.insertRefund(opened, row)
  const status = refunded === found.captured_minor ? 'refunded' : 'confirmed'
  await books.changeCharge(opened, found, { refunded_minor: refunded, status })
  return succeeded(books.toRefund(row))
}
