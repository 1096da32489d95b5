import { beforeAll, expect, it } from 'vitest'
import { setUpBooks } from '../../../../testing/set-up-books.ts'
import type { Actor } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { aCustomer } from '../../customers/testing.ts'
import { anOpenInvoice } from '../../invoices/testing.ts'
import { voidCreditMemo } from '../index.ts'
import { aCreditMemo } from '../testing.ts'
import { readOwnCreditMemo, readOwnMemoPdf } from './read-own-credit-memo.ts'
import { useOwnCreditMemo } from './use-own-credit-memo.ts'

const { test, tenant } = setUpBooks()
let customer: string
let stranger: string
beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx))).id
  stranger = (await tenant.run((ctx) => aCustomer(ctx))).id
})

const actorOf = (customerId: string): Actor => ({
  kind: 'customer',
  portalUserId: newId(test.clock.wallNow()),
  sessionId: newId(test.clock.wallNow()),
  email: 'payer@example.test',
  customerId,
  customerIds: [customerId],
})
const key = () => `req-${newId(test.clock.wallNow())}`
const pair = () =>
  tenant.run(async (ctx) => ({
    memo: await aCreditMemo(ctx, { customer, total: '500.00', reason: 'Broken cups' }),
    invoice: await anOpenInvoice(ctx, { customer }),
  }))
const use = (
  memo: { id: string },
  invoice: { id: string },
  amount: string,
  request_id = key(),
  by = customer,
) =>
  tenant.run(
    (ctx) => useOwnCreditMemo(ctx, memo.id, { invoice: invoice.id, amount, request_id }),
    actorOf(by),
  )

it('uses a credit memo on an invoice and shows what is left of it', async () => {
  const { memo, invoice } = await pair()
  expect(await use(memo, invoice, '200.00')).toMatchObject({
    status: 'Open',
    reason: 'Broken cups',
    remaining: '300.00',
    uses: [{ invoice: { number: invoice.number }, amount: '200.00' }],
  })
})

it('uses it once for a double click, and never more than is left in a race', async () => {
  const { memo, invoice } = await pair()
  const request = key()
  await Promise.all([use(memo, invoice, '300.00', request), use(memo, invoice, '300.00', request)])
  const raced = await Promise.allSettled([use(memo, invoice, '150.00'), use(memo, invoice, '150.00')])
  expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = await tenant.run((ctx) => readOwnCreditMemo(ctx, memo.id), actorOf(customer))
  expect(left).toMatchObject({ remaining: '50.00' })
})

it('hides memos and invoices of other customers, and void memos', async () => {
  const { memo, invoice } = await pair()
  const unknown = { code: 'not_found' }
  await expect(use(memo, invoice, '1.00', key(), stranger)).rejects.toMatchObject(unknown)
  const theirs = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: stranger }))
  await expect(use(memo, theirs, '1.00')).rejects.toMatchObject(unknown)
  await expect(readOwnMemoPdf(tenant.uow(actorOf(stranger)), memo.id)).rejects.toMatchObject(unknown)
  expect((await readOwnMemoPdf(tenant.uow(actorOf(customer)), memo.id)).mediaType).toBe('application/pdf')
  await tenant.run((ctx) => voidCreditMemo(ctx, memo.id))
  await expect(use(memo, invoice, '1.00')).rejects.toMatchObject(unknown)
})
