import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { countSuppressedDuplicates } from '../../../../../testing/count-suppressed-duplicates.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { audit } from '../../../../platform/audit.ts'
import { readStoredFile } from '../../../../platform/files.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { drawStoredDocument } from '../../../documents/index.ts'
import { readPdf } from '../../../documents/testing.ts'
import { readReceivables, verifyLedger } from '../../../ledger/index.ts'
import { createPayLink, readInvoice, resolvePayLink, sendInvoice, voidInvoice } from '../../index.ts'
import { aDraft, anOpenInvoice, settle } from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

interface Mail {
  id: string
  kind: string
  from_name: string
  to_address: string
  subject: string
  text_body: string
  html_body: string
  attachments: { fileId: string; name: string }[]
}

const mailsOf = (id: string) =>
  tenant.run(async (ctx) => {
    const found = await sql<Mail>`
      select * from mail_messages where related_id = ${id} and related_type = 'invoice' order by created_at, to_address`.execute(
      ctx.db,
    )
    return found.rows
  })

const pdfOf = async (fileId: string) => {
  const stored = await tenant.run((ctx) => readStoredFile(ctx, fileId))
  return readPdf((await drawStoredDocument(tenant.uow(), stored!)).bytes)
    .pages.flat()
    .join('\n')
}

const tokenIn = (text: string) => /pay-invoice\?token=([\w-]{43})/.exec(text)![1]!

describe('sending a draft', () => {
  it('books it and mails it with its PDF and a pay link', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const sent = await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: true }))
    expect(sent).toMatchObject({
      state: 'open',
      status: 'Due in 30 days',
      remaining: '1250.00',
      sent_at: '2026-11-20T15:00:00.000Z',
      can: { edit: true, send: true, void: true, write_off: true, remove: false, record_payment: true },
    })
    const [mail, ...others] = await mailsOf(draft.id)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'invoices.invoice',
      from_name: 'Brightwater Supply Co.',
      to_address: 'accounts@harborfoods.test',
      subject: `Invoice ${draft.number} from Brightwater Supply Co. — $1,250.00 due Dec 20`,
      attachments: [{ name: `Invoice ${draft.number}.pdf` }],
    })
    for (const body of [mail!.text_body, mail!.html_body]) {
      for (const fact of [
        'View and pay invoice',
        'Dec 20, 2026',
        draft.number,
        '$1,250.00',
        'until Feb 18, 2027',
      ])
        expect(body).toContain(fact)
      expect(body).toMatch(/http:\/\/localhost:3000\/pay-invoice\?token=[\w-]{43}/)
    }
    const link = await tenant.run((ctx) => resolvePayLink(ctx, tokenIn(mail!.text_body)))
    expect(link).toMatchObject({ accountId: tenant.accountId, invoiceId: draft.id })
    const printed = await pdfOf(mail!.attachments[0]!.fileId)
    for (const fact of [draft.number, '1,250.00', 'Harbor Foods', 'Hot cups, 12 oz', 'Dec 20, 2026'])
      expect(printed).toContain(fact)
    expect(printed).not.toContain('DRAFT')
  })

  it('books net and tax on the invoice date', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx, { invoice_date: '2026-10-01' }))
    await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: false }))
    const [receivable] = await tenant.run((ctx) => readReceivables(ctx, [draft.id]))
    expect(receivable).toMatchObject({
      chargedMinor: 125_000n,
      remainingMinor: 125_000n,
      dueDate: '2026-10-31',
    })
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('mails every address once and hides the other recipients', async () => {
    const customer = await tenant.run((ctx) =>
      aCustomer(ctx, {
        shortName: 'Three',
        email: 'a@three.test',
        extraEmails: ['b@three.test', 'c@three.test'],
      }),
    )
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: customer.id }))
    await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: 'See you Friday.', email: true }))
    const mails = await mailsOf(draft.id)
    expect(mails.map((mail) => mail.to_address)).toEqual(['a@three.test', 'b@three.test', 'c@three.test'])
    expect(mails[0]!.text_body).toContain('See you Friday.')
    expect(mails[0]!.html_body).not.toContain('b@three.test')
    const named = await tenant.run((ctx) => aDraft(ctx, { customer: customer.id }))
    const to = ['Boss@three.test', 'boss@three.test ', 'd@three.test']
    await tenant.run((ctx) => sendInvoice(ctx, named.id, { to, message: '', email: true }))
    expect((await mailsOf(named.id)).map((mail) => mail.to_address)).toEqual([
      'boss@three.test',
      'd@three.test',
    ])
  })

  it('issues it without an email', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    expect(invoice).toMatchObject({ state: 'open', sent_at: null })
    expect(await mailsOf(invoice.id)).toEqual([])
    expect(invoice.timeline[0]).toMatchObject({
      kind: 'sent',
      text: 'Issued without email by Olive Owner',
    })
  })

  it('refuses a customer without an address, and changes nothing', async () => {
    const silent = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Silent', email: '' }))
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: silent.id }))
    await expect(
      tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: true })),
    ).rejects.toMatchObject({ fields: { to: [expect.stringContaining('no email address')] } })
    expect(await tenant.run((ctx) => readInvoice(ctx, draft.id))).toMatchObject({
      state: 'draft',
      remaining: '0.00',
    })
  })

  it('refuses an invoice of zero, a foreign one and an unknown one', async () => {
    const nothing = await tenant.run((ctx) => aDraft(ctx, { amount: '0' }))
    const send = (id: string, who = tenant) =>
      who.run((ctx) => sendInvoice(ctx, id, { message: '', email: false }))
    await expect(send(nothing.id)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(send(nothing.id, await test.tenant())).rejects.toMatchObject({ code: 'not_found' })
    await expect(send('01900000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('issues once for fifty parallel requests', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    await Promise.all(
      Array.from({ length: 50 }, () =>
        tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: false })),
      ),
    )
    const [receivable] = await tenant.run((ctx) => readReceivables(ctx, [draft.id]))
    expect(receivable!.chargedMinor).toBe(125_000n)
  })
})

