import sharp from 'sharp'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { readStoredFile, storeFile } from '../../../../platform/files.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { drawStoredDocument } from '../../../documents/index.ts'
import {
  anOpenInvoice,
  cardForm,
  eCheckForm,
  paymentsFixture,
  portalOf,
  runDueSchedules,
} from '../../testing.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { readReceipt } from '../read/read-payer-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { sendReceipt } from './send-receipt.ts'

const payments = paymentsFixture()

async function paid(body = cardForm('60.00'), optionId = 'sandbox-card', email = 'pat@payer.test') {
  const invoice = await payments.tenant.run(async (ctx) =>
    anOpenInvoice(ctx, '100.00', await aCustomer(ctx, { email })),
  )
  const portal = portalOf(payments.app, invoice.customer.id)
  const payment = await payInvoice(payments.tenant.uow(portal), {
    invoiceId: invoice.invoiceId,
    optionId,
    body,
  })
  return { ...invoice, portal, payment }
}

const mails = () => payments.tenant.run((ctx) => ctx.db.selectFrom('mail_messages').selectAll().execute())

it('emails the receipt once, with the PDF, to the customer', async () => {
  const { payment } = await paid()
  for (const _ of [1, 2]) await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'payments.receipt',
    to_address: 'pat@payer.test',
    from_name: 'Brightwater Supply Co.',
    subject: 'Receipt: $60.00 paid to Brightwater Supply Co.',
    related_type: 'payment',
    related_id: payment.id,
  })
  expect(mail!.text_body).toContain('We have received your payment, thank you!')
  expect(mail!.text_body).toContain('$40.00')
  const stored = await payments.tenant.run((ctx) => readStoredFile(ctx, mail!.attachments[0]!.fileId))
  const file = await drawStoredDocument(payments.tenant.uow(), stored!)
  expect(file).toMatchObject({ name: `Receipt ${payment.number}.pdf`, mediaType: 'application/pdf' })
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

it('goes to the addresses that ask for receipts too', async () => {
  const { payment, customer } = await paid()
  await payments.tenant.run((ctx) =>
    updateCustomer(ctx, customer.id, {
      emails: ['ap@payer.test', 'books@payer.test'],
      email_roles: [{ email: 'Books@payer.test', role: 'receipts' }],
    }),
  )
  for (const _ of [1, 2]) await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  expect((await mails()).map((mail) => mail.to_address).sort()).toEqual([
    'books@payer.test',
    'pat@payer.test',
  ])
})

it('carries the company’s name and logo and its reply address', async () => {
  const bytes = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#0e6553' } })
    .png()
    .toBuffer()
  await payments.tenant.run(async (ctx) => {
    const logo = await storeFile(ctx, { name: 'logo.png', mediaType: 'image/png', bytes })
    await ctx.db.updateTable('companies').set({ logo_file_id: logo }).execute()
  })
  const { payment } = await paid()
  await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail] = await mails()
  expect(mail).toMatchObject({
    reply_to: 'billing@example.test',
    attachments: [{ cid: 'logo@company', name: 'logo.png' }, { name: `Receipt ${payment.number}.pdf` }],
  })
  expect(mail!.html_body).toContain('src="cid:logo@company"')
})

it('links to the remaining amount and lists the clearing amount separately', async () => {
  const { payment, invoiceId, portal } = await paid()
  const uow = payments.tenant.uow(portal)
  await payInvoice(uow, { invoiceId, optionId: 'sandbox-e-check', body: eCheckForm('30.00') })
  await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail] = await mails()
  expect(mail!.text_body).toContain('Pay $10.00')
  expect(mail!.text_body).toMatch(/\/pay-invoice\?token=[\w-]{43}/)
  expect(mail!.text_body).toMatch(/Pending: \$30\.00/)
})

