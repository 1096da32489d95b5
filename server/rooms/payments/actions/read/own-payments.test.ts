import { expect, it } from 'vitest'
import { contract } from '../../../../../contract/index.ts'
import { translateReply } from '../../../../platform/languages/translate-reply.ts'
import {
  CARDS,
  cardForm,
  type OpenInvoice,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../testing.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { listOwnPayments } from './list-own-payments.ts'
import { readOwnPayment, readOwnReceipt } from './read-own-payment.ts'

const payments = paymentsFixture()
const LIST = { page: 1, page_size: 10, order_by: '-created' }
const asOwner = ({ customer }: OpenInvoice) => portalOf(payments.app, customer.id)
const list = (owner: OpenInvoice, query = {}) =>
  payments.tenant.run((ctx) => listOwnPayments(ctx, { ...LIST, ...query }), asOwner(owner))

it('lists a customer’s own payments with their states, invoices and receipts', async () => {
  const [mine, foreign] = [await payments.open(), await payments.open()]
  await pay(foreign.uow, foreign.invoiceId, cardForm('9.00'))
  await pay(mine.uow, mine.invoiceId, cardForm('2.00'))
  payments.clock.advance(1000)
  await pay(mine.uow, mine.invoiceId, cardForm('1.00'))
  payments.clock.advance(1000)
  await refusalOf(pay(mine.uow, mine.invoiceId, cardForm('3.00', { number: CARDS.declined })))
  await refusalOf(pay(mine.uow, mine.invoiceId, cardForm('4.00', { cvc: 'x' })))
  const { count, results } = await list(mine)
  expect(count).toBe(3)
  expect(results.map((one) => [one.total, one.status_display, one.receipt])).toEqual([
    ['3.00', 'Declined', false],
    ['1.00', 'Confirmed', true],
    ['2.00', 'Confirmed', true],
  ])
  expect(results[1]).toMatchObject({ method_display: 'Visa •••• 4242', invoices_count: 1 })
  expect(results[1]!.invoices[0]!.pk).toBe(mine.invoiceId)
  expect(translateReply(contract.ownPayments.list.reply, { count, results }, 'de')).toMatchObject({
    results: [
      { status_display: 'Abgelehnt' },
      { status_display: 'Bestätigt' },
      { status_display: 'Bestätigt' },
    ],
  })
  const germanFor = (method: string) =>
    translateReply(
      contract.ownPayments.list.reply,
      { count, results: [{ ...results[1], method_display: method }] },
      'de',
    )
  for (const [method, german] of [
    ['Check', 'Scheck'],
    ['Bank transfer', 'Überweisung'],
    ['Cash', 'Bargeld'],
    ['Visa •••• 4242', 'Visa •••• 4242'],
  ] as const)
    expect(germanFor(method)).toMatchObject({ results: [{ method_display: german }] })
})

it('sorts by amount, and reads the last page from the end', async () => {
  const mine = await payments.open()
  for (const amount of ['3.00', '1.00', '2.00']) {
    await pay(mine.uow, mine.invoiceId, cardForm(amount))
    payments.clock.advance(1000)
  }
  const totals = async (query: object) => (await list(mine, query)).results.map(({ total }) => total)
  expect(await totals({ order_by: 'total' })).toEqual(['1.00', '2.00', '3.00'])
  expect(await totals({ order_by: '-total', page: 2, page_size: 2 })).toEqual(['1.00'])
  expect(await totals({ order_by: 'created', page: 2, page_size: 2 })).toEqual(['2.00'])
})

it('shows one payment with its refunds, and its receipt to nobody else', async () => {
  const [mine, foreign] = [await payments.open(), await payments.open()]
  const { id } = await pay(mine.uow, mine.invoiceId, cardForm('10.00'))
  await refundPayment(payments.tenant.uow(), id, {
    request_id: 'give-back',
    total: '4.00',
    total_currency: 'USD',
    reason: 'Between us',
  })
  const shown = await payments.tenant.run((ctx) => readOwnPayment(ctx, id), asOwner(mine))
  expect(shown).toMatchObject({
    total: '10.00',
    refunded: '4.00',
    invoices: [{ pk: mine.invoiceId, amount: '6.00', visible: true }],
    refunds: [{ amount: '4.00', status: 'confirmed' }],
  })
  expect(JSON.stringify(shown)).not.toContain('Between us')
  expect((await readOwnReceipt(mine.uow, id)).mediaType).toBe('application/pdf')
  expect(await refusalOf(readOwnReceipt(foreign.uow, id))).toMatchObject({ code: 'not_found' })
  const read = payments.tenant.run((ctx) => readOwnPayment(ctx, id), asOwner(foreign))
  expect(await refusalOf(read)).toMatchObject({ code: 'not_found' })
})

it('gives a payment that is not confirmed no receipt', async () => {
  const mine = await payments.open()
  const { id } = await pay(mine.uow, mine.invoiceId, cardForm('1.00', { number: CARDS.authorized }))
  expect(await refusalOf(readOwnReceipt(mine.uow, id))).toMatchObject({ code: 'wrong_state' })
})