describe('sending again', () => {
  it('creates a new link each time and charges nothing again', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const send = () => tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: true }))
    await send()
    test.clock.advance(MINUTE_MS)
    const again = await send()
    const tokens = (await mailsOf(draft.id)).map((mail) => tokenIn(mail.text_body))
    expect(new Set(tokens).size).toBe(2)
    expect(again.remaining).toBe('1250.00')
    expect(again.timeline.filter((event) => event.kind === 'sent')).toHaveLength(2)
  })

  it('mails the remaining amount, and a paid invoice without a link', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const send = () => tenant.run((ctx) => sendInvoice(ctx, invoice.id, { message: '', email: true }))
    await tenant.run((ctx) => settle(ctx, invoice, 100_000n))
    await send()
    test.clock.advance(MINUTE_MS)
    await tenant.run((ctx) => settle(ctx, invoice, 25_000n))
    await send()
    const [part, paid] = await mailsOf(invoice.id)
    const head = `Invoice ${invoice.number} from Brightwater Supply Co.`
    expect([part!.subject, paid!.subject]).toEqual([`${head} — $250.00 due Dec 20`, `${head} — paid`])
    expect(part!.text_body).toContain('$1,250.00')
    expect(paid!.text_body).not.toContain('token=')
    expect(await pdfOf(paid!.attachments[0]!.fileId)).toContain('PAID')
  })

  it('is refused for a closed invoice', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => voidInvoice(ctx, invoice.id, ''))
    await expect(
      tenant.run((ctx) => sendInvoice(ctx, invoice.id, { message: '', email: true })),
    ).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(tenant.run((ctx) => createPayLink(ctx, invoice.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })
})

it('escapes markup and line breaks of user input in subjects and mails', async () => {
  const customer = await tenant.run((ctx) => aCustomer(ctx, { shortName: '<b>Bold</b>' }))
  const draft = await tenant.run((ctx) => aDraft(ctx, { customer: customer.id, number: '<i>9</i>' }))
  await tenant.run((ctx) =>
    sendInvoice(ctx, draft.id, { message: '<img src=x onerror=alert(1)>', email: true }),
  )
  const [mail] = await mailsOf(draft.id)
  expect(mail!.html_body).not.toMatch(/<img src=x|<i>9/)
  expect(mail!.subject).toMatch(/^Invoice <i>9<\/i> from/)
})

