import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { failureOf, twentyDollars } from './testing/open-simulator.ts'

const card = { allowed_payment_method_types: ['card' as const] }

const open = eachSimulator()

describe('a customer', () => {
  it('is found by address and by metadata, and belongs to one account', async () => {
    const { client, on, simulator } = open
    const ada = await client.customers.create({ email: 'ada@example.com', metadata: { customer: 'c-1' } }, on)
    await client.customers.create({ email: 'bob@example.com' }, on)
    const byEmail = await client.customers.list({ email: 'ada@example.com' }, on)
    expect(byEmail.data.map(({ id }) => id)).toEqual([ada.id])
    const found = await client.customers.search({ query: "metadata['customer']:'c-1'" }, on)
    expect(found.data.map(({ id }) => id)).toEqual([ada.id])
    const other = simulator.controls.connectAccount()
    for (const options of [undefined, { stripeAccount: other.id }]) {
      const error = await failureOf(client.customers.retrieve(ada.id, {}, options))
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    }
  })
})

describe('a stored card', () => {
  it('is kept by a payment, listed, charged again and detached', async () => {
    const { client, on } = open
    const { id: customer } = await client.customers.create({}, on)
    const first = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...card,
        customer,
        setup_future_usage: 'off_session',
        confirm: true,
        payment_method: 'pm_card_visa',
      },
      on,
    )
    const { data } = await client.paymentMethods.list({ customer, type: 'card' }, on)
    expect(data.map(({ id }) => id)).toEqual([first.payment_method])
    const again = {
      ...twentyDollars,
      ...card,
      customer,
      payment_method: data[0]!.id,
      confirm: true,
      off_session: true,
    }
    expect((await client.paymentIntents.create(again, on)).status).toBe('succeeded')
    await client.paymentMethods.detach(data[0]!.id, {}, on)
    expect((await client.paymentMethods.list({ customer, type: 'card' }, on)).data).toEqual([])
    const gone = await failureOf(client.paymentIntents.create(again, on))
    expect(gone.code).toBe('payment_method_unexpected_state')
    expect(await open.events()).toEqual(
      expect.arrayContaining(['payment_method.attached', 'payment_method.detached']),
    )
  })

  it('that was charged without a customer is used up', async () => {
    const { client, on } = open
    const paid = await client.paymentIntents.create(
      { ...twentyDollars, ...card, confirm: true, payment_method: 'pm_card_visa' },
      on,
    )
    const again = await failureOf(
      client.paymentIntents.create(
        { ...twentyDollars, ...card, confirm: true, payment_method: String(paid.payment_method) },
        on,
      ),
    )
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_method_unexpected_state' })
  })

  it('of one account is missing on another', async () => {
    const { client, on, simulator } = open
    const { id: customer } = await client.customers.create({}, on)
    const method = await client.paymentMethods.attach('pm_card_visa', { customer }, on)
    const other = { stripeAccount: simulator.controls.connectAccount().id }
    const error = await failureOf(
      client.paymentIntents.create(
        { ...twentyDollars, ...card, confirm: true, payment_method: method.id },
        other,
      ),
    )
    expect(error).toMatchObject({
      code: 'resource_missing',
      message: `No such PaymentMethod: '${method.id}'`,
    })
  })

  it('that its bank refuses cannot be attached', async () => {
    const { client, on } = open
    const { id: customer } = await client.customers.create({}, on)
    const error = await failureOf(client.paymentMethods.attach('pm_card_chargeDeclined', { customer }, on))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
  })
})

describe('3-D Secure', () => {
  it('refuses an off-session payment with authentication_required', async () => {
    const { client, on } = open
    const { id: customer } = await client.customers.create({}, on)
    const method = await client.paymentMethods.attach('pm_card_authenticationRequired', { customer }, on)
    const error = await failureOf(
      client.paymentIntents.create(
        { ...twentyDollars, ...card, customer, payment_method: method.id, confirm: true, off_session: true },
        on,
      ),
    )
    expect(error).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  it.each([
    ['complete', 'succeeded', 'payment_intent.succeeded'],
    ['fail', 'requires_payment_method', 'payment_intent.payment_failed'],
  ] as const)('redirects where no script confirms: %s', async (decision, status, lastEvent) => {
    const { client, on } = open
    const intent = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...card,
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
        return_url: 'http://localhost/back',
      },
      on,
    )
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    const reply = await fetch(intent.next_action!.redirect_to_url!.url!, {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    })
    const back = new URL(reply.headers.get('location')!)
    expect(back.searchParams.get('payment_intent')).toBe(intent.id)
    expect((await client.paymentIntents.retrieve(intent.id, {}, on)).status).toBe(status)
    expect((await open.events()).at(-1)).toBe(lastEvent)
  })

  it('asks once where the card is set up for later payments', async () => {
    const { client, on, simulator } = open
    const { id: customer } = await client.customers.create({}, on)
    const setup = await client.setupIntents.create(
      { ...card, customer, payment_method: 'pm_card_authenticationRequiredOnSetup', confirm: true },
      on,
    )
    expect(setup).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    simulator.controls.finishChallenge(setup.id, 'complete')
    const { status, payment_method: method } = await client.setupIntents.retrieve(setup.id, {}, on)
    expect(status).toBe('succeeded')
    const paid = await client.paymentIntents.create(
      {
        ...twentyDollars,
        ...card,
        customer,
        payment_method: String(method),
        confirm: true,
        off_session: true,
      },
      on,
    )
    expect(paid.status).toBe('succeeded')
    expect(await open.events()).toContain('setup_intent.succeeded')
  })

  it('refuses a declined card when it is stored', async () => {
    const { client, on } = open
    const setup = await client.setupIntents.create(card, on)
    const error = await failureOf(
      client.setupIntents.confirm(setup.id, { payment_method: 'pm_card_chargeDeclined' }, on),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await client.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' }, on)).status).toBe(
      'succeeded',
    )
  })
})
