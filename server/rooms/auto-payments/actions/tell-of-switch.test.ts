import { describe, expect, it } from 'vitest'
import { updateCustomer } from '../../customers/index.ts'
import { removeMethod } from '../../payments/index.ts'
import { CARDS } from '../../payments/testing.ts'
import { autoPaymentsFixture, mailsOf } from '../testing.ts'
import { readAutoPaymentsOf } from './read-auto-payments.ts'
import { turnOffForCustomer } from './turn-off-for-customer.ts'
import { turnOff, turnOn } from './turn-on.ts'

const KIND = 'payments.auto-payments-'
const auto = autoPaymentsFixture()
const mails = () => mailsOf(auto.tenant, `${KIND}%`)
const sentKinds = async (): Promise<string[]> => (await mails()).map(({ kind }) => kind.slice(KIND.length))
/** Emails queued at the same instant have no order. */
const later = (): void => auto.clock.advance(1000)
const methodOf = async (customerId: string): Promise<string> =>
  (await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customerId))).method!.id

describe('emails about switching automatic payments', () => {
  it('names company, method and how to turn them off when a payment turned them on', async () => {
    await auto.enroll()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      kind: 'payments.auto-payments-on',
      to: 'payer@example.test',
      subject: 'Automatic payments to Brightwater Supply Co. are on',
      text: expect.stringMatching(
        /Brightwater Supply Co\. will charge Visa •••• 4242[\s\S]*To stop[\s\S]*customer-portal-site/,
      ),
    })
  })

  it('sends one email for each change by the customer, also when it is repeated', async () => {
    const { customer, payer } = await auto.enroll()
    const method = await methodOf(customer.id)
    const say = (work: typeof turnOff) => auto.tenant.run((ctx) => work(ctx, method), payer)
    const on = () => auto.tenant.run((ctx) => turnOn(ctx, method, 1), payer)
    await on()
    expect(await sentKinds()).toEqual(['on'])
    later()
    await Promise.all([say(turnOff), say(turnOff)])
    await say(turnOff)
    expect(await sentKinds()).toEqual(['on', 'off'])
    expect((await mails())[1]!.text).toContain('no longer charges Visa •••• 4242 automatically')
    later()
    await Promise.all([on(), on()])
    expect(await sentKinds()).toEqual(['on', 'off', 'on'])
  })

  it('names the company that turned them off', async () => {
    const { customer } = await auto.enroll()
    later()
    const off = () => auto.tenant.run((ctx) => turnOffForCustomer(ctx, customer.id))
    await off()
    await off()
    expect(await sentKinds()).toEqual(['on', 'off'])
    expect((await mails())[1]).toMatchObject({
      subject: 'Brightwater Supply Co. turned your automatic payments off',
      text: expect.stringContaining('Visa •••• 4242 is no longer charged automatically'),
    })
  })

  it('sends one email when another method takes over, and one when that is removed', async () => {
    const { customer, uow } = await auto.enroll()
    later()
    await auto.enroll(CARDS.disputed, customer)
    const [, replaced, ...more] = await mails()
    expect(more).toEqual([])
    const last4 = CARDS.disputed.slice(-4)
    expect(replaced!.text).toContain(`will charge Visa •••• ${last4}`)
    later()
    await removeMethod(uow, customer.id, await methodOf(customer.id))
    expect(await sentKinds()).toEqual(['on', 'on', 'off'])
    expect((await mails())[2]!.text).toContain(`Visa •••• ${last4} was removed from your payment methods`)
  })

  it('limits turning on, but never turning off', async () => {
    const { customer, payer } = await auto.enroll()
    const method = await methodOf(customer.id)
    const off = () => auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    const on = () => auto.tenant.run((ctx) => turnOn(ctx, method, 1), payer)
    for (let times = 0; times < 20; times++) {
      await off()
      await on()
    }
    await off()
    await expect(on()).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: false })
    expect(await sentKinds()).toHaveLength(1 + 20 + 21)
    auto.clock.advance(3_601_000)
    await on()
  })

  it('sends nothing after a rollback or without an address', async () => {
    const { customer, payer } = await auto.enroll()
    const method = await methodOf(customer.id)
    const undone = auto.tenant.run(async (ctx) => {
      await turnOff(ctx, method)
      throw new Error('undone')
    }, payer)
    await expect(undone).rejects.toThrow('undone')
    expect(await sentKinds()).toEqual(['on'])
    await auto.tenant.run((ctx) => updateCustomer(ctx, customer.id, { email: '' }))
    await auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    expect(await sentKinds()).toEqual(['on'])
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: false })
  })
})
