import { describe, expect, it } from 'vitest'
import { succeeded } from '../../../../gateways/payments/port.ts'
import { newId } from '../../../../platform/ids.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import {
  CARDS,
  cardForm,
  type OpenInvoice,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
  sandboxCounts,
} from '../../testing.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { addMethod as addOrAsk } from './add-method.ts'
import { offerMethodForms } from './offer-method-forms.ts'
import { renameMethod } from './rename-method.ts'

const payments = paymentsFixture()

/** A request to store a card without paying. */
const methodForm = (number: string = CARDS.good) => ({
  option: 'sandbox-card',
  values: { name_on_card: 'Pat Payer', number, expiration_month: '12', expiration_year: '2030', cvc: '123' },
  request_id: `request-${newId(0)}`,
  name: '',
  enable_auto_payments: false,
})
/** Stores a card, whose bank the Sandbox never asks. */
async function addMethod(...given: Parameters<typeof addOrAsk>) {
  const stored = await addOrAsk(...given)
  if ('client_secret' in stored) throw new Error('the bank asks')
  return stored
}
const asOwner = ({ customer }: OpenInvoice) => payments.tenant.uow(portalOf(payments.app, customer.id))
const methodsOf = ({ customer }: OpenInvoice) =>
  payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))

it('lists which kinds are stored without paying, and which when they pay', async () => {
  const forms = await offerMethodForms(asOwner(await payments.open()))
  expect(forms.map(({ option, storable }) => [option, storable])).toEqual([
    ['sandbox-card', true],
    ['sandbox-e-check', true],
    ['sandbox-paypal', false],
  ])
  expect(forms[0]!.fields.map(({ name }) => name)).toContain('number')
  expect(forms[2]!.fields).toEqual([])
})

describe('storing a card without paying', () => {
  it('stores it with its name and charges nothing', async () => {
    const invoice = await payments.open()
    const before = await sandboxCounts(payments.tenant)
    const stored = await addMethod(asOwner(invoice), { ...methodForm(), name: 'Office card' })
    expect(stored).toMatchObject({
      display: 'Visa •••• 4242',
      name: 'Office card',
      expiration_year: 2030,
      auto_payments: false,
    })
    expect(await sandboxCounts(payments.tenant)).toEqual(before)
    const paid = await payInvoice(asOwner(invoice), {
      invoiceId: invoice.invoiceId,
      optionId: `stored-${stored.id}`,
      body: { amount: '1.00', request_id: 'with-the-stored-card' },
    })
    expect(paid.status).toBe('confirmed')
  })

  it('answers a repeated request once, and the same card twice at once by one method', async () => {
    const invoice = await payments.open()
    const form = methodForm()
    const [first, again] = await Promise.all([
      addMethod(asOwner(invoice), form),
      addMethod(asOwner(invoice), form),
    ])
    const other = await Promise.all([
      addMethod(asOwner(invoice), methodForm()),
      addMethod(asOwner(invoice), methodForm()),
    ])
    expect(new Set([first, again, ...other].map(({ id }) => id)).size).toBe(1)
    expect(await methodsOf(invoice)).toHaveLength(1)
    expect(await refusalOf(addMethod(asOwner(invoice), { ...form, name: 'Other' }))).toMatchObject({
      code: 'request_id_reused',
    })
  })

  it('keeps asking under the same request after a lost answer', async () => {
    const invoice = await payments.open()
    const form = methodForm()
    payments.misbehave({
      storeMethod: async (...call) => {
        await payments.sandbox.storeMethod!(...call)
        throw new Error('The connection was lost.')
      },
    })
    expect(await refusalOf(addMethod(asOwner(invoice), form))).toMatchObject({ code: 'in_progress' })
    expect(await methodsOf(invoice)).toEqual([])
    payments.misbehave({ storeMethod: (...call) => payments.sandbox.storeMethod!(...call) })
    await addMethod(asOwner(invoice), form)
    expect(await methodsOf(invoice)).toHaveLength(1)
  })

  it('refuses a declined card, and the same request again without another call', async () => {
    const invoice = await payments.open()
    const form = methodForm(CARDS.declined)
    const declined = { code: 'payment_failed', detail: 'Your card was declined.' }
    expect(await refusalOf(addMethod(asOwner(invoice), form))).toMatchObject(declined)
    payments.misbehave({ storeMethod: async () => succeeded({} as never) })
    expect(await refusalOf(addMethod(asOwner(invoice), form))).toMatchObject(declined)
    expect(await methodsOf(invoice)).toEqual([])
  })

  it('stops a payer after ten declines', async () => {
    const owner = asOwner(await payments.open())
    for (let tries = 0; tries < 10; tries++)
      expect(await refusalOf(addMethod(owner, methodForm(CARDS.declined)))).toMatchObject({
        code: 'payment_failed',
      })
    expect(await refusalOf(addMethod(owner, methodForm()))).toMatchObject({ code: 'too_many_requests' })
  })

  it('gives each wrong field its own message', async () => {
    const form = methodForm()
    const wrong = { ...form.values, number: '4242', cvc: '', color: 'red' }
    const refusal = await refusalOf(addMethod(asOwner(await payments.open()), { ...form, values: wrong }))
    expect(Object.keys(refusal.fields ?? {}).sort()).toEqual(['color', 'cvc', 'number'])
  })

  it('refuses a kind that is stored when it pays, and one that nobody offers', async () => {
    const owner = asOwner(await payments.open())
    for (const option of ['sandbox-paypal', 'stripe-card'])
      expect(await refusalOf(addMethod(owner, { ...methodForm(), option }))).toMatchObject({
        code: 'wrong_state',
      })
  })
})

describe('replacing a method', () => {
  it('stores the new one, moves automatic payments to it and removes the old one', async () => {
    const invoice = await payments.open()
    await pay(asOwner(invoice), invoice.invoiceId, cardForm('1.00', { enable_auto_payments: true }))
    const [old] = await methodsOf(invoice)
    await addMethod(asOwner(invoice), {
      ...methodForm('5555555555554444'),
      replaces: old!.id,
      enable_auto_payments: true,
    })
    const left = await methodsOf(invoice)
    expect(left).toHaveLength(1)
    expect(left[0]).toMatchObject({ last4: '4444', autoPayments: true })
  })

  it('refuses to replace a method of another customer', async () => {
    const [mine, foreign] = [await payments.open(), await payments.open()]
    const theirs = await addMethod(asOwner(foreign), methodForm())
    const form = { ...methodForm('5555555555554444'), replaces: theirs.id }
    expect((await refusalOf(addMethod(asOwner(mine), form))).fields).toHaveProperty('replaces')
    expect(await methodsOf(foreign)).toHaveLength(1)
  })
})

it('names a method, and refuses one of another customer', async () => {
  const [mine, foreign] = [await payments.open(), await payments.open()]
  const { id } = await addMethod(asOwner(mine), methodForm())
  const rename = (owner: OpenInvoice) =>
    payments.tenant.run((ctx) => renameMethod(ctx, id, 'Travel'), portalOf(payments.app, owner.customer.id))
  expect((await rename(mine)).name).toBe('Travel')
  expect(await refusalOf(rename(foreign))).toMatchObject({ code: 'not_found' })
})
