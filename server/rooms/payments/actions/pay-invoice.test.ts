import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failed, type PaymentProvider } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant, TestApp } from '../../../platform/testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { createInvoice, voidInvoice, writeOffInvoice } from '../../invoices/index.ts'
import type { Body } from '../rules/option-form.ts'
import { methodsOfCustomer } from '../store/methods.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  createPaymentsApp,
  eCheckForm,
  expectSoundBooks,
  payLinkOf,
  portalOf,
  sandboxCounts,
  standingOf,
} from '../testing.ts'
import { payInvoice } from './pay-invoice.ts'

/** What the next calls of the processor do instead; asked for the call's name. */
let fault: ((call: string) => 'unavailable' | 'throw' | null) | null = null
let test: TestApp
let tenant: Tenant

const faulty = (sandbox: PaymentProvider): PaymentProvider => ({
  ...sandbox,
  create: (connection, request, key) => {
    const what = fault?.('create') ?? null
    if (what === 'throw') throw new Error('the line went dead')
    if (what === 'unavailable')
      return Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null }))
    return sandbox.create(connection, request, key)
  },
})

beforeAll(async () => {
  test = await createPaymentsApp(faulty, 20)
})
beforeEach(async () => {
  fault = null
  tenant = await test.tenant()
})
afterEach(() => expectSoundBooks(tenant))
afterAll(() => test.close())

const open = (total = '100.00') => tenant.run((ctx) => anOpenInvoice(ctx, total))
const pay = (steps: Steps, invoiceId: string, body: Body, optionId = 'sandbox-card') =>
  payInvoice(steps, { invoiceId, optionId, body })
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Refusal)) throw new Error(`refused nothing: ${String(thrown)}`)
  return thrown
}

async function invoiceAndPortal(total = '100.00') {
  const invoice = await open(total)
  return { ...invoice, steps: tenant.steps(portalOf(test.app, invoice.customer.id)) }
}

describe('a card payment', () => {
  it('D-018 R-53 settles the invoice and says so', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const paid = await pay(steps, invoiceId, cardForm('100.00'))
    expect(paid).toMatchObject({
      status: 'confirmed',
      status_display: 'Confirmed',
      amount: '100.00',
      surcharge: '0.00',
      total: '100.00',
      currency: 'USD',
      method_display: 'Visa •••• 4242',
      message: 'We have received your payment, thank you!',
      next: null,
      invoice: { pk: invoiceId, remaining: '0.00' },
    })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('D-023 pays a part, and the rest with another card', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    expect(await pay(steps, invoiceId, cardForm('30.10'))).toMatchObject({ invoice: { remaining: '69.90' } })
    expect(await pay(steps, invoiceId, cardForm('69.90', { number: '5555555555554444' }))).toMatchObject({
      method_display: 'Mastercard •••• 4444',
      invoice: { remaining: '0.00' },
    })
  })

  it('E-003 says why the bank declined, and sets nothing aside any more', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const declined = await refusalOf(pay(steps, invoiceId, cardForm('100.00', { number: CARDS.poor })))
    expect(declined).toMatchObject({ code: 'payment_failed', detail: 'Your card has insufficient funds.' })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await pay(steps, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
  })

  it('adds the surcharge once, half up, and never takes it off the invoice (I10, Q-18, D-019)', async () => {
    await tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ card_surcharge_ppm: 29_000 })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const { invoiceId, steps } = await invoiceAndPortal('99.83')
    const paid = await pay(steps, invoiceId, cardForm('99.83'))
    expect(paid).toMatchObject({
      amount: '99.83',
      surcharge: '2.90',
      total: '102.73',
      invoice: { remaining: '0.00' },
    })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1, taken: '10273' })
  })

  it('R-62 keeps the method when asked, sealed, and charges it in a portal session', async () => {
    const { invoiceId, steps, customer } = await invoiceAndPortal()
    await pay(steps, invoiceId, cardForm('40.00', { store_method: true, enable_auto_payments: true }))
    const [method] = await tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))
    expect(method).toMatchObject({
      brand: 'Visa',
      last4: '4242',
      expirationYear: 2030,
      expirationMonth: 12,
      autoPayments: true,
    })
    const rows = await tenant.run((ctx) => ctx.db.selectFrom('stored_methods').selectAll().execute())
    expect(rows[0]!.provider_token_sealed.toString('latin1')).not.toContain('sbm_')
    const body = { amount: '60.00', request_id: 'stored-method-1', method: method!.id }
    const paid = await pay(steps, invoiceId, body, `stored-${method!.id}`)
    expect(paid).toMatchObject({
      status: 'confirmed',
      method_display: 'Visa •••• 4242',
      invoice: { remaining: '0.00' },
    })
    await pay(
      steps,
      (await tenant.run((ctx) => anOpenInvoice(ctx, '5.00', customer))).invoiceId,
      cardForm('5.00', { store_method: true }),
    )
    expect(await tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))).toHaveLength(1)
  })
})

