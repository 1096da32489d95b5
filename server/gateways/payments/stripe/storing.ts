import type Stripe from 'stripe'
import { msg } from '../../../../domain/languages/msg.ts'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import {
  type Connection,
  failed,
  type Outcome,
  type StoredMethod,
  type StoreRequest,
  succeeded,
} from '../port.ts'
import { mandateOf } from './charging.ts'
import { inNameOf } from './client.ts'
import { customerOf } from './customers.ts'
import { bankFailureText, declineText } from './decline-texts.ts'
import { callStripe } from './errors.ts'
import { factsOfMethod } from './method-facts.ts'

const expand = ['payment_method']

/**
 * Stores a card or a bank account by a SetupIntent, charging nothing. A bank that asks its customer first is answered in the browser;
 * the same request then asks what became of it. Bank accounts are verified by their bank's login only: a code that arrives after
 * days is for payments.
 */
export async function storeMethod(
  client: Stripe,
  connection: Connection,
  request: StoreRequest,
  key: string,
): Promise<Outcome<StoredMethod>> {
  const { startedRef, type, values, consent } = request
  if (startedRef !== undefined)
    return storedOf(
      await callStripe('read', () =>
        client.setupIntents.retrieve(startedRef, { expand }, inNameOf(connection)),
      ),
    )
  const token = values[TOKEN_FIELD]
  if (typeof token !== 'string') return failed({ kind: 'invalid', code: 'no_token', raw: null })
  const customer = await customerOf(client, connection, request.customer)
  if (!customer.ok) return customer
  return storedOf(
    await callStripe('write', () =>
      client.setupIntents.create(
        {
          customer: customer.value,
          payment_method: token,
          confirm: true,
          use_stripe_sdk: true,
          usage: 'off_session',
          metadata: { request_id: request.ourId, quittance_account: connection.accountId },
          expand,
          ...(type === 'e_check'
            ? {
                allowed_payment_method_types: ['us_bank_account'],
                payment_method_options: { us_bank_account: { verification_method: 'instant' } },
                ...mandateOf(consent),
              }
            : { allowed_payment_method_types: ['card'] }),
        },
        inNameOf(connection, key),
      ),
    ),
    type,
  )
}

function storedOf(answered: Outcome<Stripe.SetupIntent>, type?: StoreRequest['type']): Outcome<StoredMethod> {
  if (!answered.ok) {
    const { error } = answered
    return error.kind === 'invalid' && type === 'e_check'
      ? failed({
          ...error,
          userMessage: msg(
            'This bank account can’t be saved without its bank’s login. Log in at your bank, or save it when you pay.',
          ),
        })
      : answered
  }
  const { id, status, customer, payment_method: method, client_secret, last_setup_error } = answered.value
  const facts = method !== null && typeof method === 'object' ? factsOfMethod(method) : null
  if (status === 'succeeded' && facts && method !== null && typeof method === 'object') {
    const owner = typeof customer === 'string' ? customer : (customer?.id ?? '')
    return succeeded({ ...facts, token: `${owner}/${method.id}` })
  }
  if (status === 'requires_action')
    return failed({
      kind: 'needs_payer',
      code: status,
      providerRef: id,
      next: {
        kind: 'client_secret',
        text: msg('Your bank asks you to confirm this payment.'),
        ...(client_secret !== null && { data: client_secret }),
      },
      raw: null,
    })
  const code = last_setup_error?.decline_code ?? last_setup_error?.code ?? status
  return failed({
    kind: status === 'processing' ? 'unknown_outcome' : 'declined',
    code,
    userMessage: type === 'e_check' ? bankFailureText(code) : declineText(code),
    raw: null,
  })
}
