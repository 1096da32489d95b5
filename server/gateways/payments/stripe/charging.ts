import type Stripe from 'stripe'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import { sha256 } from '../../../platform/ids.ts'
import {
  type Connection,
  type CreateRequest,
  failed,
  type Outcome,
  type ProcessorError,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { inNameOf, wholeNumberOf } from './client.ts'
import { callStripe } from './errors.ts'
import { EXPANDED, paymentOf, readToken } from './payment-facts.ts'

/**
 * Charges a card in one call. The card itself is known to Stripe and the browser only. A bank that asks its customer first
 * leaves the payment as `input`, which the browser continues.
 */
export async function createPayment(
  client: Stripe,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const way = await wayOf(client, connection, request)
  if (!way.ok) return way
  const intent = await callStripe('write', () =>
    client.paymentIntents.create(
      {
        amount: wholeNumberOf(request.amount),
        currency: request.amount.currency.toLowerCase(),
        allowed_payment_method_types: ['card'],
        capture_method: request.capture === 'later' ? 'manual' : 'automatic',
        description: `Invoice ${request.invoice.number}`,
        metadata: {
          payment_id: request.ourId,
          quittance_account: connection.accountId,
          invoice_id: request.invoice.id,
          invoice_number: request.invoice.number,
        },
        expand: [...EXPANDED],
        ...way.value,
      },
      inNameOf(connection, key),
    ),
  )
  if (intent.ok) return succeeded(paymentOf(intent.value))
  return intent.error.kind === 'not_found' ? failed(goneMethod(intent.error)) : intent
}

/** The card was removed at Stripe, or belongs to another business: nothing was charged, and another try changes nothing. */
const goneMethod = (error: ProcessorError): ProcessorError => ({
  ...error,
  kind: 'declined',
  userMessage: 'This card can’t be used any more. Please use another one.',
})

async function wayOf(
  client: Stripe,
  connection: Connection,
  request: CreateRequest,
): Promise<Outcome<Partial<Stripe.PaymentIntentCreateParams>>> {
  const { method, payerPresent, storeMethod } = request
  if (method.kind === 'stored') {
    const { customer, method: stored } = readToken(method.token)
    return succeeded({
      confirm: true,
      customer,
      payment_method: stored,
      ...(payerPresent ? { use_stripe_sdk: true } : { off_session: true }),
    })
  }
  const token = method.kind === 'fields' ? method.values[TOKEN_FIELD] : undefined
  if (method.kind === 'fields' && typeof token !== 'string')
    return failed({ kind: 'invalid', code: 'no_token', raw: null })
  // Without a token the payer's browser confirms the intent.
  const given =
    typeof token === 'string' ? { confirm: true, use_stripe_sdk: true, payment_method: token } : {}
  if (!storeMethod) return succeeded(given)
  const customer = await customerOf(client, connection, request)
  return customer.ok
    ? succeeded({ ...given, customer: customer.value, setup_future_usage: 'off_session' })
    : customer
}

/** Creates the customer that a stored method belongs to. Repeated within a day, it is the same customer. */
async function customerOf(
  client: Stripe,
  connection: Connection,
  { customer }: CreateRequest,
): Promise<Outcome<string>> {
  // A key stands for the same values only, and the customer may have been renamed since.
  const fingerprint = sha256(JSON.stringify([customer.name, customer.email]))
    .toString('hex')
    .slice(0, 16)
  const made = await callStripe('write', () =>
    client.customers.create(
      {
        name: customer.name,
        ...(customer.email !== '' && { email: customer.email }),
        metadata: { customer_id: customer.ref },
      },
      inNameOf(connection, `customer-${customer.ref}-${fingerprint}`),
    ),
  )
  // Nothing was charged yet, so a lost answer leaves nothing to look for.
  if (!made.ok && made.error.kind === 'unknown_outcome') return failed({ ...made.error, kind: 'unavailable' })
  return made.ok ? succeeded(made.value.id) : made
}
