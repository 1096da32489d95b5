import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import type { Actor } from '../../../../platform/context.ts'
import { type Ctx, inAccount, unitOfWork } from '../../../../platform/context.ts'
import { anAccount, updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { readInvoice, voidInvoice } from '../../../invoices/index.ts'
import { anOpenInvoice, settle } from '../../../invoices/testing.ts'
import { cardForm } from '../../../payments/testing.ts'
import { aFlow, checkBeforeSending, sendDueOf } from '../../../reminders/testing.ts'
import { emailStatement } from '../../../statements/testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const COPY = 'boss@harbor.test'
const DUE = '2026-12-02'
const test = setUpTestServer()
let accountId: string
let owner: Actor

beforeAll(async () => {
  const made = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: 'owner@mailed.test', subDomain: 'mailed-links' }),
  )
  accountId = made.accountId
  const email = 'owner@mailed.test'
  owner = { kind: 'staff', userId: made.owner.id, sessionId: '', email, emailVerified: true, role: 'owner' }
  await run((ctx) => updateSettings(ctx, { system_enabled: true, language: 'en' }))
  await run((ctx) => aFlow(ctx, [{ offset_days: 1, hour: 0, copies: [COPY] }]))
})
beforeEach(() => test.clock.set('2026-11-20T15:00:00Z'))

const run = <T>(work: (ctx: Ctx) => Promise<T>) => inAccount(test.app, CALLER, owner, accountId, work)
const api = (call: Partial<ApiCall> & { path: string }) =>
  callApi(test.server, { method: 'POST', host: 'mailed-links.localhost', ...call })

async function owing(amounts: readonly string[], fields: Parameters<typeof aCustomer>[1] = {}) {
  return run(async (ctx) => {
    const customer = (await aCustomer(ctx, { email: 'pay@harbor.test', ...fields })).id
    const ids: string[] = []
    for (const amount of amounts)
      ids.push((await anOpenInvoice(ctx, { customer, amount, terms: 'custom', due_date: DUE })).id)
    return { customer, ids }
  })
}

/** Runs the reminders of the day after the due date. */
async function remind(): Promise<void> {
  test.clock.set('2026-12-03T15:00:00Z')
  await sendDueOf({ uow: (actor = owner) => unitOfWork(test.app, CALLER, actor, accountId) })
}

/** The mails about an invoice or statement to one address, oldest first. */
const mailsAbout = (ids: readonly string[], to = 'pay@harbor.test') =>
  run(async (ctx) => {
    const { rows } = await sql<{ id: string; text: string; html: string }>`
      select id, text_body as text, html_body as html from mail_messages
      where account_id = ${ctx.accountId} and to_address = ${to} and related_id = any(${ids}::uuid[])
      order by created_at, id`.execute(ctx.db)
    return rows
  })
const countLinks = (ids: readonly string[]) =>
  run(async (ctx) => {
    const { rows } = await sql<{ joint: number; single: number }>`
      select (count(*) filter (where several))::int as joint, (count(*) filter (where not several))::int as single
      from pay_links where account_id = ${ctx.accountId} and invoice_id = any(${ids}::uuid[])
        and revoked_at is null`.execute(ctx.db)
    return rows[0]!
  })

/** The secret behind a button's label in the plain text. */
const secretUnder = (text: string, label: string): string =>
  new RegExp(`${label}:\n\\S+token=(\\S+)`).exec(text)![1]!
async function openLink(secret: string) {
  const { status, body } = await api({ path: '/api/pay-link/', body: { token: secret } })
  if (status !== 200) return { status, several: undefined, token: '', lines: [] }
  const listed = await api({ method: 'GET', path: '/api/open-invoices/', token: body.token })
  const lines = (listed.body.lines ?? []) as { pk: string; payable: string }[]
  return { status, several: body.several, token: body.token as string, lines }
}

it('pays all invoices of a reminder by one link, which is the same in every copy', async () => {
  const { ids } = await owing(['100.00', '50.00'])
  await remind()
  await remind()
  const [mail, ...others] = await mailsAbout(ids)
  expect(others).toEqual([])
  const secret = secretUnder(mail!.text, 'View and pay invoices')
  expect((await mailsAbout(ids, COPY)).map(({ text }) => text)).toEqual([expect.stringContaining(secret)])
  expect(mail!.text).toContain('The link opens these invoices together.')
  const { lines, token, several } = await openLink(secret)
  expect(several).toBe(2)
  expect(lines.map(({ pk }) => pk).sort()).toEqual(ids.toSorted())
  expect(await countLinks(ids)).toEqual({ joint: 1, single: 2 })
  const paid = await api({
    path: '/api/open-invoices/payment-options/sandbox-card/',
    token,
    body: {
      invoices: lines.map(({ pk, payable }) => ({ invoice: pk, amount: payable })),
      form: cardForm('150.00'),
    },
  })
  expect(paid.body).toMatchObject({ status: 'confirmed', amount: '150.00' })
})

