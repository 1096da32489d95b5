import type Stripe from 'stripe'
import { msg } from '../../../../domain/languages/msg.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import {
  type Connection,
  type Consent,
  type CreateRequest,
  failed,
  type Outcome,
  type ProcessorError,
  type ProcessorPayment,
  succeeded,
} from '../port.ts'
import { inNameOf, wholeNumberOf } from './client.ts'
import { customerOf } from './customers.ts'
import { callStripe } from './errors.ts'
import { ABSENT, awaitsAbsentPayer, EXPANDED, paymentOf, readToken } from './payment-facts.ts'

/**
 * Charges a card or debits a bank account in one call. Their numbers are known to Stripe and the browser only. A bank that asks
 * its customer first leaves the payment as `input`, which the browser continues.
 */
export async function createPayment(
  client: Stripe,
  connection: Connection,
  request: CreateRequest,
  key: string,
): Promise<Outcome<ProcessorPayment>> {
  const way = await wayOf(client, connection, request)
  if (!way.ok) return way
  const isAbsent = request.method.kind === 'stored' && !request.payerPresent
  const intent = await callStripe('write', () =>
    client.paymentIntents.create(
      {
        amount: wholeNumberOf(request.amount),
        currency: request.amount.currency.toLowerCase(),
        ...kindOf(request.type),
        capture_method: request.capture === 'later' ? 'manual' : 'automatic',
        description: `Invoice ${request.invoice.number}`,
        metadata: {
          payment_id: request.ourId,
          quittance_account: connection.accountId,
          invoice_id: request.invoice.id,
          invoice_number: request.invoice.number,
          ...(isAbsent && ABSENT),
        },
        expand: [...EXPANDED],
        ...way.value,
      },
      inNameOf(connection, key),
    ),
  )
  if (intent.ok) return succeeded(paymentOf(intent.value))
  if (isAbsent && intent.error.code === 'authentication_required')
    return readUnanswered(client, connection, intent.error)
  return intent.error.kind === 'not_found' ? failed(goneMethod(intent.error)) : intent
}

/** Methods that may pay, and how a bank account is verified: at once by its bank's login, otherwise by small deposits. */
const kindOf = (
  type: PaymentType,
): Pick<Stripe.PaymentIntentCreateParams, 'allowed_payment_method_types' | 'payment_method_options'> =>
  type === 'e_check'
    ? {
        allowed_payment_method_types: ['us_bank_account'],
        payment_method_options: { us_bank_account: { verification_method: 'automatic' } },
      }
    : { allowed_payment_method_types: ['card', 'link'] }

/** The bank wants its customer, who is absent: the payment waits for them instead of failing. */
async function readUnanswered(
  client: Stripe,
  connection: Connection,
  error: ProcessorError,
): Promise<Outcome<ProcessorPayment>> {
  const ref = error.providerRef
  if (ref === undefined) return failed(error)
  const found = await callStripe('read', () =>
    client.paymentIntents.retrieve(ref, { expand: [...EXPANDED] }, inNameOf(connection)),
  )
  if (!found.ok) return failed({ ...error, kind: 'unknown_outcome' })
  return awaitsAbsentPayer(found.value) ? succeeded(paymentOf(found.value)) : failed(error)
}

/** It was removed at Stripe, or belongs to another business: nothing was charged, and another try changes nothing. */
const goneMethod = (error: ProcessorError): ProcessorError => ({
  ...error,
  kind: 'declined',
  userMessage: msg('This payment method can’t be used any more. Please use another one.'),
})

async function wayOf(
  client: Stripe,
  connection: Connection,
  request: CreateRequest,
): Promise<Outcome<Partial<Stripe.PaymentIntentCreateParams>>> {
  const { method, payerPresent, storeMethod, consent } = request
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
    typeof token === 'string'
      ? {
          confirm: true,
          use_stripe_sdk: true,
          payment_method: token,
          ...(request.type === 'e_check' && mandateOf(consent)),
        }
      : {}
  if (!storeMethod) return succeeded(given)
  const customer = await customerOf(client, connection, request.customer)
  return customer.ok
    ? succeeded({ ...given, customer: customer.value, setup_future_usage: 'off_session' })
    : customer
}

/** The payer's consent to the debit, which Stripe keeps as a mandate. */
export const mandateOf = (
  consent: Consent | undefined,
): Pick<Stripe.PaymentIntentCreateParams, 'mandate_data'> =>
  consent === undefined
    ? {}
    : {
        mandate_data: {
          customer_acceptance: {
            type: 'online',
            online: { ip_address: consent.ip, user_agent: consent.userAgent },
          },
        },
      }