describe('an e-check', () => {
  it('Q-30 waits for the bank, and holds the amount meanwhile', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const paid = await pay(steps, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
    expect(paid).toMatchObject({
      status: 'waiting',
      method_display: 'Checking •••• 6789',
      invoice: { remaining: '100.00' },
    })
    expect(paid.message).toContain('bank is clearing')
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    const again = await refusalOf(pay(steps, invoiceId, cardForm('1.00')))
    expect(again.code).toBe('invoice_not_payable')
  })
})

describe('R-52 one request_id', () => {
  it('D-032 charges once, and answers the same again', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = cardForm('100.00')
    const [first, second] = [await pay(steps, invoiceId, body), await pay(steps, invoiceId, body)]
    expect(second).toEqual(first)
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('gives a declined one the same answer again', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = cardForm('100.00', { number: CARDS.declined })
    for (const _ of [1, 2])
      expect(await refusalOf(pay(steps, invoiceId, body))).toMatchObject({
        code: 'payment_failed',
        detail: 'Your card was declined.',
      })
    expect(await tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute())).toHaveLength(1)
  })

  it('refuses it with another amount, card, option or invoice', async () => {
    const { invoiceId, steps, customer } = await invoiceAndPortal()
    const other = await tenant.run((ctx) => anOpenInvoice(ctx, '100.00', customer))
    const body = cardForm('10.00')
    await pay(steps, invoiceId, body)
    const tries = [
      () => pay(steps, invoiceId, { ...body, amount: '11.00' }),
      () => pay(steps, invoiceId, { ...body, number: '5555555555554444' }),
      () => pay(steps, invoiceId, { ...body, store_method: true }),
      () =>
        pay(steps, invoiceId, eCheckForm('10.00', '1', { request_id: body.request_id! }), 'sandbox-e-check'),
      () => pay(steps, other.invoiceId, body),
    ]
    for (const attempt of tries) expect((await refusalOf(attempt())).code).toBe('request_id_reused')
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1 })
  })

  it('5.F charges once when 50 come at the same moment', async () => {
    const { invoiceId, customer } = await invoiceAndPortal()
    const body = cardForm('60.00')
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => pay(tenant.steps(portalOf(test.app, customer.id)), invoiceId, body)),
    )
    const bad = answers.filter(
      (one) => one.status === 'rejected' && (one.reason as Refusal).code !== 'in_progress',
    )
    expect(bad).toEqual([])
    expect(answers.some((one) => one.status === 'fulfilled')).toBe(true)
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1, taken: '6000' })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '40.00', reserved: '0.00' })
  })

  it('is one payment when it is sent for two invoices at the same moment', async () => {
    const { invoiceId, customer, steps } = await invoiceAndPortal()
    const other = await tenant.run((ctx) => anOpenInvoice(ctx, '100.00', customer))
    const body = cardForm('10.00')
    const answers = await Promise.allSettled([pay(steps, invoiceId, body), pay(steps, other.invoiceId, body)])
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(answers.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'request_id_reused' },
    })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1 })
  })
})

describe('T-20 R-54 racing payments of one invoice', () => {
  it('5.F never charge more than remains, 50 at once', async () => {
    const invoice = await open('100.00')
    const payers = Array.from({ length: 50 }, (_, index) =>
      index % 2 ? portalOf(test.app, invoice.customer.id) : payLinkOf(test.app, invoice),
    )
    const answers = await Promise.allSettled(
      payers.map((payer) => pay(tenant.steps(payer), invoice.invoiceId, cardForm('30.00'))),
    )
    const paid = answers.filter((one) => one.status === 'fulfilled')
    expect(paid).toHaveLength(3)
    for (const one of answers)
      if (one.status === 'rejected')
        expect(['invalid_input', 'invoice_not_payable']).toContain((one.reason as Refusal).code)
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 3, taken: '9000' })
    expect(await standingOf(tenant, invoice.invoiceId)).toEqual({ remaining: '10.00', reserved: '0.00' })
  })

  it('R-54 refuses a void while a payment is under way, and a payment after a void (I13)', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    await pay(steps, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
    const voiding = await refusalOf(tenant.run((ctx) => voidInvoice(ctx, invoiceId, { reason: '' } as never)))
    expect(voiding.code).toBe('wrong_state')
  })
})

