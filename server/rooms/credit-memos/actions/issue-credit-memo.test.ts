import { beforeAll, describe, expect, it } from 'vitest'
import { countSuppressedDuplicates } from '../../../../testing/count-suppressed-duplicates.ts'
import { setUpBooks } from '../../../../testing/set-up-books.ts'
import { aCustomer } from '../../customers/testing.ts'
import { readPdf } from '../../documents/testing.ts'
import { asCustomer } from '../../invoices/testing.ts'
import {
  creditMemoPdfOf,
  issueCreditMemo,
  listCreditMemos,
  readCreditMemo,
  voidCreditMemo,
} from '../index.ts'
import { aCreditMemo } from '../testing.ts'

const { test, tenant } = setUpBooks()
let customer: string
beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx))).id
})

const issue = (fields: Parameters<typeof aCreditMemo>[1] = {}) =>
  tenant.run((ctx) => aCreditMemo(ctx, { customer, ...fields }))

describe('a credit memo', () => {
  it('is issued with its own number and both names of its amount fields', async () => {
    const memo = await issue({ reason: 'Broken pallets' })
    expect(memo).toMatchObject({
      number: 'CM-1001',
      status: 'Open',
      customer: { pk: customer, short_name: 'Harbor Foods' },
      currency: 'USD',
      issued_on: '2026-11-20',
      reason: 'Broken pallets',
      total: '500.00',
      total_amount: '500.00',
      remaining: '500.00',
      remaining_credit: '500.00',
      applications: [],
    })
    expect(await tenant.run((ctx) => readCreditMemo(ctx, memo.id))).toEqual(memo)
  })

  it('numbers concurrent memos without duplicates or gaps', async () => {
    await issue({ number: 'CM-1003' })
    await expect(issue({ number: 'cm-1003' })).rejects.toMatchObject({
      fields: {
        number: ['This number is already used. Enter another one.'],
      },
    })
    const many = await Promise.all(Array.from({ length: 30 }, () => issue()))
    const expected = [1002, ...Array.from({ length: 29 }, (_, index) => 1004 + index)].map((n) => `CM-${n}`)
    expect(many.map((memo) => memo.number).sort()).toEqual(expected)
  })

  it.each([
    ['', 'This field is required'],
    ['0', 'The amount should be greater than 0'],
    ['-5', 'The amount should be greater than 0'],
    ['NaN', expect.any(String)],
    ['1e999', expect.any(String)],
    ['1,00', expect.any(String)],
    ['0.001', 'Enter an amount with at most 2 decimals.'],
    ['9223372036854775808', expect.stringContaining('999999999999.99')],
  ])('a total of %j is refused beside its field', async (total, text) => {
    await expect(issue({ total })).rejects.toMatchObject({ fields: { total: [text] } })
  })

  it('refuses a customer of another account', async () => {
    const stranger = await test.tenant()
    const foreign = await stranger.run((ctx) => aCustomer(ctx))
    await expect(issue({ customer: foreign.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(issue({ number: 'A\u200bB' })).rejects.toMatchObject({
      fields: { number: [expect.any(String)] },
    })
  })

  it('returns 404 to another account', async () => {
    const memo = await issue()
    const stranger = await test.tenant()
    for (const action of [readCreditMemo, voidCreditMemo])
      await expect(stranger.run((ctx) => action(ctx, memo.id))).rejects.toMatchObject({ code: 'not_found' })
    await expect(creditMemoPdfOf(stranger.uow(), memo.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('has a PDF with its number and total', async () => {
    const memo = await issue({ reason: 'Broken pallets', total: '1234.50' })
    const pdf = await creditMemoPdfOf(tenant.uow(), memo.id)
    expect(pdf.name).toBe(`Credit memo ${memo.number}.pdf`)
    const text = readPdf(pdf.bytes).pages.flat().join('\n')
    for (const fact of [memo.number, '1,234.50', 'Broken pallets', 'Harbor Foods', 'Nov 20, 2026'])
      expect(text).toContain(fact)
  })

  it('is voided once, and only as a whole', async () => {
    const memo = await issue()
    const voided = await tenant.run((ctx) => voidCreditMemo(ctx, memo.id))
    expect(voided).toMatchObject({ status: 'Void', total: '500.00', remaining: '0.00' })
    await expect(tenant.run((ctx) => voidCreditMemo(ctx, memo.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })
})

describe('the list', () => {
  it('is paged, searched and ordered, and shows a customer only their own memos', async () => {
    const fresh = await test.tenant()
    const [one, two] = await fresh.run(async (ctx) => [
      await aCustomer(ctx),
      await aCustomer(ctx, { shortName: 'Kissa', email: '' }),
    ])
    const made: Awaited<ReturnType<typeof aCreditMemo>>[] = []
    for (const [index, owner] of [one, one, two, one, two, one].entries())
      made.push(
        await fresh.run((ctx) => aCreditMemo(ctx, { customer: owner!.id, total: `${100 + index}.00` })),
      )
    await fresh.run((ctx) => voidCreditMemo(ctx, made[5]!.id))
    const plain = { page: 1, page_size: 5, search: '', order_by: '-issued_on' }
    const list = (asked: object, actor = fresh.owner as Parameters<typeof fresh.run>[1]) =>
      fresh.run((ctx) => listCreditMemos(ctx, { ...plain, ...asked }), actor)
    expect(await list({ order_by: 'number' })).toMatchObject({
      count: 6,
      results: made.slice(0, 5).map(({ number }) => ({ number })),
    })
    expect((await list({ order_by: '-total', page_size: 10 })).results[0]).toMatchObject({
      total: '105.00',
      status: 'Void',
    })
    expect((await list({ order_by: 'remaining' })).results[0]).toMatchObject({ remaining: '0.00' })
    expect((await list({ order_by: 'customer', page: 2 })).results).toHaveLength(1)
    expect((await list({ search: 'kis' })).count).toBe(2)
    expect((await list({ search: 'CM-1004' })).results).toMatchObject([{ number: 'CM-1004' }])
    expect((await list({ customer: two!.id })).count).toBe(2)
    const own = await list({ customer: two!.id, page_size: 50 }, asCustomer(one!.id))
    expect(own).toMatchObject({ count: 0 })
    expect((await list({ page_size: 50 }, asCustomer(one!.id))).count).toBe(3)
    await expect(list({ page: 99_999, page_size: 100 })).rejects.toMatchObject({
      fields: { page: [expect.any(String)] },
    })
    await expect(
      fresh.run((ctx) =>
        issueCreditMemo(ctx, {
          customer: one!.id,
          issued_on: '2026-11-20',
          total: '1',
          reason: '',
          number: ' x',
        }),
      ),
    ).rejects.toMatchObject({ fields: { number: [expect.any(String)] } })
  })
})

describe('a request to issue', () => {
  const input = (requestId: string, more: object = {}) => ({
    customer,
    issued_on: '2026-11-20',
    total: '70.00',
    reason: 'Broken pallets',
    request_id: requestId,
    ...more,
  })
  const ask = (requestId: string, more: object = {}) =>
    tenant.run((ctx) => issueCreditMemo(ctx, input(requestId, more)))
  const entriesOf = (memoId: string) =>
    tenant.run((ctx) =>
      ctx.db.selectFrom('ledger_entries').select('id').where('source_id', '=', memoId).execute(),
    )

  it('returns the same memo, booked once, when repeated after a lost reply', async () => {
    const first = await ask('issue-lost-answer')
    const counted = await countSuppressedDuplicates(test.app, 'credit_memo')
    expect(await ask('issue-lost-answer')).toEqual(first)
    expect(await countSuppressedDuplicates(test.app, 'credit_memo')).toBe(counted + 1)
    expect(await entriesOf(first.id)).toHaveLength(1)
  })

  it('issues one memo when sent fifty times concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => ask('issue-pressed-often')))
    expect(new Set(made.map((memo) => memo.id)).size).toBe(1)
    expect(await entriesOf(made[0]!.id)).toHaveLength(1)
    expect((await ask('issue-pressed-later')).id).not.toBe(made[0]!.id)
  })

  it('is refused with other values and is scoped to one account', async () => {
    const { id } = await ask('issue-reused')
    for (const other of [{ total: '71.00' }, { reason: '' }, { issued_on: '2026-11-19' }, { number: 'X-1' }])
      await expect(ask('issue-reused', other)).rejects.toMatchObject({ code: 'request_id_reused' })
    const rival = await test.tenant()
    const theirs = await rival.run(async (ctx) =>
      issueCreditMemo(ctx, input('issue-reused', { customer: (await aCustomer(ctx)).id })),
    )
    expect(theirs.id).not.toBe(id)
  })

  it('that was refused leaves its request_id unused', async () => {
    await expect(ask('issue-corrected', { total: '0' })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await ask('issue-corrected')).toMatchObject({ total: '70.00' })
  })
})
