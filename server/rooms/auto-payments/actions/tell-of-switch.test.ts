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
const told = async (): Promise<string[]> => (await mails()).map(({ kind }) => kind.slice(KIND.length))
/** Mails of one moment have no order. */
const later = (): void => auto.clock.advance(1000)
const methodOf = async (customerId: string): Promise<string> =>
  (await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customerId))).method!.id

describe('a customer is mailed that automatic payments', () => {
  it('are on by a payment: of which company, with which method, and how to switch them off', async () => {
    await auto.enrol()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      kind: 'payments.auto-payments-on',
      to: 'payer@example.test',
      subject: 'Automatic payments to Brightwater Supply Co. are on',
      text: expect.stringMatching(
        /Brightwater Supply Co\. charges Visa •••• 4242[\s\S]*To switch this off[\s\S]*customer-portal-site/,
      ),
    })
  })

  it('are off and on again by themselves, once each, however often it is said', async () => {
    const { customer, payer } = await auto.enrol()
    const method = await methodOf(customer.id)
    const say = (work: typeof turnOff) => auto.tenant.run((ctx) => work(ctx, method), payer)
    const on = () => auto.tenant.run((ctx) => turnOn(ctx, method, 1), payer)
    await on()
    expect(await told()).toEqual(['on'])
    later()
    await Promise.all([say(turnOff), say(turnOff)])
    await say(turnOff)
    expect(await told()).toEqual(['on', 'off'])
    expect((await mails())[1]!.text).toContain('does not charge Visa •••• 4242 by itself any more')
    later()
    await Promise.all([on(), on()])
    expect(await told()).toEqual(['on', 'off', 'on'])
  })

  it('are off by the company, which is named', async () => {
    const { customer } = await auto.enrol()
    later()
    const off = () => auto.tenant.run((ctx) => turnOffForCustomer(ctx, customer.id))
    await off()
    await off()
    expect(await told()).toEqual(['on', 'off'])
    expect((await mails())[1]).toMatchObject({
      subject: 'Brightwater Supply Co. turned your automatic payments off',
      text: expect.stringContaining('Visa •••• 4242 is not charged by itself any more'),
    })
  })

  it('are of another method now, in one mail, and off when that is removed', async () => {
    const { customer, uow } = await auto.enrol()
    later()
    await auto.enrol(CARDS.disputed, customer)
    const [, replaced, ...more] = await mails()
    expect(more).toEqual([])
    const last4 = CARDS.disputed.slice(-4)
    expect(replaced!.text).toContain(`charges Visa •••• ${last4}`)
    later()
    await removeMethod(uow, customer.id, await methodOf(customer.id))
    expect(await told()).toEqual(['on', 'on', 'off'])
    expect((await mails())[2]!.text).toContain(`Visa •••• ${last4} was removed from your payment methods`)
  })

  it('no more often than a person would switch; switched off they can always be', async () => {
    const { customer, payer } = await auto.enrol()
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
    expect(await told()).toHaveLength(1 + 20 + 21)
    auto.clock.advance(3_601_000)
    await on()
  })

  it('not what was not committed, and nobody without an address', async () => {
    const { customer, payer } = await auto.enrol()
    const method = await methodOf(customer.id)
    const undone = auto.tenant.run(async (ctx) => {
      await turnOff(ctx, method)
      throw new Error('undone')
    }, payer)
    await expect(undone).rejects.toThrow('undone')
    expect(await told()).toEqual(['on'])
    await auto.tenant.run((ctx) => updateCustomer(ctx, customer.id, { email: '' }))
    await auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    expect(await told()).toEqual(['on'])
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: false })
  })
})
