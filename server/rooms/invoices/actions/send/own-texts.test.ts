import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aMailText } from '../../../mail-templates/testing.ts'
import { sendInvoice } from '../../index.ts'
import { aDraft, anOpenInvoice } from '../../testing.ts'
import { mailPayLink } from './mail-pay-link.ts'
import { previewInvoiceMail } from './preview-invoice-mail.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
beforeEach(() => test.clock.set('2026-11-20T15:00:00Z'))

const send = (id: string, message = '') => tenant.run((ctx) => sendInvoice(ctx, id, { message, email: true }))
const mailsOf = (id: string) =>
  tenant.run(async (ctx) => {
    const { rows } = await sql<{ subject: string; text: string; html: string }>`
      select subject, text_body as text, html_body as html from mail_messages where related_id = ${id} order by created_at, id`.execute(
      ctx.db,
    )
    return rows
  })

it('says that an invoice is overdue, and by how many days, when it is sent again', async () => {
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
  await send(invoice.id)
  test.clock.set('2026-12-21T15:00:00Z')
  await send(invoice.id)
  test.clock.set('2027-01-04T15:00:00Z')
  await send(invoice.id, 'Please call us.')
  const [first, second, third] = await mailsOf(invoice.id)
  expect(first!.text).not.toContain('overdue')
  expect(second!.subject).toBe(
    `Overdue: invoice ${invoice.number} from Brightwater Supply Co. — $1,250.00 was due Dec 20`,
  )
  expect(second!.text).toContain('was due on Dec 20, 2026 and is 1 day overdue.')
  expect(second!.text).toContain('Was due Dec 20, 2026, 1 day ago')
  expect(third!.text).toContain('Please call us.\n\n')
  expect(third!.text).toContain('is 15 days overdue.')
})

it('sends the account’s own texts of each kind', async () => {
  await tenant.run(async (ctx) => {
    for (const kind of ['invoice', 'overdue-invoice', 'pay-link'] as const) await aMailText(ctx, kind)
  })
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
  await send(invoice.id, 'See you Friday.')
  await tenant.run((ctx) => mailPayLink(ctx, invoice.id))
  test.clock.set('2026-12-21T15:00:00Z')
  await send(invoice.id)
  const mails = await mailsOf(invoice.id)
  expect(mails).toHaveLength(3)
  for (const { subject, text } of mails) {
    expect(subject).toBe('Own words for Harbor Foods')
    expect(text).toContain('Own words of Brightwater Supply Co.')
    expect(text).toContain('Amount due: $1,250.00')
    expect(text).toContain('/pay-invoice?token=')
  }
  const withMessage = mails.filter(({ text }) => text.includes('See you Friday.\n\nOwn words'))
  expect(withMessage, 'a message without a variable for it').toHaveLength(1)
})

it('writes in the customer’s language, with the built-in text where the account has none in it', async () => {
  await tenant.run((ctx) => aMailText(ctx, 'invoice', 'en'))
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
  await tenant.run((ctx) => updateCustomer(ctx, invoice.customer.pk, { language: 'de' }))
  await send(invoice.id)
  const [mail] = await mailsOf(invoice.id)
  expect(mail!.subject).toMatch(
    /^Rechnung .+ von Brightwater Supply Co\. — 1\.250,00\s\$ fällig am 20\. Dez\.$/,
  )
  expect(mail!.text).toContain('Rechnung ansehen und bezahlen')
  expect(mail!.text).toContain('20. Dez. 2026')
  expect(mail!.text).toContain('Gesendet von Quittance für Brightwater Supply Co.')
  expect(mail!.html).toContain('<html lang="de"')
})

it('sends the built-in text when the own one cannot be rendered for an invoice', async () => {
  await tenant.run((ctx) => aMailText(ctx, 'invoice'))
  await tenant.run((ctx) => ctx.db.updateTable('mail_texts').set({ body: '{{ gone }}' }).execute())
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
  await send(invoice.id)
  const [mail] = await mailsOf(invoice.id)
  expect(mail!.text).toContain(`Please find invoice ${invoice.number} attached as a PDF.`)
})

it('shows before sending what a draft and an overdue invoice will say', async () => {
  const draft = await tenant.run((ctx) => aDraft(ctx))
  const preview = (id: string, message: string) => tenant.run((ctx) => previewInvoiceMail(ctx, id, message))
  expect(await preview(draft.id, 'See you Friday.')).toMatchObject({
    subject: expect.stringContaining('$1,250.00 due Dec 20'),
    opening: 'See you Friday.',
  })
  await send(draft.id)
  test.clock.set('2026-12-21T15:00:00Z')
  expect((await preview(draft.id, '')).opening).toContain('is 1 day overdue.')
})