describe('request id of a sending', () => {
  const ask = (id: string, requestId: string, more: object = {}) =>
    tenant.run((ctx) => sendInvoice(ctx, id, { message: '', email: true, request_id: requestId, ...more }))

  it('issues and mails once when repeated after a lost answer, or fifty times in parallel', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(draft.id, 'send-often')))
    expect(new Set(answers.map((answer) => answer.state))).toEqual(new Set(['open']))
    test.clock.advance(MINUTE_MS)
    const counted = await countSuppressedDuplicates(test.app, 'sending')
    expect(await ask(draft.id, 'send-often')).toMatchObject({ sent_at: answers[0]!.sent_at })
    expect(await countSuppressedDuplicates(test.app, 'sending')).toBe(counted + 1)
    expect(await mailsOf(draft.id)).toHaveLength(1)
    const [receivable] = await tenant.run((ctx) => readReceivables(ctx, [draft.id]))
    expect(receivable!.chargedMinor).toBe(125_000n)
    await ask(draft.id, 'send-once-more')
    expect(await mailsOf(draft.id)).toHaveLength(2)
  })

  it('returns the invoice even when it was closed since', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    await ask(draft.id, 'send-then-void')
    await tenant.run((ctx) => voidInvoice(ctx, draft.id, 'typo'))
    expect(await ask(draft.id, 'send-then-void')).toMatchObject({ state: 'void' })
    expect(await mailsOf(draft.id)).toHaveLength(1)
  })

  it('is refused with other values or another invoice, and stays unused after a refusal', async () => {
    const [one, two] = await tenant.run(async (ctx) => [await aDraft(ctx), await aDraft(ctx)])
    await expect(ask(one!.id, 'send-reused', { to: [] })).rejects.toMatchObject({ code: 'invalid_input' })
    await ask(one!.id, 'send-reused')
    for (const [id, more] of [
      [one!.id, { message: 'Hello' }],
      [one!.id, { email: false }],
      [one!.id, { to: ['other@people.test'] }],
      [two!.id, {}],
    ] as const)
      await expect(ask(id, 'send-reused', more)).rejects.toMatchObject({ code: 'request_id_reused' })
    expect(await tenant.run((ctx) => readInvoice(ctx, two!.id))).toMatchObject({ state: 'draft' })
  })
})

it('shows a failed message in the timeline, without the text of the mail server', async () => {
  const draft = await tenant.run((ctx) => aDraft(ctx))
  await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: true }))
  await tenant.run((ctx) =>
    audit(
      ctx,
      'mail.fail',
      { type: 'invoice', id: draft.id },
      { to: 'accounts@harborfoods.test', reason: '550 no such mailbox at mx-7.internal' },
    ),
  )
  const { timeline } = await tenant.run((ctx) => readInvoice(ctx, draft.id))
  expect(timeline.find((event) => event.kind === 'mail_failed')?.text).toBe(
    'The email to accounts@harborfoods.test was not delivered',
  )
})

describe('mail limit of a company', () => {
  it('is low in the first week, counts addresses, and neither sends nor counts refused mails', async () => {
    const young = await test.tenant()
    const invoice = await young.run((ctx) => anOpenInvoice(ctx))
    const sendTo = (addresses: number) =>
      young.run((ctx) =>
        sendInvoice(ctx, invoice.id, {
          to: Array.from({ length: addresses }, (_, n) => `somebody-${n}@people.test`),
          message: '',
          email: true,
        }),
      )
    const sent = () =>
      young.run(async (ctx) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from mail_messages where account_id = ${ctx.accountId}`.execute(ctx.db)
        return rows[0]!.n
      })
    const before = await sent()
    await sendTo(290)
    for (let again = 0; again < 3; again++)
      await expect(sendTo(11)).rejects.toMatchObject({
        code: 'too_many_requests',
        detail: expect.stringContaining('300 emails a day'),
        retryAfterSeconds: expect.any(Number),
      })
    await sendTo(10)
    expect((await sent()) - before).toBe(300)
    test.clock.advance(25 * HOUR_MS)
    await sendTo(1)
    test.clock.advance(7 * DAY_MS)
    await sendTo(301)
  })
})