it('gives one remaining amount when the invoice was reopened before the mail was sent', async () => {
  const { payment } = await paid(cardForm('100.00'))
  const body = { total: '30.00', total_currency: 'USD', request_id: 'before-the-receipt', reason: '' }
  await refundPayment(payments.tenant.uow(), payment.id, body)
  await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail] = (await mails()).filter(({ kind }) => kind === 'payments.receipt')
  expect(mail!.text_body).toContain('Remaining: $0.00')
  for (const part of [mail!.text_body, mail!.html_body]) {
    expect(part).not.toContain('Pay the remaining')
    expect(part).not.toContain('$30.00')
  }
})

it('has no button for an amount that another payment has changed since', async () => {
  const { payment, invoiceId, portal } = await paid()
  await payInvoice(payments.tenant.uow(portal), {
    invoiceId,
    optionId: 'sandbox-card',
    body: cardForm('15.00'),
  })
  await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail] = (await mails()).filter(({ related_id }) => related_id === payment.id)
  expect(mail!.text_body).toContain('Remaining: $40.00')
  expect(mail!.text_body).not.toContain('$25.00')
})

it('has no link when nothing remains to pay', async () => {
  const { payment } = await paid(cardForm('100.00'))
  await payments.tenant.run((ctx) => sendReceipt(ctx, payment.id))
  const [mail] = await mails()
  expect(mail!.text_body).not.toContain('/pay-invoice')
  expect(mail!.text_body).not.toContain('clearing')
})

it('is not sent before the payment is confirmed or without an address', async () => {
  const waiting = await paid(eCheckForm('60.00'), 'sandbox-e-check')
  await payments.tenant.run((ctx) => sendReceipt(ctx, waiting.payment.id))
  const silent = await paid(cardForm('1.00'), 'sandbox-card', '')
  await payments.tenant.run((ctx) => sendReceipt(ctx, silent.payment.id))
  expect(await mails()).toEqual([])
  const jobs = await payments.tenant.run((ctx) =>
    ctx.db
      .selectFrom('pgboss.job' as never)
      .select(['name', 'data'] as never)
      .execute(),
  )
  const queued = JSON.stringify(jobs)
  expect(queued).toContain(silent.payment.id)
  expect(queued).not.toContain(waiting.payment.id)
})

it('returns the same receipt later, as of the payment', async () => {
  const { invoiceId, payment, portal } = await paid()
  const first = await readReceipt(payments.tenant.uow(portal), invoiceId, payment.id)
  expect(first).toMatchObject({ mediaType: 'application/pdf', name: `Receipt ${payment.number}.pdf` })
  await payInvoice(payments.tenant.uow(portal), {
    invoiceId,
    optionId: 'sandbox-card',
    body: cardForm('40.00'),
  })
  payments.clock.advance(DAY_MS)
  const later = await readReceipt(payments.tenant.uow(portal), invoiceId, payment.id)
  expect(Buffer.from(later.bytes).equals(Buffer.from(first.bytes))).toBe(true)
  const body = { total: '60.00', total_currency: 'USD', request_id: 'receipt-refund', reason: '' }
  await refundPayment(payments.tenant.uow(), payment.id, body)
  const refunded = await readReceipt(payments.tenant.uow(portal), invoiceId, payment.id)
  expect(Buffer.from(refunded.bytes).equals(Buffer.from(first.bytes))).toBe(false)
})

it('returns the receipt only to its payer, and not before the payment is confirmed', async () => {
  const mine = await paid()
  const other = await paid(eCheckForm('60.00'), 'sandbox-e-check')
  const read = (invoiceId: string, paymentId: string, actor = mine.portal) =>
    readReceipt(payments.tenant.uow(actor), invoiceId, paymentId)
  await expect(read(mine.invoiceId, mine.payment.id, other.portal)).rejects.toMatchObject({
    code: 'invoice_unknown',
  })
  await expect(read(mine.invoiceId, other.payment.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(other.invoiceId, other.payment.id, other.portal)).rejects.toMatchObject({
    code: 'wrong_state',
  })
  payments.clock.advance(3 * DAY_MS)
  await runDueSchedules(payments.tenant)
  expect(await read(other.invoiceId, other.payment.id, other.portal)).toMatchObject({
    mediaType: 'application/pdf',
  })
})