it('keeps the single link of a reminder about one invoice', async () => {
  const { ids } = await owing(['100.00'])
  await remind()
  const [mail] = await mailsAbout(ids)
  expect(mail!.text).not.toContain('together')
  expect(await openLink(secretUnder(mail!.text, 'View and pay invoice'))).toMatchObject({
    status: 200,
    several: undefined,
  })
  expect(await countLinks(ids)).toEqual({ joint: 0, single: 1 })
})

it('opens what is left when an invoice was paid or voided after the reminder', async () => {
  const { ids } = await owing(['100.00', '50.00', '25.00'])
  await remind()
  const [mail] = await mailsAbout(ids)
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[0]!), 10_000n))
  await run((ctx) => voidInvoice(ctx, ids[1]!, ''))
  const { lines } = await openLink(secretUnder(mail!.text, 'View and pay invoices'))
  expect(new Map(lines.map(({ pk, payable }) => [pk, payable]))).toEqual(
    new Map([
      [ids[0], '0.00'],
      [ids[2], '25.00'],
    ]),
  )
})

it('revokes the links of a reminder that is canceled before it leaves', async () => {
  const { ids } = await owing(['100.00', '50.00', '25.00'])
  await remind()
  const [canceled] = await mailsAbout(ids)
  await run((ctx) => voidInvoice(ctx, ids[2]!, ''))
  expect(await run((ctx) => checkBeforeSending(ctx, canceled!.id))).toBe(false)
  test.clock.advance(HOUR_MS)
  await sendDueOf({ uow: (actor = owner) => unitOfWork(test.app, CALLER, actor, accountId) })
  const [, again, ...others] = await mailsAbout(ids)
  expect(others).toEqual([])
  const secrets = [canceled!, again!].map(({ text }) => secretUnder(text, 'View and pay invoices'))
  expect((await openLink(secrets[0]!)).status).toBe(404)
  expect((await openLink(secrets[1]!)).lines).toHaveLength(2)
  expect(await countLinks(ids)).toEqual({ joint: 1, single: 2 })
})

it('pays all open invoices by the link of a statement, in the customer’s language', async () => {
  const { customer, ids } = await owing(['90.00', '60.00'], { language: 'de' })
  const statement = await email(customer)
  const [mail] = await mailsAbout([statement])
  expect(mail!.text).toContain('können Sie alle auf einmal bezahlen')
  const { lines } = await openLink(secretUnder(mail!.text, 'Rechnungen ansehen und bezahlen'))
  expect(lines.map(({ pk }) => pk).sort()).toEqual(ids.toSorted())
})

it('is renewed once it expired, by a mail about all invoices in the customer’s language', async () => {
  const { customer, ids } = await owing(['90.00', '60.00', '30.00'], { language: 'de' })
  const [mail] = await mailsAbout([await email(customer)])
  const secret = secretUnder(mail!.text, 'Rechnungen ansehen und bezahlen')
  test.clock.advance(91 * DAY_MS)
  expect((await openLink(secret)).status).toBe(404)
  await api({ path: '/api/pay-link/renew/', body: { token: secret } })
  const [renewed] = await mailsAbout(ids)
  expect(renewed!.text).toMatch(/Rechnungen: INV-\d+ und 2 weitere/)
  expect(renewed!.text).toContain('180,00')
  expect(renewed!.text).not.toContain('nur diese Rechnung')
  const fresh = await openLink(secretUnder(renewed!.text, 'Rechnungen ansehen und bezahlen'))
  expect(fresh.lines.map(({ pk }) => pk).sort()).toEqual(ids.toSorted())
})

it('leads to the portal from a statement with one open invoice, or when the others were paid before it left', async () => {
  const single = await owing(['90.00'])
  const [one] = await mailsAbout([await email(single.customer)])
  expect(one!.text).toContain(
    'View and pay invoices:\nhttp://mailed-links.localhost:3000/customer-portal-site',
  )
  const { customer, ids } = await owing(['90.00', '60.00'])
  const statement = await email(customer)
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[0]!), 9_000n))
  test.clock.advance(HOUR_MS)
  await email(customer, true)
  const [, again] = await mailsAbout([statement])
  expect(again!.text).toContain('/customer-portal-site')
  expect(again!.text).not.toContain('together')
})

async function email(customer: string, again = false): Promise<string> {
  const query = { from: '2026-11-01', to: '2026-11-20', kind: 'open_item', again } as const
  const { pk } = await run((ctx) => emailStatement(ctx, customer, query))
  return pk
}
