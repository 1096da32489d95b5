import { msg } from '../../../../domain/languages/msg.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import {
  type AskedCall,
  type Connection,
  type CreateRequest,
  failed,
  type Outcome,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { chargeShape, checkShape, nothing, storedShape, voidShape } from './answer-shapes.ts'
import type { PaymentsClient } from './call-payments.ts'
import { amountText, chargeOf, checkOf, describeFor, isCheck, pathOf } from './payment-facts.ts'

/**
 * Charges a token that the browser got for a card or a bank account, or a stored method. The key is the call's Request-Id: the same
 * one gets the first answer.
 */
export async function createPayment(
  call: PaymentsClient,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  if (request.capture === 'later') return failed({ kind: 'unsupported', code: 'no_authorization', raw: null })
  const method = await methodOf(call, connection, request, key)
  if (!method.ok) return method
  const { stored } = method.value
  const made =
    request.type === 'e_check'
      ? await debit(call, connection, request, { key, ...method.value })
      : await charge(call, connection, request, { key, ...method.value })
  // A declined method that was stored for this payment is not kept.
  const isDeclined = made.ok ? made.value.status === 'rejected' : made.error.kind === 'declined'
  if (stored !== null && isDeclined) await removeMethod(call, connection, stored)
  return made.ok || made.error.kind !== 'not_found'
    ? made
    : failed({
        ...made.error,
        kind: 'declined',
        userMessage: msg('This payment method can’t be used any more. Please use another one.'),
      })
}

interface Method {
  /** The field that names the method. */
  readonly source: Readonly<Record<string, string>>
  /** Token of the method that was stored for this payment. */
  readonly stored: string | null
}

type Given = Method & { readonly key: string }

async function charge(
  call: PaymentsClient,
  connection: Connection,
  { amount, invoice, ourId, payerPresent }: CreateRequest,
  { key, source, stored }: Given,
): Promise<Outcome<ProcessorPayment>> {
  const made = await call(connection, {
    method: 'POST',
    path: 'payments/charges',
    requestId: key,
    body: {
      amount: amountText(amount),
      currency: amount.currency,
      ...source,
      capture: true,
      context: { mobile: 'false', isEcommerce: 'true', ...(!payerPresent && { recurring: 'true' }) },
      description: describeFor(`Invoice ${invoice.number}`, ourId),
    },
    answer: chargeShape,
  })
  return made.ok ? succeeded(chargeOf(made.value, stored)) : made
}

async function debit(
  call: PaymentsClient,
  connection: Connection,
  { amount, invoice, ourId }: CreateRequest,
  { key, source, stored }: Given,
): Promise<Outcome<ProcessorPayment>> {
  const made = await call(connection, {
    method: 'POST',
    path: 'payments/echecks',
    requestId: key,
    body: {
      amount: amountText(amount),
      ...source,
      paymentMode: 'WEB',
      description: describeFor(`Invoice ${invoice.number}`, ourId),
    },
    answer: checkShape,
  })
  return made.ok ? succeeded(checkOf(made.value, stored)) : made
}

/** A stored method's token names the customer at QuickBooks and its kind, to be charged and removed: cards/customer/id. */
const KINDS = {
  credit_card: { path: 'cards', token: 'token', stored: 'cardOnFile' },
  e_check: { path: 'bank-accounts', token: 'token', stored: 'bankAccountOnFile' },
} as const

async function methodOf(
  call: PaymentsClient,
  connection: Connection,
  { method, type, storeMethod, customer }: CreateRequest,
  key: string,
): Promise<Outcome<Method>> {
  const kind = KINDS[type === 'e_check' ? 'e_check' : 'credit_card']
  if (method.kind === 'stored')
    return succeeded({ source: { [kind.stored]: method.token.split('/')[2] ?? '' }, stored: null })
  const token = method.kind === 'fields' ? method.values[TOKEN_FIELD] : undefined
  if (typeof token !== 'string') return failed({ kind: 'invalid', code: 'no_token', raw: null })
  if (!storeMethod) return succeeded({ source: { [kind.token]: token }, stored: null })
  const owner = customer.ref.replaceAll('-', '')
  const kept = await call(connection, {
    method: 'POST',
    path: `customers/${owner}/${kind.path}/createFromToken`,
    requestId: `s${key}`,
    body: { value: token },
    answer: storedShape,
  })
  // Nothing was charged yet, so a lost answer leaves nothing to look for.
  if (!kept.ok && kept.error.kind === 'unknown_outcome') return failed({ ...kept.error, kind: 'unavailable' })
  if (!kept.ok) return kept
  const { id } = kept.value
  return succeeded({ source: { [kind.stored]: id }, stored: `${kind.path}/${owner}/${id}` })
}

/** Removes a stored method. One that is gone is as it was asked. */
export async function removeMethod(
  call: PaymentsClient,
  connection: Connection,
  token: string,
): Promise<Outcome<void>> {
  const [kind = '', owner = '', id = ''] = token.split('/').map(encodeURIComponent)
  const path = `customers/${owner}/${kind}/${id}`
  const removed = await call(connection, { method: 'DELETE', path, answer: nothing })
  return removed.ok || removed.error.kind === 'not_found' ? succeeded(undefined) : removed
}

export async function fetchPayment(
  call: PaymentsClient,
  connection: Connection,
  ref: string,
): Promise<Outcome<ProcessorPayment>> {
  const path = pathOf(ref)
  if (isCheck(ref)) {
    const check = await call(connection, { method: 'GET', path, answer: checkShape })
    return check.ok ? succeeded(checkOf(check.value)) : check
  }
  const found = await call(connection, { method: 'GET', path, answer: chargeShape })
  return found.ok ? succeeded(chargeOf(found.value)) : found
}

/**
 * Cancels a charge whose answer was lost, by the id of its request: QuickBooks can't look it up. Null, since nothing is charged then,
 * whether or not the request had arrived. A charge that is settled already is refused, and an e-check has no such call: both stay
 * open until staff have looked them up.
 */
export async function cancelLost(
  call: PaymentsClient,
  connection: Connection,
  { key, type }: AskedCall,
): Promise<Outcome<null>> {
  if (type !== 'credit_card') return failed({ kind: 'unsupported', code: 'no_lookup', raw: null })
  const canceled = await call(connection, {
    method: 'POST',
    path: `payments/txn-requests/${encodeURIComponent(key)}/void`,
    body: {},
    answer: voidShape,
  })
  if (canceled.ok)
    return canceled.value.status === 'DECLINED'
      ? failed({ kind: 'unavailable', code: 'not_canceled', raw: null })
      : succeeded(null)
  return canceled.error.kind === 'not_found' ? succeeded(null) : canceled
}
