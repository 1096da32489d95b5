import { beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { createInvoice, readInvoice, takeNumber, verifyInvoiceCounters } from '../../index.ts'
import { aDraft, aLine, draftInput } from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
let customer: string
beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx))).id
})

const create = (fields: Parameters<typeof draftInput>[1] = {}) =>
  tenant.run((ctx) => createInvoice(ctx, draftInput(customer, fields)))

describe('drafts', () => {
  it('get computed totals, a number, and a due date by their terms', async () => {
    const invoice = await create({
      notes: 'Thank you.',
      lines: [
        aLine({ quantity: '24', unit_price: '59.00', discount: '5', tax_name: 'Sales tax', tax_rate: '5.5' }),
        aLine({ description: 'Delivery', detail: '', unit_price: '45.00' }),
      ],
    })
    expect(invoice).toMatchObject({
      number: 'INV-1001',
      state: 'draft',
      status: 'Draft',
      currency: 'USD',
      invoice_date: '2026-11-20',
      due_date: '2026-12-20',
      days_past_due: -30,
      terms: 'net_30',
      notes: 'Thank you.',
      subtotal: '1461.00',
      discount: '70.80',
      tax: '73.99',
      total: '1464.19',
      remaining: '0.00',
      taxes: [{ name: 'Sales tax', rate: '5.5', base: '1345.20', amount: '73.99' }],
      revision: 1,
      transaction_type: 'invoice',
      payment_plan: null,
      can: { edit: true, send: true, void: false, write_off: false, remove: true, record_payment: false },
    })
    expect(invoice.lines).toEqual([
      {
        description: 'Hot cups, 12 oz',
        detail: 'Case of 1,000',
        quantity: '24',
        unit_price: '59.00',
        discount: '5',
        tax_name: 'Sales tax',
        tax_rate: '5.5',
        amount: '1345.20',
      },
      expect.objectContaining({ description: 'Delivery', amount: '45.00' }),
    ])
    expect(invoice.customer).toEqual({
      pk: customer,
      short_name: 'Harbor Foods',
      email: 'accounts@harborfoods.test',
      emails: ['accounts@harborfoods.test'],
    })
    expect(invoice.timeline).toEqual([
      expect.objectContaining({ kind: 'created', text: 'Created by Olive Owner' }),
    ])
  })

  it("use the customer's currency, whatever the account's is", async () => {
    const yen = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' }))
    const invoice = await tenant.run((ctx) =>
      createInvoice(ctx, draftInput(yen.id, { lines: [aLine({ unit_price: '1250' })] })),
    )
    expect(invoice).toMatchObject({ currency: 'JPY', total: '1250' })
    await expect(tenant.run((ctx) => createInvoice(ctx, draftInput(yen.id)))).rejects.toMatchObject({
      fields: { 'lines.0.unit_price': ['Enter an amount without decimals.'] },
    })
  })

  it('may be worth zero, and are not visible to another account', async () => {
    const invoice = await create({ lines: [aLine({ unit_price: '0' })] })
    expect(invoice).toMatchObject({ total: '0.00', can: { send: false } })
    const stranger = await test.tenant()
    await expect(stranger.run((ctx) => readInvoice(ctx, invoice.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('report all invalid fields at once', async () => {
    await expect(
      create({
        number: 'A\u200b1',
        terms: 'custom',
        lines: [aLine({ quantity: '0' }), aLine({ unit_price: '1.005', discount: '200' })],
      }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: {
        number: ['This number has a character that is not allowed.'],
        due_date: ['Enter a due date.'],
        'lines.0.quantity': ['Enter a quantity greater than 0.'],
        'lines.1.unit_price': ['Enter an amount with at most 2 decimals.'],
        'lines.1.discount': ['Enter a percentage from 0 to 100.'],
      },
    })
  })

  it("are refused for an inactive customer and for another account's customer", async () => {
    const asleep = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Asleep', isActive: false }))
    const refused = { code: 'invalid_input', fields: { customer: [expect.any(String)] } }
    await expect(tenant.run((ctx) => aDraft(ctx, { customer: asleep.id }))).rejects.toMatchObject(refused)
    const stranger = await test.tenant()
    const foreign = await stranger.run((ctx) => aCustomer(ctx))
    await expect(tenant.run((ctx) => aDraft(ctx, { customer: foreign.id }))).rejects.toMatchObject(refused)
  })
})

describe('numbers', () => {
  it('keeps a typed number and allows it once, ignoring case', async () => {
    expect(await create({ number: 'Spring/26' })).toMatchObject({ number: 'Spring/26' })
    await expect(create({ number: 'SPRING/26' })).rejects.toMatchObject({
      fields: {
        number: ['This number is already used. Enter another one.'],
      },
    })
  })

  it('skips typed numbers in the sequence', async () => {
    const fresh = await test.tenant()
    const own = (await fresh.run((ctx) => aCustomer(ctx))).id
    const numbers = async (number?: string) =>
      (await fresh.run((ctx) => createInvoice(ctx, draftInput(own, number ? { number } : {})))).number
    await numbers('inv-1001')
    await numbers('INV-1002')
    await numbers('INV-1004')
    expect([await numbers(), await numbers(), await numbers()]).toEqual(['INV-1003', 'INV-1005', 'INV-1006'])
  })

  /** Retries when the connection pool is busy. */
  async function untilServed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('timeout exceeded when trying to connect')) throw error
      return untilServed(work)
    }
  }

  it('gives two hundred parallel drafts numbers without a gap', async () => {
    const fresh = await test.tenant()
    const own = (await fresh.run((ctx) => aCustomer(ctx))).id
    const made = await Promise.all(
      Array.from({ length: 200 }, () =>
        untilServed(() => fresh.run((ctx) => createInvoice(ctx, draftInput(own)))),
      ),
    )
    const expected = Array.from({ length: 200 }, (_, index) => `INV-${1001 + index}`)
    expect(made.map((invoice) => invoice.number).sort()).toEqual(expected)
    expect(await fresh.run(verifyInvoiceCounters)).toEqual([])
  })

  it('gives one of several racers a typed number, and does not block the sequence', async () => {
    const fresh = await test.tenant()
    const own = (await fresh.run((ctx) => aCustomer(ctx))).id
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        fresh.run((ctx) => createInvoice(ctx, draftInput(own, index % 2 ? { number: 'INV-1003' } : {}))),
      ),
    )
    const numbers = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toContain('INV-1003')
    for (const one of attempts)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ fields: { number: expect.any(Array) } })
    expect(attempts.filter((one, index) => index % 2 === 0 && one.status === 'rejected')).toEqual([])
  })

  it('takes no number when the transaction fails', async () => {
    const fresh = await test.tenant()
    await expect(
      fresh.run(async (ctx) => {
        await takeNumber(ctx, 'invoice')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await fresh.run((ctx) => takeNumber(ctx, 'invoice'))).toBe('INV-1001')
  })
})

it('does not book drafts in the ledger', async () => {
  expect(await tenant.run(verifyLedger)).toEqual({ entries: 0, differences: [] })
  expect(await tenant.run(verifyInvoiceCounters)).toEqual([])
})
