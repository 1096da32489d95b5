import { describe, expect, it } from 'vitest'
import { eachSimulator } from './testing/each-simulator.ts'
import { twentyDollars } from './testing/open-simulator.ts'

const open = eachSimulator()

const paid = {
  ...twentyDollars,
  allowed_payment_method_types: ['card' as const],
  confirm: true,
  payment_method: 'pm_card_visa',
}
const pay = () => open.client.paymentIntents.create(paid, open.on)
const all = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']
const verify = ({ body, signature }: { body: string; signature: string }) =>
  open.client.webhooks.constructEvent(body, signature, open.simulator.webhookSecret)

describe('a webhook', () => {
  it('is signed, names its account and can be fetched', async () => {
    const { id } = await pay()
    expect(await open.events()).toEqual(all)
    const event = verify(open.webhooks.received[2]!)
    expect(event).toMatchObject({
      account: open.account.id,
      api_version: '2026-10-28.endive',
      data: { object: { id, status: 'succeeded' } },
    })
    const found = await open.client.events.retrieve(event.id, {}, open.on)
    expect(found.type).toBe('payment_intent.succeeded')
    // The first event shows the object as it was then.
    expect(verify(open.webhooks.received[0]!)).toMatchObject({
      data: { object: { status: 'requires_payment_method' } },
    })
  })

  it('is held, then delivered in the opposite order and twice', async () => {
    const { webhooks } = open.simulator.controls
    Object.assign(webhooks, { held: true, reordered: true, duplicated: true })
    await pay()
    expect(await open.events()).toEqual([])
    expect(webhooks.undelivered).toHaveLength(3)
    expect(await webhooks.deliverAll()).toBe(3)
    expect(open.webhooks.types()).toEqual(all.toReversed().flatMap((type) => [type, type]))
    expect(webhooks.undelivered).toEqual([])
  })

  it('that was refused waits for the next delivery and is not repeated by itself', async () => {
    const { webhooks } = open.simulator.controls
    open.webhooks.status = 500
    await pay()
    expect(await open.events()).toHaveLength(3)
    expect(await webhooks.deliverAll()).toBe(0)
    expect(open.webhooks.received).toHaveLength(6)
    open.webhooks.status = 200
    expect(await webhooks.deliverAll()).toBe(3)
    expect(open.webhooks.types().slice(-3)).toEqual(all)
  })

  it('can be late', async () => {
    open.simulator.controls.webhooks.delayMs = 200
    const before = performance.now()
    await pay()
    expect(open.webhooks.received).toEqual([])
    expect(await open.events()).toEqual(all)
    expect(performance.now() - before).toBeGreaterThan(190)
  })

  it('can be forged and replayed, which the official client refuses', async () => {
    const { controls } = open.simulator
    expect(await controls.forge('payment_intent.succeeded', { id: 'pi_forged' }, open.account.id)).toBe(200)
    expect(() => verify(open.webhooks.received[0]!)).toThrow(/signature/i)
    await pay()
    await open.events()
    const event = verify(open.webhooks.received[1]!)
    await controls.resend(event.id)
    expect(verify(open.webhooks.received.at(-1)!).id).toBe(event.id)
    await controls.resend(event.id, 301)
    expect(() => verify(open.webhooks.received.at(-1)!)).toThrow(/tolerance/i)
  })
})
