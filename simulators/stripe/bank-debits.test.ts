import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { failureOf, twentyDollars } from './testing/open-simulator.ts'

const DAY_MS = 86_400_000
const consent = {
  customer_acceptance: { type: 'online' as const, online: { ip_address: '1.2.3.4', user_agent: 'x' } },
}
const bank = {
  allowed_payment_method_types: ['us_bank_account' as const],
  confirm: true,
  mandate_data: consent,
}
const accountOf = (accountNumber: string) => ({
  payment_method_data: {
    type: 'us_bank_account' as const,
    us_bank_account: {
      account_number: accountNumber,
      routing_number: '110000000',
      account_holder_type: 'individual' as const,
    },
    billing_details: { name: 'Ada Lovelace' },
  },
})

const open = eachSimulator()

describe('a debit of a US bank account', () => {
  it('stays in process for four days, then succeeds', async () => {
    const { client, on, simulator } = open
    const intent = await client.paymentIntents.create(
      { ...twentyDollars, ...bank, ...accountOf('000123456789') },
      on,
    )
    expect(intent).toMatchObject({ status: 'processing', amount_received: 0 })
    expect((await failureOf(client.paymentIntents.cancel(intent.id, {}, on))).code).toBe(
      'payment_intent_unexpected_state',
    )
    simulator.controls.advance(3 * DAY_MS)
    expect(await client.paymentIntents.retrieve(intent.id, {}, on)).toMatchObject({ status: 'processing' })
    simulator.controls.advance(DAY_MS)
    const paid = await client.paymentIntents.retrieve(
      intent.id,
      { expand: ['latest_charge.balance_transaction'] },
      on,
    )
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { balance_transaction: { amount: 2000, fee: 16, type: 'payment' } },
    })
    expect(await open.events()).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each([
    ['000111111113', 'account_closed'],
    ['000111111116', 'no_account'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
  ])('of account %s fails after four days with %s', async (number, code) => {
    const { client, on, simulator } = open
    const intent = await client.paymentIntents.create({ ...twentyDollars, ...bank, ...accountOf(number) }, on)
    expect(intent.status).toBe('processing')
    simulator.controls.advance(4 * DAY_MS)
    expect(await client.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] }, on)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { status: 'failed', failure_code: code },
    })
    expect((await open.events()).slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  })

  it('that the customer returns later is a lost dispute', async () => {
    const { client, on, simulator } = open
    const intent = await client.paymentIntents.create(
      { ...twentyDollars, ...bank, ...accountOf('000555555559') },
      on,
    )
    simulator.controls.advance(6 * DAY_MS)
    const { data } = await client.disputes.list({ payment_intent: intent.id }, on)
    expect(data).toMatchObject([{ status: 'lost', reason: 'debit_not_authorized', amount: 2000 }])
    expect((await open.events()).slice(-3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
  })

  it('waits for two small deposits where the bank account shall be verified by them', async () => {
    const { client, on } = open
    const intent = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...bank,
        ...accountOf('000123456789'),
        payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
      },
      on,
    )
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'verify_with_microdeposits' },
    })
    const wrong = await failureOf(
      client.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [10, 11] }, on),
    )
    expect(wrong.code).toBe('payment_method_microdeposit_verification_amounts_mismatch')
    const verified = await client.paymentIntents.verifyMicrodeposits(
      intent.id,
      { descriptor_code: 'SM11AA' },
      on,
    )
    expect(verified.status).toBe('processing')
  })

  it('is verified on the page that the customer opens', async () => {
    const { client, on } = open
    const intent = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...bank,
        ...accountOf('000123456789'),
        payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
      },
      on,
    )
    const { hosted_verification_url: url } = intent.next_action!.verify_with_microdeposits!
    expect(await (await fetch(url)).text()).toContain('<label>Code')
    const enter = (code: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ code }) }).then((reply) => reply.text())
    expect(await enter('SM99ZZ')).toContain('role="alert"')
    expect(await enter('sm11aa')).toContain('Your bank account is verified')
    expect((await client.paymentIntents.retrieve(intent.id, {}, on)).status).toBe('processing')
    expect((await fetch(url)).status).toBe(404)
  })

  it('needs the consent of the customer, a known routing number and dollars', async () => {
    const { client, on } = open
    const create = (fields: object) =>
      failureOf(
        client.paymentIntents.create(
          { ...twentyDollars, ...bank, ...accountOf('000123456789'), ...fields },
          on,
        ),
      )
    expect(await create({ mandate_data: undefined })).toMatchObject({
      statusCode: 400,
      param: 'mandate_data',
    })
    expect(await create({ currency: 'eur' })).toMatchObject({ statusCode: 400, param: 'payment_method' })
    const { payment_method_data: data } = accountOf('000123456789')
    const elsewhere = { ...data, us_bank_account: { ...data.us_bank_account, routing_number: '021000021' } }
    expect(await create({ payment_method_data: elsewhere })).toMatchObject({ code: 'routing_number_invalid' })
    expect((await client.paymentIntents.list({}, on)).data).toEqual([])
  })

  it('is repeated from a stored account without new consent, and refunded in days', async () => {
    const { client, on, simulator } = open
    const customer = await client.customers.create({ email: 'ada@example.com' }, on)
    const first = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...bank,
        ...accountOf('000123456789'),
        customer: customer.id,
        setup_future_usage: 'off_session',
      },
      on,
    )
    const { data } = await client.paymentMethods.list({ customer: customer.id, type: 'us_bank_account' }, on)
    expect(data).toMatchObject([{ us_bank_account: { last4: '6789' } }])
    const { mandate_data, ...later } = bank
    const second = await client.paymentIntents.create(
      { ...twentyDollars, ...later, customer: customer.id, payment_method: data[0]!.id, off_session: true },
      on,
    )
    expect(second.status).toBe('processing')
    simulator.controls.advance(4 * DAY_MS)
    const refund = await client.refunds.create({ payment_intent: first.id, amount: 500 }, on)
    expect(refund.status).toBe('pending')
    simulator.controls.advance(3 * DAY_MS)
    expect((await client.refunds.retrieve(refund.id, {}, on)).status).toBe('succeeded')
    expect(await open.events()).toContain('refund.updated')
  })
})
