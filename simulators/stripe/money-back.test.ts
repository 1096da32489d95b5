import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { failureOf, twentyDollars } from './testing/open-simulator.ts'

const DAY_MS = 86_400_000

const open = eachSimulator()

const payBy = (method: string) =>
  open.client.paymentIntents.create(
    { ...twentyDollars, allowed_payment_method_types: ['card'], confirm: true, payment_method: method },
    open.on,
  )

describe('a refund', () => {
  it('returns a part, then the rest, and nothing more', async () => {
    const { client, on } = open
    const { id } = await payBy('pm_card_visa')
    const part = await client.refunds.create(
      { payment_intent: id, amount: 500, reason: 'requested_by_customer', metadata: { refund: 'r-1' } },
      on,
    )
    expect(part).toMatchObject({ status: 'succeeded', amount: 500, payment_intent: id })
    const tooMuch = await failureOf(client.refunds.create({ payment_intent: id, amount: 1501 }, on))
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
    await client.refunds.create({ payment_intent: id }, on)
    const none = await failureOf(client.refunds.create({ payment_intent: id }, on))
    expect(none.code).toBe('charge_already_refunded')
    const { data } = await client.refunds.list({ payment_intent: id }, on)
    expect(data.map(({ amount }) => amount)).toEqual([1500, 500])
    const paid = await client.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, on)
    expect(paid.latest_charge).toMatchObject({ amount_refunded: 2000, refunded: true })
    expect((await open.events()).filter((type) => type === 'charge.refunded')).toHaveLength(2)
  })

  it('can be pending, and can fail days after it succeeded', async () => {
    const { client, on, simulator } = open
    const [pending, failing] = [await payBy('pm_card_pendingRefund'), await payBy('pm_card_refundFail')]
    const one = await client.refunds.create({ payment_intent: pending.id }, on)
    const other = await client.refunds.create({ payment_intent: failing.id }, on)
    expect([one.status, other.status]).toEqual(['pending', 'succeeded'])
    simulator.controls.advance(3 * DAY_MS)
    expect((await client.refunds.retrieve(one.id, {}, on)).status).toBe('succeeded')
    expect(await client.refunds.retrieve(other.id, {}, on)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await open.events()).toEqual(expect.arrayContaining(['refund.updated', 'refund.failed']))
  })

  it('needs a charge that succeeded', async () => {
    const { client, on } = open
    const unpaid = await client.paymentIntents.create(twentyDollars, on)
    const error = await failureOf(client.refunds.create({ payment_intent: unpaid.id }, on))
    expect(error.code).toBe('payment_intent_unexpected_state')
  })
})

describe('a dispute', () => {
  it('follows the test card at once, holds the amount and can be won', async () => {
    const { client, on, simulator } = open
    const { id } = await payBy('pm_card_createDispute')
    const { data } = await client.disputes.list({ payment_intent: id }, on)
    expect(data).toMatchObject([{ status: 'needs_response', reason: 'fraudulent', amount: 2000 }])
    const dispute = data[0]!
    expect(dispute.evidence_details.due_by).toBe(dispute.created + 7 * 86_400)
    expect(dispute.balance_transactions).toMatchObject([{ amount: -2000, fee: 1500, net: -3500 }])
    const refused = await failureOf(client.refunds.create({ payment_intent: id }, on))
    expect(refused.code).toBe('charge_disputed')
    simulator.controls.closeDispute(dispute.id, 'won')
    expect(await client.disputes.retrieve(dispute.id, {}, on)).toMatchObject({ status: 'won' })
    expect((await open.events()).slice(-4)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ])
  })

  it('can be opened on any payment and lost', async () => {
    const { simulator, client, on } = open
    const { id } = await payBy('pm_card_visa')
    const dispute = simulator.controls.openDispute(id, 'product_not_received')
    simulator.controls.closeDispute(dispute, 'lost')
    expect(await client.disputes.retrieve(dispute, {}, on)).toMatchObject({ status: 'lost' })
  })
})

describe('a payout', () => {
  it('pays the balance and names its movements, which sum to it', async () => {
    const { client, on, simulator, account } = open
    const { id } = await payBy('pm_card_visa')
    await payBy('pm_card_visa')
    await client.refunds.create({ payment_intent: id, amount: 500 }, on)
    const payout = simulator.controls.payOut(account.id)!
    expect(simulator.controls.payOut(account.id)).toBeNull()
    const { data } = await client.balanceTransactions.list({ payout, limit: 100 }, on)
    expect(data.map(({ type }) => type)).toEqual(['payout', 'refund', 'charge', 'charge'])
    expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(0)
    expect((await client.payouts.list({}, on)).data).toMatchObject([
      { id: payout, amount: 2 * 1912 - 500, status: 'in_transit' },
    ])
    simulator.controls.advance(DAY_MS)
    expect(await client.payouts.retrieve(payout, {}, on)).toMatchObject({ status: 'paid' })
    expect((await open.events()).slice(-2)).toEqual(['payout.created', 'payout.paid'])
  })

  it('is nothing when the balance is empty', () => {
    expect(open.simulator.controls.payOut(open.account.id)).toBeNull()
  })
})