describe('R-50 amounts', () => {
  const corpus: [unknown, string][] = [
    ['', 'This field is required.'],
    [undefined, 'This field is required.'],
    ['NaN', 'Enter a valid number.'],
    ['1e999', 'Enter a valid number.'],
    ['1,00', 'Enter a valid number.'],
    ['-0', 'Enter a valid number.'],
    ['0x10', 'Enter a valid number.'],
    ['Infinity', 'Enter a valid number.'],
    ['١٢', 'Enter a valid number.'],
    [12.5, 'Enter a valid number.'],
    [true, 'Enter a valid number.'],
    ['0', 'The amount should be greater than 0'],
    ['0.00', 'The amount should be greater than 0'],
    ['-5.00', 'The amount should be greater than 0'],
    ['0.001', 'Enter an amount with at most 2 decimals.'],
    ['100.01', 'The amount should not be greater than the balance of 100.00'],
    ['9223372036854775808', 'Amount must be at equal or less than 999999999999.99.'],
  ]

  it('E-010 Q-05 refuses each with its own text, and charges nothing', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    for (const [given, text] of corpus) {
      const { amount: _, ...rest } = cardForm('1.00')
      const body = given === undefined ? rest : { ...rest, amount: given as string }
      const refused = await refusalOf(pay(steps, invoiceId, body))
      expect([given, refused.fields?.amount]).toEqual([given, [text]])
    }
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 0 })
  })

  it('D-022 takes the whole balance only where parts are not allowed', async () => {
    await tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ partial_payments: false })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    const { invoiceId, steps } = await invoiceAndPortal()
    const part = await refusalOf(pay(steps, invoiceId, cardForm('99.99')))
    expect(part.fields).toEqual({ amount: ['The whole balance of 100.00 has to be paid at once.'] })
    expect(await pay(steps, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
  })
})

describe('the form', () => {
  it('E-009 names every field that is wrong, and records nothing', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = {
      amount: '1.00',
      number: '4242424242424241',
      expiration_month: '13',
      expiration_year: '2030',
      extra: 'x',
      request_id: 'short',
    }
    const refused = await refusalOf(pay(steps, invoiceId, body))
    expect(refused.fields).toEqual({
      name_on_card: ['This field is required.'],
      expiration_month: ['Select a valid choice.'],
      request_id: ['Request id must be at least 8 characters.'],
      extra: ['This field is not known.'],
    })
    const wrong = await refusalOf(pay(steps, invoiceId, cardForm('1.00', { number: '4242424242424241' })))
    expect(wrong.fields).toEqual({ number: ['This card number is not valid.'] })
    const old = await refusalOf(
      pay(steps, invoiceId, cardForm('1.00', { expiration_month: '10', expiration_year: '2026' })),
    )
    expect(old.fields).toEqual({ expiration_month: ['This card has expired.'] })
    const bank = await refusalOf(
      pay(steps, invoiceId, eCheckForm('1.00', '12ab', { routing_number: '123456789' }), 'sandbox-e-check'),
    )
    expect(bank.fields).toEqual({
      routing_number: ['The Sandbox knows one bank only: 110000000.'],
      account_number: ['This account number is not valid.'],
    })
    expect(await tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute())).toEqual([])
  })
})

