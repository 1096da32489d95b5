import { describe, expect, it } from 'vitest'
import { failed } from '../../../../gateways/payments/port.ts'
import type { Refusal } from '../../../../platform/refusal.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { createInvoice, voidInvoice, writeOffInvoice } from '../../../invoices/index.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
  refusalOf,
  sandboxCounts,
} from '../../testing.ts'
import { payInvoice } from './pay-invoice.ts'

const payments = paymentsFixture(20)

describe('one request_id', () => {
  it('charges once and repeats the reply', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = cardForm('100.00')
    const [first, second] = [await pay(uow, invoiceId, body), await pay(uow, invoiceId, body)]
    expect(second).toEqual(first)
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('repeats the reply of a declined payment', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = cardForm('100.00', { number: CARDS.declined })
    for (const _ of [1, 2])
      expect(await refusalOf(pay(uow, invoiceId, body))).toMatchObject({
        code: 'payment_failed',
        detail: 'Your card was declined.',
      })
    expect(
      await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute()),
    ).toHaveLength(1)
  })

  it('is refused with another amount, card, option or invoice', async () => {
    const { invoiceId, uow, customer } = await payments.open()
    const other = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00', customer))
    const body = cardForm('10.00')
    await pay(uow, invoiceId, body)
    const tries = [
      () => pay(uow, invoiceId, { ...body, amount: '11.00' }),
      () => pay(uow, invoiceId, { ...body, number: '5555555555554444' }),
      () => pay(uow, invoiceId, { ...body, store_method: true }),
      () =>
        pay(uow, invoiceId, eCheckForm('10.00', '1', { request_id: body.request_id! }), 'sandbox-e-check'),
      () => pay(uow, other.invoiceId, body),
    ]
    for (const attempt of tries) expect((await refusalOf(attempt())).code).toBe('request_id_reused')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('charges once in 50 concurrent requests', async () => {
    const { invoiceId, customer } = await payments.open()
    const body = cardForm('60.00')
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        pay(payments.tenant.uow(portalOf(payments.app, customer.id)), invoiceId, body),
      ),
    )
    const bad = answers.filter(
      (one) => one.status === 'rejected' && (one.reason as Refusal).code !== 'in_progress',
    )
    expect(bad).toEqual([])
    expect(answers.some((one) => one.status === 'fulfilled')).toBe(true)
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '6000' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '40.00', reserved: '0.00' })
  })

  it('makes one payment when sent for two invoices concurrently', async () => {
    const { invoiceId, customer, uow } = await payments.open()
    const other = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00', customer))
    const body = cardForm('10.00')
    const answers = await Promise.allSettled([pay(uow, invoiceId, body), pay(uow, other.invoiceId, body)])
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(answers.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'request_id_reused' },
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })
})

describe('concurrent payments of one invoice', () => {
  it('never charge more than remains in 50 concurrent requests', async () => {
    const invoice = await payments.open('100.00')
    const payers = Array.from({ length: 50 }, (_, index) =>
      index % 2 ? portalOf(payments.app, invoice.customer.id) : payLinkOf(payments.app, invoice),
    )
    const answers = await Promise.allSettled(
      payers.map((payer) => pay(payments.tenant.uow(payer), invoice.invoiceId, cardForm('30.00'))),
    )
    const paid = answers.filter((one) => one.status === 'fulfilled')
    expect(paid).toHaveLength(3)
    for (const one of answers)
      if (one.status === 'rejected')
        expect(['invalid_input', 'invoice_not_payable']).toContain((one.reason as Refusal).code)
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 3, taken: '9000' })
    expect(await balancesOf(payments.tenant, invoice.invoiceId)).toEqual({
      remaining: '10.00',
      reserved: '0.00',
    })
  })

  it('exclude a void: it is refused during a payment, and a payment is refused after it', async () => {
    const { invoiceId, uow } = await payments.open()
    await pay(uow, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
    const voiding = await refusalOf(
      payments.tenant.run((ctx) => voidInvoice(ctx, invoiceId, { reason: '' } as never)),
    )
    expect(voiding.code).toBe('wrong_state')
  })
})

