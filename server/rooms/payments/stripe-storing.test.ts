import { afterEach, describe, expect, it } from 'vitest'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { addMethod } from './actions/methods/add-method.ts'
import { offerMethodForms } from './actions/methods/offer-method-forms.ts'
import { payInvoice } from './actions/pay/pay-invoice.ts'
import { methodsOfCustomer } from './store/methods.ts'
import { portalOf, refusalOf } from './testing.ts'

const GOOD = '4242424242424242'
const CHALLENGED = '4000002760003184'
const DECLINED = '4000000000000002'

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aStripeCompany(test, 'storing')
  return { ...company, stripeId: await company.connect() }
})
afterEach(() => expect(test.stripe.controls.violations).toEqual([]))

let requests = 0
/** A customer with an open invoice, as their own portal user. */
async function aCustomer() {
  const linked = await mine.linked()
  const caller = { requestId: 'test', ip: '127.0.0.1', userAgent: 'test' }
  const uow = unitOfWork(test.app, caller, portalOf(test.app, linked.customer.id), mine.accountId)
  return { ...linked, uow, methods: () => mine.run((ctx) => methodsOfCustomer(ctx, linked.customer.id)) }
}
const formOf = (token: string, option = 'stripe_connect-card') => ({
  option,
  values: { charge_token: token },
  name: '',
  enable_auto_payments: false,
  request_id: `storing-${++requests}`,
})

describe('storing without paying at Stripe', () => {
  it('is offered for cards and bank accounts, with the fields of Stripe', async () => {
    const { uow } = await aCustomer()
    expect(await offerMethodForms(uow)).toMatchObject([
      { option: 'stripe_connect-card', storable: true, script: `${test.stripe.origin}/endive/stripe.js` },
      { option: 'stripe_connect-e-check', storable: true },
    ])
  })

  it('stores a card once for a request, charges nothing, and pays later', async () => {
    const { uow, invoiceId, methods } = await aCustomer()
    const form = formOf(await mine.cardToken(GOOD))
    const stored = await addMethod(uow, { ...form, enable_auto_payments: true })
    expect(await addMethod(uow, { ...form, enable_auto_payments: true })).toEqual(stored)
    expect(stored).toMatchObject({ display: 'Visa •••• 4242', auto_payments: true })
    const [method] = await methods()
    const body = { amount: '100.00', request_id: `storing-${++requests}` }
    const paid = await payInvoice(uow, { invoiceId, optionId: `stored-${method!.id}`, body })
    expect(paid.status).toBe('confirmed')
  })

  it('reports why a card is declined, and stores nothing', async () => {
    const { uow, methods } = await aCustomer()
    const refusal = await refusalOf(addMethod(uow, formOf(await mine.cardToken(DECLINED))))
    expect([refusal.code, refusal.message]).toEqual(['payment_failed', 'The card was declined.'])
    expect(await methods()).toEqual([])
  })

  it.each(['complete', 'fail'] as const)(
    'lets the bank ask its customer, who answers: %s',
    async (answer) => {
      const { uow, methods } = await aCustomer()
      const form = formOf(await mine.cardToken(CHALLENGED))
      const asked = await addMethod(uow, form)
      if (!('client_secret' in asked)) throw new Error('the bank asks nothing')
      expect(await methods(), 'not before the answer').toEqual([])
      test.stripe.controls.finishChallenge(asked.client_secret.split('_secret_')[0]!, answer)
      if (answer === 'complete') {
        expect(await addMethod(uow, form)).toMatchObject({ display: 'Visa •••• 3184' })
        return
      }
      const refusal = await refusalOf(addMethod(uow, form))
      expect([refusal.code, refusal.message]).toEqual([
        'payment_failed',
        'The card was not confirmed with the bank.',
      ])
    },
  )

  it('stores a bank account that its bank vouches for, and no other', async () => {
    const { uow, methods } = await aCustomer()
    const option = 'stripe_connect-e-check'
    const stored = await addMethod(uow, formOf(await mine.bankToken('000123456789'), option))
    expect(stored).toMatchObject({ display: 'E-check •••• 6789' })
    const unverified = formOf(await mine.bankToken('000123456789', false), option)
    expect((await refusalOf(addMethod(uow, unverified))).message).toMatch(/without its bank’s login/)
    expect(await methods()).toHaveLength(1)
  })
})

it('stores the same card again at another Stripe account, where it pays from then on', async () => {
  const { uow, invoiceId, methods } = await aCustomer()
  await addMethod(uow, formOf(await mine.cardToken(GOOD)))
  await mine.connectOther()
  await addMethod(uow, formOf(await mine.cardToken(GOOD)))
  const [stored, ...others] = await methods()
  expect(others).toEqual([])
  const body = { amount: '100.00', request_id: `storing-${++requests}` }
  const paid = await payInvoice(uow, { invoiceId, optionId: `stored-${stored!.id}`, body })
  expect(paid.status).toBe('confirmed')
})
