import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { selectCases } from '../../store/cases.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  eCheckForm,
  pay,
  payLinkOf,
  paymentsFixture,
  refusalOf,
} from '../../testing.ts'
import { recheckCase } from '../reconcile/recheck-case.ts'

const payments = paymentsFixture(20)
let addresses = 0

/** A visitor with an invoice's pay link and their own network address. */
async function visitor(): Promise<{ invoiceId: string; uow: UnitOfWork }> {
  const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const uow = payments.tenant.uow(payLinkOf(payments.app, invoice, true))
  return { invoiceId: invoice.invoiceId, uow: { ...uow, ip: `203.0.113.${++addresses}` } }
}
const tryStolenCard = async (): Promise<string> => {
  const { uow, invoiceId } = await visitor()
  return (await refusalOf(pay(uow, invoiceId, cardForm('1.00', { number: CARDS.declined })))).code
}
const casesOf = () =>
  payments.tenant.run(async (ctx) => {
    const all = { state: 'all', search: '', direction: 'asc', limit: 10, offset: 0 } as const
    return (await selectCases(ctx, all)).rows
  })

describe('card testing', () => {
  it('closes a company to new cards for an hour when it comes from many addresses on many invoices', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 30; round++) outcomes.push(await tryStolenCard())
    expect(outcomes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'payment_failed'))
    expect(outcomes.slice(20)).toEqual(Array.from({ length: 10 }, () => 'too_many_requests'))
    const honest = await visitor()
    expect(await refusalOf(pay(honest.uow, honest.invoiceId, cardForm('1.00')))).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('Pay another way'),
      retryAfterSeconds: 3600,
    })
    expect(await pay(honest.uow, honest.invoiceId, eCheckForm('1.00'), 'sandbox-e-check')).toMatchObject({
      status: 'waiting',
    })
    const elsewhere = await payments.another()
    const invoice = await elsewhere.run((ctx) => anOpenInvoice(ctx, '5.00'))
    const theirs = elsewhere.uow(payLinkOf(payments.app, invoice))
    expect(await pay(theirs, invoice.invoiceId, cardForm('5.00'))).toMatchObject({ status: 'confirmed' })
    payments.clock.advance(HOUR_MS + 1)
    expect(await pay(honest.uow, honest.invoiceId, cardForm('1.00'))).toMatchObject({ status: 'confirmed' })
  })

  it('opens one case, which a recheck closes once the declines stop', async () => {
    for (let round = 0; round < 22; round++) await tryStolenCard()
    const cases = await casesOf()
    expect(cases.map((one) => one.kind)).toEqual(['card_testing'])
    const uow = payments.tenant.uow()
    expect((await recheckCase(uow, cases[0]!.id)).closed_at).toBeNull()
    payments.clock.advance(HOUR_MS + 1)
    const closed = await recheckCase(uow, cases[0]!.id)
    expect(closed).toMatchObject({ kind_display: 'Possible card testing', note: 'The difference is gone.' })
  })

  it('does not match customers who mistype their cards on a busy day', async () => {
    for (let round = 0; round < 8; round++) {
      const { uow, invoiceId } = await visitor()
      await pay(uow, invoiceId, cardForm('1.00'))
    }
    for (let round = 0; round < 22; round++) expect(await tryStolenCard()).toBe('payment_failed')
    expect(await casesOf()).toEqual([])
  })

  it('from one address is stopped after ten declines, and other addresses stay open', async () => {
    const ip = '198.51.100.7'
    const codes: string[] = []
    for (let round = 0; round < 12; round++) {
      const { uow, invoiceId } = await visitor()
      const form = cardForm('1.00', { number: CARDS.declined })
      codes.push((await refusalOf(pay({ ...uow, ip }, invoiceId, form))).code)
    }
    expect(codes.filter((code) => code === 'payment_failed')).toHaveLength(10)
    expect(codes.slice(10)).toEqual(['too_many_requests', 'too_many_requests'])
    const another = await visitor()
    expect(await pay(another.uow, another.invoiceId, cardForm('1.00'))).toMatchObject({
      status: 'confirmed',
    })
  })

  it('by one payer is stopped after ten declines from any address on any invoice', async () => {
    const { uow, customer } = await payments.open()
    const tries = async (index: number, card: string) => {
      const { invoiceId } = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '9.00', customer))
      return pay({ ...uow, ip: `198.51.100.${index}` }, invoiceId, cardForm('1.00', { number: card }))
    }
    for (let index = 0; index < 10; index++)
      expect((await refusalOf(tries(index, CARDS.declined))).code).toBe('payment_failed')
    for (const card of [CARDS.declined, CARDS.good])
      expect((await refusalOf(tries(20, card))).code).toBe('too_many_requests')
    payments.clock.advance(HOUR_MS + 1)
    expect(await tries(21, CARDS.good)).toMatchObject({ status: 'confirmed' })
  })

  it('does not count successful payments or attempts refused before the processor', async () => {
    const ip = '198.51.100.8'
    for (let round = 0; round < 12; round++) {
      const { uow, invoiceId } = await visitor()
      expect(await pay({ ...uow, ip }, invoiceId, cardForm('1.00'))).toMatchObject({ status: 'confirmed' })
      expect((await refusalOf(pay({ ...uow, ip }, invoiceId, cardForm('999.00')))).code).toBe('invalid_input')
    }
  })
})
