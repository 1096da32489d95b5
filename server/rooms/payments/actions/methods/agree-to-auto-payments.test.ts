import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import type { Actor } from '../../../../platform/context.ts'
import { openSession, unlockSession } from '../../../identity/index.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import {
  cardForm,
  type OpenInvoice,
  pay,
  payLinkOf,
  paymentsFixture,
  refusalOf,
  runDueSchedules,
} from '../../testing.ts'
import { describeOption } from '../pay/describe-option.ts'
import { offerOptions } from '../pay/offer-options.ts'

const payments = paymentsFixture()
const agreeing = (last4: '4242' | '4444', amount = '10.00') =>
  cardForm(amount, {
    number: last4 === '4242' ? '4242424242424242' : '5555555555554444',
    store_method: true,
    enable_auto_payments: true,
  })

/** The last four digits of the card that is charged automatically. */
const chargedCard = async ({ customer }: OpenInvoice) =>
  (await payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))).find(
    ({ autoPayments }) => autoPayments,
  )?.last4

const lockedLink = (invoice: OpenInvoice) => payments.tenant.uow(payLinkOf(payments.app, invoice))

/** A pay link's session in which the emailed code was entered. */
async function unlockedLink(invoice: OpenInvoice) {
  const actor = payLinkOf(payments.app, invoice, true) as Extract<Actor, { kind: 'pay_link' }>
  const sessionId = await payments.tenant.run(async (ctx) => {
    const opened = await openSession(ctx, {
      audience: 'paylink',
      payLinkId: actor.payLinkId,
      accountId: ctx.accountId,
      invoiceId: actor.invoiceId,
      customerId: actor.customerId,
      endsAtMs: ctx.app.clock.wallNow() + HOUR_MS,
    })
    await unlockSession(ctx, opened.sessionId)
    return opened.sessionId
  })
  return payments.tenant.uow({ ...actor, sessionId })
}

describe('a pay link without the emailed code', () => {
  it('enrolls a customer who pays by hand', async () => {
    const invoice = await payments.open()
    await pay(lockedLink(invoice), invoice.invoiceId, agreeing('4444'))
    expect(await chargedCard(invoice)).toBe('4444')
  })

  it('neither offers nor accepts another method for automatic payments', async () => {
    const { uow, ...invoice } = await payments.open()
    await pay(uow, invoice.invoiceId, agreeing('4242'))
    const link = lockedLink(invoice)
    const offered = await offerOptions(link, invoice.invoiceId)
    expect(offered).toHaveLength(3)
    expect(JSON.stringify(offered)).not.toContain('enable_auto_payments')
    const described = await describeOption(link, invoice.invoiceId, 'sandbox-card')
    expect(described.actions.POST).not.toHaveProperty('enable_auto_payments')
    const refused = await refusalOf(pay(link, invoice.invoiceId, agreeing('4444')))
    expect(refused.fields).toEqual({
      enable_auto_payments: [
        'Automatic payments already use another payment method. To change it, log in or enter the code we email you.',
      ],
    })
    const byHand = cardForm('10.00', { number: '5555555555554444', enable_auto_payments: false })
    expect(await pay(link, invoice.invoiceId, byHand)).toMatchObject({ status: 'confirmed' })
    expect(await chargedCard(invoice)).toBe('4242')
  })

  it('does not replace a consent that is recorded while its payment is under way', async () => {
    const { uow, ...invoice } = await payments.open()
    const { create } = payments.sandbox
    payments.misbehave({
      create: async (...call) => {
        await create(...call)
        return failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })
      },
    })
    await pay(uow, invoice.invoiceId, agreeing('4242'))
    payments.clock.advance(20_000)
    await pay(lockedLink(invoice), invoice.invoiceId, agreeing('4444'))
    payments.misbehave({})
    payments.clock.advance(11_000)
    await runDueSchedules(payments.tenant)
    expect(await chargedCard(invoice)).toBe('4242')
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await payments.tenant.run((ctx) => methodsOfCustomer(ctx, invoice.customer.id))).toHaveLength(2)
    expect(await chargedCard(invoice)).toBe('4242')
  })
})

it('replaces the method for automatic payments by a pay link once the emailed code was entered', async () => {
  const { uow, ...invoice } = await payments.open()
  await pay(uow, invoice.invoiceId, agreeing('4242'))
  payments.clock.advance(1000)
  const link = await unlockedLink(invoice)
  expect(JSON.stringify(await offerOptions(link, invoice.invoiceId))).toContain('enable_auto_payments')
  await pay(link, invoice.invoiceId, agreeing('4444'))
  expect(await chargedCard(invoice)).toBe('4444')
})
