import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { failureOf, twentyDollars } from './testing/open-simulator.ts'

const open = eachSimulator()

const card = { allowed_payment_method_types: ['card' as const] }

describe('a card payment', () => {
  it('is created, confirmed and found with its charge', async () => {
    const { client, on } = open
    const created = await client.paymentIntents.create(
      { ...twentyDollars, ...card, metadata: { payment: 'p-1' } },
      on,
    )
    expect(created.status).toBe('requires_payment_method')
    const paid = await client.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' }, on)
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000 })
    const found = await client.paymentIntents.retrieve(
      created.id,
      { expand: ['latest_charge.balance_transaction', 'payment_method'] },
      on,
    )
    expect(found.latest_charge).toMatchObject({
      paid: true,
      captured: true,
      balance_transaction: { amount: 2000, fee: 88, net: 1912 },
    })
    expect(found.payment_method).toMatchObject({ type: 'card', card: { last4: '4242', brand: 'visa' } })
    expect(await open.events()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('with %s is refused with %s', async (method, code, declineCode) => {
    const { client, on } = open
    const intent = await client.paymentIntents.create({ ...twentyDollars, ...card }, on)
    const error = await failureOf(client.paymentIntents.confirm(intent.id, { payment_method: method }, on))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    })
    expect(await open.events()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
    const again = await client.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, on)
    expect(again.status).toBe('succeeded')
  })

  it('is held, captured in part and then complete', async () => {
    const { client, on } = open
    const held = await client.paymentIntents.create(
      { ...twentyDollars, ...card, capture_method: 'manual', confirm: true, payment_method: 'pm_card_visa' },
      on,
    )
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 })
    const tooMuch = await failureOf(client.paymentIntents.capture(held.id, { amount_to_capture: 2001 }, on))
    expect(tooMuch.code).toBe('amount_too_large')
    const captured = await client.paymentIntents.capture(held.id, { amount_to_capture: 1500 }, on)
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 1500 })
    const twice = await failureOf(client.paymentIntents.capture(held.id, {}, on))
    expect(twice.code).toBe('payment_intent_unexpected_state')
  })

  it('that is held can be canceled, and ends by itself after a week', async () => {
    const { client, on, simulator } = open
    const create = () =>
      client.paymentIntents.create(
        {
          ...twentyDollars,
          ...card,
          capture_method: 'manual',
          confirm: true,
          payment_method: 'pm_card_visa',
        },
        on,
      )
    const [one, other] = [await create(), await create()]
    const canceled = await client.paymentIntents.cancel(
      one.id,
      { cancellation_reason: 'requested_by_customer' },
      on,
    )
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' })
    simulator.controls.advance(8 * 86_400_000)
    const expired = await client.paymentIntents.retrieve(other.id, {}, on)
    expect(expired).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' })
    expect((await failureOf(client.paymentIntents.confirm(one.id, {}, on))).code).toBe(
      'payment_intent_unexpected_state',
    )
  })
})
