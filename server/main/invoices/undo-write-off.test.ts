import { expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { setUpBooks } from '../../../testing/set-up-books.ts'
import { type BaseCtx, inTransaction } from '../../platform/context.ts'
import { aDispute, aPromise, listAnswers, settleAnswersOf } from '../../rooms/answers/testing.ts'
import {
  createPayLink,
  readInvoice,
  reopenWrittenOff,
  resolvePayLink,
  undoWriteOff,
  voidInvoice,
  writeOffInvoice,
} from '../../rooms/invoices/index.ts'
import { aDraft, anOpenInvoice, settle } from '../../rooms/invoices/testing.ts'
import { bookPaymentReturn, reserve } from '../../rooms/ledger/index.ts'
import { aConfirmedPlan, movePlansOf, readPlan } from '../../rooms/payment-plans/testing.ts'
import { tasksOf } from '../../rooms/worklist/testing.ts'

const { test, tenant } = setUpBooks()
const anInvoice = () => tenant.run((ctx) => anOpenInvoice(ctx))
const writeOff = (id: string) => tenant.run((ctx) => writeOffInvoice(ctx, id, 'The wrong invoice'))
const undo = (id: string) => tenant.run((ctx) => undoWriteOff(ctx, id))
const read = (id: string) => tenant.run((ctx) => readInvoice(ctx, id))
const refused = { code: 'wrong_state' }

async function linkTo(invoiceId: string): Promise<string> {
  const { url } = await tenant.run((ctx) => createPayLink(ctx, invoiceId))
  return new URL(url).searchParams.get('token')!
}
const opens = (token: string) =>
  inTransaction(test.app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, async (ctx: BaseCtx) => {
    return (await resolvePayLink(ctx, token)) !== null
  })

it('owes what was written off again, by an opposite entry', async () => {
  const invoice = await anInvoice()
  await tenant.run((ctx) => settle(ctx, invoice, 100_000n))
  expect(invoice).toMatchObject({ written_off: '0.00', can: { undo_write_off: false } })
  expect(await writeOff(invoice.id)).toMatchObject({ written_off: '250.00', can: { undo_write_off: true } })
  test.clock.advance(DAY_MS)
  const opened = await undo(invoice.id)
  expect(opened).toMatchObject({
    state: 'open',
    status: 'Due in 29 days',
    remaining: '250.00',
    paid: '1000.00',
    written_off: '0.00',
    closed_at: null,
    closed_because: '',
    can: { undo_write_off: false, write_off: true, record_payment: true },
  })
  expect(opened.timeline.filter(({ kind }) => kind !== 'payment').slice(0, 2)).toMatchObject([
    { kind: 'reopened', text: 'Write-off undone by Olive Owner', amount: '250.00' },
    { kind: 'write_off', amount: '250.00' },
  ])
  await expect(undo(invoice.id)).rejects.toMatchObject(refused)
  expect(await writeOff(invoice.id)).toMatchObject({ state: 'written_off', written_off: '250.00' })
})

it('undoes all write-offs of an invoice together, also beside a payment under way', async () => {
  const invoice = await anInvoice()
  const payment = await tenant.run((ctx) => settle(ctx, invoice, 100_000n))
  await writeOff(invoice.id)
  await tenant.run(async (ctx) => {
    await bookPaymentReturn(ctx, { ...payment, reason: 'insufficient funds' })
    await reopenWrittenOff(ctx, [invoice.id])
  })
  await tenant.run((ctx) => reserve(ctx, [{ invoiceId: invoice.id, amountMinor: 500n }]))
  expect(await read(invoice.id)).toMatchObject({ written_off: '250.00', can: { undo_write_off: true } })
  expect(await undo(invoice.id)).toMatchObject({
    remaining: '1250.00',
    in_flight: '5.00',
    written_off: '0.00',
  })
  const twice = await anInvoice()
  const back = await tenant.run((ctx) => settle(ctx, twice, 100_000n))
  await writeOff(twice.id)
  await tenant.run(async (ctx) => {
    await bookPaymentReturn(ctx, { ...back, reason: 'insufficient funds' })
    await reopenWrittenOff(ctx, [twice.id])
  })
  expect(await writeOff(twice.id)).toMatchObject({ written_off: '1250.00' })
  const both = await Promise.allSettled([undo(twice.id), undo(twice.id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await read(twice.id)).toMatchObject({ state: 'open', remaining: '1250.00' })
})

it('makes the pay links work again that the write-off ended, and no others', async () => {
  const invoice = await anInvoice()
  const [link, expiring] = [await linkTo(invoice.id), await linkTo((await anInvoice()).id)]
  test.clock.advance(1)
  await writeOff(invoice.id)
  expect(await opens(link)).toBe(false)
  await undo(invoice.id)
  expect([await opens(link), await opens(expiring)]).toEqual([true, true])
})

it('refuses drafts, void and open invoices, other accounts, and books of an accounting platform', async () => {
  const draft = await tenant.run((ctx) => aDraft(ctx))
  const voided = await anInvoice()
  await tenant.run((ctx) => voidInvoice(ctx, voided.id, ''))
  for (const { id } of [draft, voided, await anInvoice()])
    await expect(undo(id)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('Nothing is written off'),
    })
  const invoice = await anInvoice()
  await writeOff(invoice.id)
  const stranger = await test.tenant()
  await expect(stranger.run((ctx) => undoWriteOff(ctx, invoice.id))).rejects.toMatchObject({
    code: 'not_found',
  })
  const kept = await test.tenant()
  const there = await kept.run((ctx) => anOpenInvoice(ctx))
  await kept.run((ctx) => writeOffInvoice(ctx, there.id, ''))
  await kept.run(({ db }) => db.updateTable('accounts').set({ account_type: 'provider' }).execute())
  expect((await kept.run((ctx) => readInvoice(ctx, there.id))).can.undo_write_off).toBe(false)
  await expect(kept.run((ctx) => undoWriteOff(ctx, there.id))).rejects.toMatchObject(refused)
})

it('refuses the invoice of a customer who was erased', async () => {
  const invoice = await anInvoice()
  await writeOff(invoice.id)
  await tenant.run(({ db }) =>
    db
      .updateTable('customers')
      .set({ erased_at: new Date() })
      .where('id', '=', invoice.customer.pk)
      .execute(),
  )
  expect((await read(invoice.id)).can.undo_write_off).toBe(false)
  await expect(undo(invoice.id)).rejects.toMatchObject(refused)
})

it('opens a completed payment plan again, with the installments as they were', async () => {
  const invoice = await anInvoice()
  const plan = await tenant.run((ctx) => aConfirmedPlan(ctx, [invoice.id], { count: 2 }))
  const installments = async () =>
    (await tenant.run((ctx) => readPlan(ctx, plan.pk))).installments.map(({ balance }) => balance)
  const before = await installments()
  await writeOff(invoice.id)
  await movePlansOf(tenant)
  expect(await tenant.run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({ state: 'completed' })
  await undo(invoice.id)
  // At once, because a late fee or a reminder could be decided before plans move.
  expect(await tenant.run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({ state: 'confirmed' })
  await movePlansOf(tenant)
  expect(await tenant.run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({ state: 'confirmed' })
  expect(await installments()).toEqual(before)
})

it('opens a dispute and a promise again that ended with the invoice', async () => {
  const fresh = await test.tenant()
  const invoice = await fresh.run((ctx) => anOpenInvoice(ctx))
  await fresh.run((ctx) => aPromise(ctx, invoice.id))
  await fresh.run((ctx) => aDispute(ctx, invoice.id))
  const before = await tasksOf(fresh)
  const answers = () =>
    fresh.run(async (ctx) => {
      const { disputes, promises } = await listAnswers(ctx, invoice.id)
      return [disputes[0]!.state, promises[0]!.state]
    })
  await fresh.run((ctx) => writeOffInvoice(ctx, invoice.id, ''))
  test.clock.advance(1000)
  await settleAnswersOf(fresh)
  expect(await tasksOf(fresh)).not.toEqual(before)
  expect(await answers()).toEqual(['resolved', 'withdrawn'])
  await fresh.run((ctx) => undoWriteOff(ctx, invoice.id))
  expect(await answers()).toEqual(['open', 'open'])
  await settleAnswersOf(fresh)
  expect((await tasksOf(fresh)).sort()).toEqual(before.sort())
})
