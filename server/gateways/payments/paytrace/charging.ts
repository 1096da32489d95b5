import { msg } from '../../../../domain/languages/msg.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { Values } from '../form-fields.ts'
import {
  type Connection,
  type CreateRequest,
  failed,
  type MethodFacts,
  type Outcome,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import type { PayTraceClient } from './client.ts'
import { takesChecks } from './exports.ts'
import { cardRef, checkRef } from './payment-facts.ts'
import { isDuplicate } from './refusals.ts'
import type { PayTraceReply } from './reply.ts'
import { tagOf } from './tags.ts'
import { amountText, CURRENCY } from './wire-values.ts'

/** The card or bank account to charge, as a call names it. */
interface Way {
  /** Last part of the call's path: by its number, or by the profile that stores it. */
  readonly by: 'entered' | 'customer'
  readonly values: object
  /** The profile in which it is stored from now on. */
  readonly stored: string | null
  readonly method: MethodFacts | null
}

/**
 * Charges a card or a bank account. A method to be stored becomes a customer profile first, which is then charged: nothing has to
 * be sent twice, and a lost answer of the first call leaves nothing to look for.
 */
export async function createPayment(
  client: PayTraceClient,
  connection: Connection,
  request: CreateRequest,
  key: string,
  now: number,
): Promise<Outcome<ProcessorPayment>> {
  const isCheck = request.type === 'e_check'
  if (isCheck && !takesChecks(connection)) return unsupported
  // A call names no currency: PayTrace would take as many dollars.
  if (request.amount.currency !== CURRENCY) return unsupported
  const way = await wayOf(client, connection, request, key)
  if (!way.ok) return way
  const path = isCheck ? CHECK_PATHS[way.value.by] : `${pathOf(request)}${CARD_PATHS[way.value.by]}`
  const made = await client.call(connection, 'write', path, {
    amount: amountText(request.amount),
    invoice_id: tagOf('payment', request.ourId, connection.accountId),
    external_transaction_id: request.ourId,
    description: `Invoice ${request.invoice.number}`.slice(0, 255),
    ...way.value.values,
  })
  if (made.ok) return paymentOf(request, way.value, made.value, now)
  if (made.error.kind !== 'unknown_outcome') await forget(client, connection, way.value.stored)
  return made.error.kind === 'not_found' && request.method.kind === 'stored'
    ? failed({ ...made.error, kind: 'declined', userMessage: GONE })
    : made
}

const GONE = msg('This payment method can’t be used any more. Please use another one.')
const unsupported = failed({ kind: 'unsupported', code: 'no_such_method', raw: null })

const pathOf = ({ capture }: CreateRequest): string =>
  capture === 'later' ? 'transactions/authorization/' : 'transactions/sale/'
const CARD_PATHS = { entered: 'keyed', customer: 'by_customer' } as const
const CHECK_PATHS = { entered: 'checks/sale/by_account', customer: 'checks/sale/by_customer' } as const

async function wayOf(
  client: PayTraceClient,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<Way>> {
  const { method, storeMethod, type } = request
  if (method.kind === 'browser') return unsupported
  if (method.kind === 'stored')
    return succeeded({ by: 'customer', values: { customer_id: method.token }, stored: null, method: null })
  const { values } = method
  const given = type === 'e_check' ? bankOf(values) : cardOf(values)
  const code = type === 'e_check' ? {} : { encrypted_csc: String(values.cvc) }
  const facts = factsOf(type, values)
  if (!storeMethod)
    return succeeded({ by: 'entered', values: { ...given, ...code }, stored: null, method: facts })
  const id = profileId(key)
  const kept = await client.call(connection, 'write', 'customer/create', { customer_id: id, ...given })
  // Nothing was charged yet, so a lost answer leaves nothing to look for. The same id means the same call made before.
  if (!kept.ok && !isDuplicate(kept.error))
    return kept.error.kind === 'unknown_outcome' ? failed({ ...kept.error, kind: 'unavailable' }) : kept
  return succeeded({ by: 'customer', values: { customer_id: id, ...code }, stored: id, method: facts })
}

/** Profile ids have at most 25 letters. Derived from the call's key, so that a repeated call names the same one. */
const profileId = (key: string): string => `Q${key.slice(0, 24)}`

const nameOf = (name: string | boolean | undefined) => ({ billing_address: { name: String(name ?? '') } })

const cardOf = (values: Values) => ({
  credit_card: {
    encrypted_number: String(values.number),
    expiration_month: String(values.expiration_month),
    expiration_year: String(values.expiration_year),
  },
  ...nameOf(values.name_on_card),
})

const bankOf = (values: Values) => ({
  check: {
    account_number: String(values.account_number),
    routing_number: String(values.routing_number),
  },
  ...nameOf(values.account_holder),
})

function factsOf(type: CreateRequest['type'], values: Values): MethodFacts {
  if (type === 'e_check')
    return {
      type,
      brand: '',
      last4: String(values.account_number).slice(-4),
      expirationYear: null,
      expirationMonth: null,
    }
  return {
    type,
    brand: String(values.card_provider),
    last4: String(values.last_four_digits),
    expirationYear: Number(values.expiration_year),
    expirationMonth: Number(values.expiration_month),
  }
}

/** A profile whose charge was refused is of no use. */
async function forget(client: PayTraceClient, connection: Connection, stored: string | null): Promise<void> {
  if (stored !== null) await client.call(connection, 'write', 'customer/delete', { customer_id: stored })
}

function paymentOf(
  request: CreateRequest,
  way: Way,
  reply: PayTraceReply,
  now: number,
): Outcome<ProcessorPayment> {
  const { transaction_id: cardId, check_transaction_id: checkId, masked_card_number: masked } = reply
  const ref = cardId !== undefined ? cardRef(cardId) : checkId !== undefined ? checkRef(checkId) : null
  // Without a number it can only be found by our id.
  if (ref === null) return failed({ kind: 'unknown_outcome', code: 'no_reference', raw: null })
  const status =
    request.type === 'e_check' ? 'waiting' : request.capture === 'later' ? 'preauth' : 'confirmed'
  const nothing = { ...request.amount, minor: 0n }
  return succeeded({
    providerRef: ref,
    ourId: request.ourId,
    recipient: null,
    status,
    amount: request.amount,
    captured: status === 'confirmed' ? request.amount : nothing,
    refunded: nothing,
    reason: null,
    // PayTrace decrypted the number, so its last digits count and not the browser's.
    method: way.method && { ...way.method, ...(/\d{4}$/.test(masked) && { last4: masked.slice(-4) }) },
    storedToken: way.stored,
    next: null,
    updatedAt: isoInstant(now),
  })
}
