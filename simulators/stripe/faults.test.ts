import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { failureOf, twentyDollars } from './testing/open-simulator.ts'

const paid = {
  ...twentyDollars,
  allowed_payment_method_types: ['card' as const],
  confirm: true,
  payment_method: 'pm_card_visa',
}

const open = eachSimulator()

const once = (idempotencyKey: string) => ({ ...open.on, idempotencyKey })
const intents = async () => (await open.client.paymentIntents.list({}, open.on)).data

describe('an idempotency key', () => {
  it('replays the stored answer, also a refusal', async () => {
    const { client } = open
    const first = await client.paymentIntents.create(paid, once('k-1'))
    const again = await client.paymentIntents.create(paid, once('k-1'))
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    const declined = { ...paid, payment_method: 'pm_card_chargeDeclined' }
    const refusals = [
      await failureOf(client.paymentIntents.create(declined, once('k-2'))),
      await failureOf(client.paymentIntents.create(declined, once('k-2'))),
    ]
    expect(refusals[0]!.payment_intent!.id).toBe(refusals[1]!.payment_intent!.id)
    expect(await intents()).toHaveLength(2)
  })

  it('refuses other parameters, and belongs to one account', async () => {
    const { client, simulator } = open
    await client.paymentIntents.create(paid, once('k-1'))
    const error = await failureOf(client.paymentIntents.create({ ...paid, amount: 2001 }, once('k-1')))
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
    const other = { stripeAccount: simulator.controls.connectAccount().id, idempotencyKey: 'k-1' }
    expect((await client.paymentIntents.create({ ...paid, amount: 2001 }, other)).status).toBe('succeeded')
  })

  it('refuses a second request while the first is in progress', async () => {
    const { client, simulator } = open
    simulator.controls.setLatency(150)
    const first = client.paymentIntents.create(paid, once('k-1'))
    const second = failureOf(client.paymentIntents.create(paid, once('k-1')))
    expect(await second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await first).status).toBe('succeeded')
  })

  it('is free again after a refused parameter', async () => {
    const { client } = open
    const wrong = await failureOf(client.paymentIntents.create({ ...paid, amount: 0 }, once('k-1')))
    expect(wrong.code).toBe('parameter_invalid_integer')
    expect((await client.paymentIntents.create(paid, once('k-1'))).status).toBe('succeeded')
  })
})

describe('a fault', () => {
  it('loses the answer after the payment was made', async () => {
    const { client, simulator } = open
    simulator.controls.failNext({ kind: 'lose-answer', method: 'POST', path: '/v1/payment_intents' })
    // The client repeats once after a closed connection, whatever its settings, and finds the stored answer.
    const intent = await client.paymentIntents.create(paid, once('k-1'))
    expect(intent.status).toBe('succeeded')
    expect(simulator.controls.calls.get('POST /v1/payment_intents')).toBe(2)
    expect(await intents()).toHaveLength(1)
    simulator.controls.failNext({ kind: 'lose-answer', path: /refunds$/, times: 2 })
    const lost = await failureOf(client.refunds.create({ payment_intent: intent.id }, once('k-2')))
    expect(lost.type).toBe('StripeConnectionError')
    expect((await client.refunds.list({ payment_intent: intent.id }, open.on)).data).toHaveLength(1)
  })

  it('stores a failure of the server under the key of its request', async () => {
    const { client, simulator } = open
    simulator.controls.failNext({ kind: 'answer', status: 500 })
    for (const _ of [1, 2])
      expect(await failureOf(client.paymentIntents.create(paid, once('k-1')))).toMatchObject({
        statusCode: 500,
      })
    expect(await intents()).toEqual([])
  })

  it.each([
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
  ] as const)('answers %s and leaves the key free', async (status, type) => {
    const { client, simulator } = open
    simulator.controls.failNext({ kind: 'answer', status, retryAfterSeconds: 7, path: '/v1/payment_intents' })
    const error = await failureOf(client.paymentIntents.create(paid, once('k-1')))
    expect(error).toMatchObject({ type, statusCode: status, headers: { 'retry-after': '7' } })
    expect((await client.paymentIntents.create(paid, once('k-1'))).status).toBe('succeeded')
  })

  it('closes the connection before the call, until the faults are cleared', async () => {
    const { client, simulator } = open
    simulator.controls.failNext({ kind: 'refuse-connection', times: 10 })
    expect((await failureOf(client.paymentIntents.create(paid, once('k-1')))).type).toBe(
      'StripeConnectionError',
    )
    simulator.controls.clearFaults()
    expect(await intents()).toEqual([])
  })

  it('disables charges, and restricts currencies', async () => {
    const { client, simulator, account, on } = open
    simulator.controls.setCurrencies(account.id, ['usd'])
    const euros = await failureOf(client.paymentIntents.create({ ...paid, currency: 'eur' }, on))
    expect(euros).toMatchObject({ statusCode: 400, param: 'currency' })
    simulator.controls.setChargesEnabled(account.id, false)
    expect(await failureOf(client.paymentIntents.create(paid, on))).toMatchObject({ statusCode: 400 })
    expect(await open.events()).toEqual(['account.updated'])
    simulator.controls.setChargesEnabled(account.id, true)
    expect((await client.paymentIntents.create(paid, on)).status).toBe('succeeded')
  })
})