describe('who may pay what', () => {
  it('T-03 P-066 knows only invoices of the payer, and only those that were sent', async () => {
    const [mine, foreign] = [await open(), await open()]
    const draft = await tenant.run(async (ctx) => {
      const customer = await aCustomer(ctx)
      return createInvoice(ctx, {
        customer: customer.id,
        invoice_date: '2026-11-02',
        terms: 'net_30',
        notes: '',
        lines: [
          {
            description: 'x',
            detail: '',
            quantity: '1',
            unit_price: '1',
            discount: '0',
            tax_name: '',
            tax_rate: '0',
          },
        ],
      })
    })
    const elsewhere = await test.tenant()
    const away = await elsewhere.run((ctx) => anOpenInvoice(ctx, '10.00'))
    const portal = tenant.steps(portalOf(test.app, mine.customer.id))
    const link = tenant.steps(payLinkOf(test.app, mine))
    for (const id of [foreign.invoiceId, draft.pk, away.invoiceId, '00000000-0000-7000-8000-000000000000'])
      for (const steps of [portal, link])
        expect((await refusalOf(pay(steps, id, cardForm('1.00')))).code).toBe('invoice_unknown')
    expect((await refusalOf(pay(portal, mine.invoiceId, cardForm('1.00'), 'stripe-card'))).code).toBe(
      'not_found',
    )
    expect((await refusalOf(pay(portal, mine.invoiceId, cardForm('1.00'), 'nonsense'))).code).toBe(
      'not_found',
    )
  })

  it('E-008 takes nothing for invoices that are paid, void or written off', async () => {
    const [paid, gone, lost] = [await invoiceAndPortal(), await invoiceAndPortal(), await invoiceAndPortal()]
    await pay(paid.steps, paid.invoiceId, cardForm('100.00'))
    await tenant.run((ctx) => voidInvoice(ctx, gone.invoiceId, ''))
    await tenant.run((ctx) => writeOffInvoice(ctx, lost.invoiceId, ''))
    for (const { steps, invoiceId } of [paid, gone, lost])
      expect((await refusalOf(pay(steps, invoiceId, cardForm('1.00')))).code).toBe('invoice_not_payable')
  })

  it('a pay link alone never charges a stored method; the code or a portal session does', async () => {
    const invoice = await open()
    await pay(
      tenant.steps(payLinkOf(test.app, invoice)),
      invoice.invoiceId,
      cardForm('10.00', { store_method: true }),
    )
    const [method] = await tenant.run((ctx) => methodsOfCustomer(ctx, invoice.customer.id))
    const body = { amount: '10.00', request_id: 'stored-by-link' }
    const option = `stored-${method!.id}`
    const locked = await refusalOf(
      pay(tenant.steps(payLinkOf(test.app, invoice)), invoice.invoiceId, body, option),
    )
    expect(locked.code).toBe('code_required')
    const unlocked = tenant.steps(payLinkOf(test.app, invoice, true))
    expect(await pay(unlocked, invoice.invoiceId, body, option)).toMatchObject({ status: 'confirmed' })
    const stranger = await open()
    const theirs = tenant.steps(portalOf(test.app, stranger.customer.id))
    expect(
      (await refusalOf(pay(theirs, stranger.invoiceId, { ...body, request_id: 'not-my-card' }, option))).code,
    ).toBe('not_found')
  })

  it('R-64 stops after ten attempts of one payer, and after five declines of one invoice', async () => {
    const busy = await invoiceAndPortal()
    for (let index = 0; index < 10; index++) await pay(busy.steps, busy.invoiceId, cardForm('1.00'))
    expect((await refusalOf(pay(busy.steps, busy.invoiceId, cardForm('1.00')))).code).toBe(
      'too_many_requests',
    )
    const tried = await invoiceAndPortal()
    for (let index = 0; index < 5; index++)
      await refusalOf(pay(tried.steps, tried.invoiceId, cardForm('1.00', { number: CARDS.declined })))
    const another = tenant.steps(portalOf(test.app, tried.customer.id))
    expect((await refusalOf(pay(another, tried.invoiceId, cardForm('1.00')))).code).toBe('too_many_requests')
    test.clock.advance(3_600_001)
    expect(await pay(another, tried.invoiceId, cardForm('1.00'))).toMatchObject({ status: 'confirmed' })
  })
})

describe('a processor out of reach', () => {
  it('E-004 says so, holds nothing, and the same request can be made again', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = cardForm('100.00')
    fault = () => 'unavailable'
    expect((await refusalOf(pay(steps, invoiceId, body))).code).toBe('processor_unavailable')
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect((await refusalOf(pay(steps, invoiceId, { ...body, amount: '9.00' }))).code).toBe(
      'request_id_reused',
    )
    fault = null
    expect(await pay(steps, invoiceId, body)).toMatchObject({ status: 'confirmed' })
    expect(await tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute())).toHaveLength(1)
  })

  it('R-55 treats a call that broke as unknown, never as failed', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    fault = () => 'throw'
    const paid = await pay(steps, invoiceId, cardForm('100.00'))
    expect(paid).toMatchObject({
      status: 'waiting',
      message: 'Your payment is being confirmed. There is nothing more for you to do.',
    })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
  })
})
