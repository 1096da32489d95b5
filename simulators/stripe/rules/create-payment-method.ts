import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import type { BillingDetails, PaymentMethod } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import type { Call } from '../wire/call.ts'
import { Parameters, readMetadata } from '../wire/parameters.ts'
import { invalidRequest, StripeError } from '../wire/stripe-error.ts'
import {
  bankInstrument,
  brandOf,
  cardInstrument,
  hasValidCheckDigit,
  TEST_PAYMENT_METHODS,
} from './instruments.ts'

const TEST_ROUTING_NUMBER = '110000000'

/** Creates a payment method from `type`, `card` or `us_bank_account`, and `billing_details`. */
export function createPaymentMethod({ world, state, publishable }: Call, params: Parameters): PaymentMethod {
  params.allow(
    'allow_redisplay',
    'billing_details',
    'card',
    'metadata',
    'type',
    'us_bank_account',
    'customer',
  )
  const type = params.requireText('type')
  const billing = readBillingDetails(params.nested('billing_details'))
  if (type === 'card') {
    if (!publishable)
      throw invalidRequest(
        'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
        { param: 'card[number]' },
      )
    const card = params.nested('card')
    return addCard(world, state, {
      number: card.requireText('number').replaceAll(/[ -]/g, ''),
      expiresMonth: card.requireInteger('exp_month'),
      expiresYear: card.requireInteger('exp_year'),
      billing,
      metadata: readMetadata(params),
    })
  }
  if (type !== 'us_bank_account') throw invalidRequest(`Invalid type: ${type}`, { param: 'type' })
  if (!billing.name)
    throw invalidRequest('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    })
  const bank = params.nested('us_bank_account')
  return addBankAccount(world, state, {
    routingNumber: bank.requireText('routing_number'),
    accountNumber: bank.requireText('account_number'),
    holder: bank.text('account_holder_type') ?? 'individual',
    accountType: bank.text('account_type') ?? 'checking',
    // The payer logged in at their bank, which names the account.
    isVerified: bank.text('financial_connections_account') !== undefined,
    billing,
    metadata: readMetadata(params),
  })
}

/** Returns the payment method `id`, or a new one for a test id such as pm_card_visa. */
export function resolvePaymentMethod(
  world: World,
  state: AccountState,
  id: string,
  param = 'payment_method',
): PaymentMethod {
  const number = TEST_PAYMENT_METHODS[id]
  if (number === undefined) return state.get('pm', id, param)
  const billing = readBillingDetails(new Parameters({ name: 'Jenny Rosen', email: 'jenny@example.com' }))
  if (id.startsWith('pm_card'))
    return addCard(world, state, {
      number,
      expiresMonth: 12,
      expiresYear: new Date(world.nowMs).getUTCFullYear() + 3,
      billing,
      metadata: {},
    })
  const method = addBankAccount(world, state, {
    routingNumber: TEST_ROUTING_NUMBER,
    accountNumber: number,
    holder: 'individual',
    accountType: 'checking',
    isVerified: true,
    billing,
    metadata: {},
  })
  return method
}

function readBillingDetails(params: Parameters): BillingDetails {
  const address = params.nested('address')
  const lines = ['city', 'country', 'line1', 'line2', 'postal_code', 'state']
  return {
    address: Object.fromEntries(lines.map((line) => [line, address.text(line) ?? null])),
    email: params.text('email') ?? null,
    name: params.text('name') ?? null,
    phone: params.text('phone') ?? null,
    tax_id: null,
  }
}

interface Given {
  readonly billing: BillingDetails
  readonly metadata: Record<string, string>
}

function addCard(
  world: World,
  state: AccountState,
  given: Given & { number: string; expiresMonth: number; expiresYear: number },
): PaymentMethod {
  const { number, expiresMonth, billing, metadata } = given
  if (!hasValidCheckDigit(number))
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  if (expiresMonth < 1 || expiresMonth > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const expiresYear = given.expiresYear < 100 ? 2000 + given.expiresYear : given.expiresYear
  const today = new Date(world.nowMs)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  if (expiresYear * 12 + expiresMonth < year * 12 + month || expiresYear > year + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  const brand = brandOf(number)
  const method: PaymentMethod = {
    ...skeleton(world, 'card', billing, metadata),
    type: 'card',
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address.postal_code ? 'pass' : null,
        cvc_check: 'pass',
      },
      country: 'US',
      display_brand: brand,
      exp_month: expiresMonth,
      exp_year: expiresYear,
      fingerprint: newId('x').slice(2, 18),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
  state.instruments.set(method.id, cardInstrument(number))
  return state.add('pm', method)
}

function addBankAccount(
  world: World,
  state: AccountState,
  given: Given & {
    routingNumber: string
    accountNumber: string
    holder: string
    accountType: string
    isVerified: boolean
  },
): PaymentMethod {
  if (given.routingNumber !== TEST_ROUTING_NUMBER)
    throw invalidRequest('You must use a test routing number, such as 110000000, in test mode.', {
      code: 'routing_number_invalid',
      param: 'us_bank_account[routing_number]',
    })
  if (!/^\d{4,17}$/.test(given.accountNumber))
    throw invalidRequest('You must use a test bank account number in test mode.', {
      code: 'account_number_invalid',
      param: 'us_bank_account[account_number]',
    })
  const method: PaymentMethod = {
    ...skeleton(world, 'us_bank_account', given.billing, given.metadata),
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: given.holder,
      account_type: given.accountType,
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: newId('x').slice(2, 18),
      last4: given.accountNumber.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: given.routingNumber,
      status_details: {},
    },
  }
  state.instruments.set(method.id, {
    ...bankInstrument(given.accountNumber),
    verified: given.isVerified,
  })
  return state.add('pm', method)
}

const skeleton = (
  world: World,
  type: PaymentMethod['type'],
  billing: BillingDetails,
  metadata: Record<string, string>,
) =>
  ({
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    created: world.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type,
  }) as const

const cardError = (code: string, message: string, param: string) =>
  new StripeError(402, { type: 'card_error', code, message, param })
