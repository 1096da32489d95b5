import { msg } from '../../../../domain/languages/msg.ts'
import { displayAmount, formatAmount } from '../../../../domain/money/money.ts'
import { asDate } from '../../../platform/clock.ts'
import { hashOf } from '../../../platform/ids.ts'
import {
  type CreateRequest,
  failed,
  type MethodFacts,
  type Money,
  type Outcome,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { type Behavior, firstState } from './behaviors.ts'
import { type Books, insertCharge, insertEvent, keepMethod, methodsOf, newRef, toPayment } from './books.ts'
import { checkFields, methodOf, ORDER_METHOD } from './fields.ts'

interface Method {
  readonly facts: MethodFacts
  readonly behavior: Behavior
  readonly token: string | null
}

/**
 * Returns the method to charge, from a checked form or a stored method. Never contains a card or account
 * number.
 */
export async function methodToCharge(
  books: Books,
  request: CreateRequest,
  today: string,
): Promise<Outcome<Method>> {
  const { method } = request
  if (method.kind === 'stored') {
    const kept = (await methodsOf(books, request.customer.ref)).find((one) => one.token === method.token)
    if (kept && kept.facts.type === request.type) return succeeded(kept)
    return failed({
      kind: 'invalid',
      code: 'no_such_method',
      userMessage: msg('This payment method is no longer stored.'),
      raw: null,
    })
  }
  if ((method.kind === 'browser') !== (request.type === 'paypal'))
    return failed({ kind: 'unsupported', code: 'no_such_way', raw: null })
  if (method.kind === 'browser') return succeeded({ facts: ORDER_METHOD, behavior: 'order', token: null })
  const fields = checkFields(request.type, method.values, today)
  if (fields !== null) return failed({ kind: 'invalid', code: 'invalid_fields', fields, raw: null })
  return succeeded({ ...methodOf(request.type, method.values), token: null })
}

/** Hashes the values that a repeated request must share. */
export const requestHash = (request: CreateRequest, method: Method): Buffer =>
  hashOf({
    ourId: request.ourId,
    amount: request.amount,
    type: request.type,
    facts: method.facts,
    token: method.token,
    customer: request.customer.ref,
    invoice: request.invoice.id,
    store: request.storeMethod,
    capture: request.capture,
  })

/** Authorizes an approved card instead of charging it when only an authorization was requested. */
const behaviorFor = (behavior: Behavior, { capture }: CreateRequest): Behavior =>
  capture === 'later' && behavior === 'approve' ? 'authorize' : behavior

/** Records the charge, whatever its outcome. */
export async function charge(
  books: Books,
  request: CreateRequest,
  method: Method,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const state = firstState(behaviorFor(method.behavior, request), request.payerPresent)
  const keeps = request.storeMethod && state.status !== 'rejected'
  const token =
    method.token ??
    (keeps ? await keepMethod(books, request.customer.ref, method.facts, method.behavior) : null)
  const row = {
    account_id: books.accountId,
    ref: newRef(books, 'sbc'),
    our_id: request.ourId,
    idempotency_key: key,
    request_hash: requestHash(request, method),
    type: request.type,
    status: state.status,
    currency: request.amount.currency,
    amount_minor: request.amount.minor,
    captured_minor: state.captured ? request.amount.minor : 0n,
    refunded_minor: 0n,
    reason: state.reason === null ? null : JSON.stringify(state.reason),
    method: method.facts,
    stored_token: token,
    settle_at: state.ripens === null ? null : asDate(books.now + state.ripens.afterMs),
    settle_as: state.ripens?.as ?? null,
    reply_lost: request.type !== 'paypal' && losesReply(request.amount),
    approved_at: null,
    customer_ref: request.customer.ref,
    description: `Invoice ${request.invoice.number}`,
    created_at: asDate(books.now),
    updated_at: asDate(books.now),
  }
  if (!(await insertCharge(books, row))) return failed({ kind: 'conflict', code: 'our_id_reused', raw: null })
  if (row.reply_lost) await insertEvent(books, `sbe_${row.ref}_created`, 'charge.created', row.ref)
  return state.reason === null
    ? succeeded(withText(toPayment(row), request.amount))
    : failed({
        kind: 'declined',
        code: state.reason.code,
        userMessage: state.reason.message,
        providerRef: row.ref,
        raw: null,
      })
}

const withText = (payment: ProcessorPayment, amount: Money): ProcessorPayment =>
  payment.next?.kind !== 'challenge'
    ? payment
    : {
        ...payment,
        next: {
          ...payment.next,
          text: `Your bank asks you to approve a payment of ${displayAmount(amount.minor, amount.currency)}.`,
        },
      }

/** True for amounts with 13 hundredths: the request is executed but its answer gets lost. */
export const losesReply = (amount: Money): boolean =>
  /\.130?$/.test(formatAmount(amount.minor, amount.currency))

/** Outcome of a call whose answer got lost. */
export const lostReply = failed({ kind: 'unknown_outcome', code: 'reply_lost', raw: null })