describe('access to payments', () => {
  it('allows only the payer’s own invoices that were sent', async () => {
    const [mine, foreign] = [await payments.open(), await payments.open()]
    const draft = await payments.tenant.run(async (ctx) => {
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
    const elsewhere = await payments.another()
    const away = await elsewhere.run((ctx) => anOpenInvoice(ctx, '10.00'))
    const portal = payments.tenant.uow(portalOf(payments.app, mine.customer.id))
    const link = payments.tenant.uow(payLinkOf(payments.app, mine))
    for (const id of [foreign.invoiceId, draft.pk, away.invoiceId, '00000000-0000-7000-8000-000000000000'])
      for (const uow of [portal, link])
        expect((await refusalOf(pay(uow, id, cardForm('1.00')))).code).toBe('invoice_unknown')
    expect((await refusalOf(pay(portal, mine.invoiceId, cardForm('1.00'), 'stripe-card'))).code).toBe(
      'not_found',
    )
    expect((await refusalOf(pay(portal, mine.invoiceId, cardForm('1.00'), 'nonsense'))).code).toBe(
      'not_found',
    )
  })

  it('refuses paid and written-off invoices, and returns 404 for void ones', async () => {
    const [paid, ended, lost] = [await payments.open(), await payments.open(), await payments.open()]
    await pay(paid.uow, paid.invoiceId, cardForm('100.00'))
    await payments.tenant.run((ctx) => voidInvoice(ctx, ended.invoiceId, ''))
    await payments.tenant.run((ctx) => writeOffInvoice(ctx, lost.invoiceId, ''))
    for (const { uow, invoiceId } of [paid, lost])
      expect((await refusalOf(pay(uow, invoiceId, cardForm('1.00')))).code).toBe('invoice_not_payable')
    expect((await refusalOf(pay(ended.uow, ended.invoiceId, cardForm('1.00')))).code).toBe('invoice_unknown')
  })

  it('charges a stored method with the code or a portal session, never with a pay link alone', async () => {
    const invoice = await payments.open()
    await pay(
      payments.tenant.uow(payLinkOf(payments.app, invoice)),
      invoice.invoiceId,
      cardForm('10.00', { store_method: true }),
    )
    const [method] = await payments.tenant.run((ctx) => methodsOfCustomer(ctx, invoice.customer.id))
    const body = { amount: '10.00', request_id: 'stored-by-link' }
    const option = `stored-${method!.id}`
    const locked = await refusalOf(
      pay(payments.tenant.uow(payLinkOf(payments.app, invoice)), invoice.invoiceId, body, option),
    )
    expect(locked.code).toBe('code_required')
    const unlocked = payments.tenant.uow(payLinkOf(payments.app, invoice, true))
    expect(await pay(unlocked, invoice.invoiceId, body, option)).toMatchObject({ status: 'confirmed' })
    const stranger = await payments.open()
    const theirs = payments.tenant.uow(portalOf(payments.app, stranger.customer.id))
    expect(
      (await refusalOf(pay(theirs, stranger.invoiceId, { ...body, request_id: 'not-my-card' }, option))).code,
    ).toBe('not_found')
  })

  it('stops after ten attempts of one payer and after five declines of one invoice', async () => {
    const busy = await payments.open()
    for (let index = 0; index < 10; index++) await pay(busy.uow, busy.invoiceId, cardForm('1.00'))
    expect((await refusalOf(pay(busy.uow, busy.invoiceId, cardForm('1.00')))).code).toBe('too_many_requests')
    const tried = await payments.open()
    for (let index = 0; index < 5; index++)
      await refusalOf(pay(tried.uow, tried.invoiceId, cardForm('1.00', { number: CARDS.declined })))
    const another = payments.tenant.uow(portalOf(payments.app, tried.customer.id))
    expect((await refusalOf(pay(another, tried.invoiceId, cardForm('1.00')))).code).toBe('too_many_requests')
    payments.clock.advance(3_600_001)
    expect(await pay(another, tried.invoiceId, cardForm('1.00'))).toMatchObject({ status: 'confirmed' })
  })
})

it('does not start a payment that is no longer wanted', async () => {
  const { invoiceId, uow } = await payments.open()
  const request = {
    invoiceId,
    optionId: 'sandbox-card',
    body: cardForm('100.00'),
    stillWanted: async () => false,
  }
  expect((await refusalOf(payInvoice(uow, request))).code).toBe('wrong_state')
  expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
})

describe('an unreachable processor', () => {
  it('refuses the payment, reserves nothing and accepts the same request again', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = cardForm('100.00')
    payments.misbehave({
      create: () => Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null })),
    })
    expect((await refusalOf(pay(uow, invoiceId, body))).code).toBe('processor_unavailable')
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect((await refusalOf(pay(uow, invoiceId, { ...body, amount: '9.00' }))).code).toBe('request_id_reused')
    payments.misbehave({})
    expect(await pay(uow, invoiceId, body)).toMatchObject({ status: 'confirmed' })
    expect(
      await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').select('id').execute()),
    ).toHaveLength(1)
  })

  it('treats an interrupted call as unknown, never as failed', async () => {
    const { invoiceId, uow } = await payments.open()
    payments.misbehave({
      create: () => {
        throw new Error('the line went dead')
      },
    })
    const paid = await pay(uow, invoiceId, cardForm('100.00'))
    expect(paid).toMatchObject({
      status: 'waiting',
      message: 'Your payment is being confirmed. You don’t need to do anything.',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
  })
})
