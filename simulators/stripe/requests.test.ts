import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, type OpenSimulator, openSimulator, twentyDollars } from './testing/open-simulator.ts'

const card = { allowed_payment_method_types: ['card' as const] }

let open: OpenSimulator
beforeEach(async () => {
  open = await openSimulator()
})
afterEach(() => open.close())

/** Sends a request as no official client would. */
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(open.simulator.origin + path, { method: 'POST', body: new URLSearchParams(form), headers })
const errorOf = async (reply: Response) => ((await reply.json()) as { error: Record<string, string> }).error

describe('a request', () => {
  it.each([
    [{ ...twentyDollars, payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported'],
    [{ amount: 49, currency: 'usd' }, 'amount_too_small'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large'],
    [{ amount: 20.5, currency: 'usd' }, 'parameter_invalid_integer'],
    [{ amount: -5, currency: 'usd' }, 'parameter_invalid_integer'],
    [{ currency: 'usd' }, 'parameter_missing'],
    [{ amount: 2000 }, 'parameter_missing'],
    [{ ...twentyDollars, colour: 'red' }, 'parameter_unknown'],
    [{ ...twentyDollars, customer: 'cus_none' }, 'resource_missing'],
  ])('%o is refused with %s', async (fields, code) => {
    const { client, on } = open
    const params = fields as unknown as typeof twentyDollars
    expect(await failureOf(client.paymentIntents.create(params, on))).toMatchObject({ code })
    expect((await client.paymentIntents.list({}, on)).data).toEqual([])
  })

  it('changes an open intent as a whole or not at all', async () => {
    const { client, on } = open
    const { id } = await client.paymentIntents.create(
      { ...twentyDollars, ...card, metadata: { a: '1', b: '2' } },
      on,
    )
    const error = await failureOf(
      client.paymentIntents.update(id, { amount: 3000, payment_method: 'pm_none' }, on),
    )
    expect(error).toMatchObject({ code: 'resource_missing' })
    expect(await client.paymentIntents.retrieve(id, {}, on)).toMatchObject({ amount: 2000 })
    const changed = await client.paymentIntents.update(id, { amount: 3000, metadata: { a: '', c: '3' } }, on)
    expect(changed).toMatchObject({ amount: 3000, metadata: { b: '2', c: '3' } })
    expect(changed.metadata).not.toHaveProperty('a')
    await client.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, on)
    const late = await failureOf(client.paymentIntents.update(id, { amount: 4000 }, on))
    expect(late.code).toBe('payment_intent_unexpected_state')
  })

  it('with metadata above the limits is refused', async () => {
    const { client, on } = open
    for (const metadata of [{ long: 'x'.repeat(501) }, { ['k'.repeat(41)]: 'x' }])
      expect(await failureOf(client.customers.create({ metadata }, on))).toMatchObject({ statusCode: 400 })
  })

  it('needs a key, the version and a known path', async () => {
    expect((await post('/v1/customers', {})).status).toBe(401)
    expect((await post('/v1/customers', {}, { authorization: 'Bearer sk_test_wrong' })).status).toBe(401)
    const authorization = `Bearer ${open.simulator.apiKey}`
    const old = await post('/v1/customers', {}, { authorization, 'stripe-version': '2020-08-27' })
    expect([old.status, (await errorOf(old)).message]).toEqual([
      400,
      'Invalid Stripe API version: 2020-08-27',
    ])
    expect((await post('/v1/nothing', {}, { authorization })).status).toBe(404)
  })

  it('without a version or an idempotency key is reported as a violation', async () => {
    await post('/v1/customers', {}, { authorization: `Bearer ${open.simulator.apiKey}` })
    expect(open.simulator.controls.violations).toEqual([
      'POST /v1/customers: no Stripe-Version',
      'POST /v1/customers: no Idempotency-Key',
    ])
  })

  it('by the platform reaches no object of a connected account, and the other way round', async () => {
    const { client, on } = open
    const intent = await client.paymentIntents.create(twentyDollars, on)
    expect(await failureOf(client.paymentIntents.retrieve(intent.id))).toMatchObject({ statusCode: 404 })
    const own = await client.customers.create({})
    expect(await failureOf(client.customers.retrieve(own.id, {}, on))).toMatchObject({ statusCode: 404 })
    const none = await failureOf(client.customers.list({}, { stripeAccount: 'acct_none' }))
    expect(none).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })

  it('with a card number and a secret key is refused', async () => {
    const headers = {
      authorization: `Bearer ${open.simulator.apiKey}`,
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': 'k',
    }
    const form = {
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
    }
    const error = await errorOf(await post('/v1/payment_methods', form, headers))
    expect(error.message).toMatch(/^Sending credit card numbers directly/)
  })
})

describe('a browser', () => {
  it('uses an intent only with its client secret, and changes no amount', async () => {
    const { client, on, simulator, account } = open
    const intent = await client.paymentIntents.create({ ...twentyDollars, ...card }, on)
    const key = { key: account.publishableKey }
    const path = `/v1/payment_intents/${intent.id}/confirm`
    const secret = { client_secret: intent.client_secret! }
    const method = { payment_method: 'pm_card_visa' }
    expect((await post(path, { ...key, ...method })).status).toBe(400)
    expect((await post(path, { ...key, ...method, client_secret: 'pi_x_secret_y' })).status).toBe(404)
    expect((await post(path, { ...key, ...method, ...secret, amount: '50' })).status).toBe(400)
    expect((await post(path, { ...key, ...method, ...secret, 'metadata[a]': 'b' })).status).toBe(400)
    expect((await post('/v1/refunds', { ...key, payment_intent: intent.id })).status).toBe(401)
    const other = { key: simulator.publishableKey, _stripe_account: simulator.controls.connectAccount().id }
    expect((await post(path, { ...other, ...method, ...secret })).status).toBe(404)
    const done = await post(path, {
      key: simulator.publishableKey,
      _stripe_account: account.id,
      ...method,
      ...secret,
    })
    expect(await done.json()).toMatchObject({ status: 'succeeded', amount: 2000 })
    expect(simulator.controls.violations).toEqual([])
  })
})

describe('a list', () => {
  it('refuses an unknown filter', async () => {
    const { client, on } = open
    const unknown = { emial: 'ada@example.com' } as unknown as { email: string }
    expect(await failureOf(client.customers.list(unknown, on))).toMatchObject({ code: 'parameter_unknown' })
  })

  it('has pages and ranges of time, the newest first', async () => {
    const { client, on, simulator } = open
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await client.paymentIntents.create(twentyDollars, on)).id)
      simulator.controls.advance(60_000)
    }
    const first = await client.paymentIntents.list({ limit: 2 }, on)
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true])
    const second = await client.paymentIntents.list({ limit: 3, starting_after: ids[1]! }, on)
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false])
    const { created } = await client.paymentIntents.retrieve(ids[2]!, {}, on)
    const range = await client.paymentIntents.list({ created: { gte: created, lt: created + 60 } }, on)
    expect(range.data.map(({ id }) => id)).toEqual([ids[2]])
    const every: string[] = []
    for await (const { id } of client.paymentIntents.list({ limit: 2 }, on)) every.push(id)
    expect(every).toEqual(ids)
  })

  it('by metadata finds a new intent only after the lag of the index', async () => {
    const { client, on, simulator } = open
    simulator.controls.setSearchLag(60_000)
    const { id } = await client.paymentIntents.create({ ...twentyDollars, metadata: { payment: 'p-7' } }, on)
    const search = () => client.paymentIntents.search({ query: "metadata['payment']:'p-7'" }, on)
    expect((await search()).data).toEqual([])
    simulator.controls.advance(61_000)
    expect((await search()).data.map((intent) => intent.id)).toEqual([id])
    expect(await failureOf(client.paymentIntents.search({ query: 'payment is p-7' }, on))).toMatchObject({
      statusCode: 400,
    })
  })

  it('refuses to expand what is no reference', async () => {
    const { client, on } = open
    const { id } = await client.paymentIntents.create(twentyDollars, on)
    const error = await failureOf(client.paymentIntents.retrieve(id, { expand: ['amount'] }, on))
    expect(error).toMatchObject({ statusCode: 400, param: 'expand' })
  })
})
