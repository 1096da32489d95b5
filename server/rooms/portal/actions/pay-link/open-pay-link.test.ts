import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inAccount } from '../../../../platform/context.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { createPayLink, readInvoice, voidInvoice } from '../../../invoices/index.ts'
import { anOpenInvoice, settle } from '../../../invoices/testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

const test = setUpTestServer()
let accountId: string
let rivalHost: string
const host = 'acme-supplies.localhost'
const staff = {
  kind: 'staff',
  userId: '',
  sessionId: '',
  email: 'owner@acme.test',
  emailVerified: true,
  role: 'owner',
} as const
let actor: Omit<typeof staff, 'userId'> & { userId: string }

beforeAll(async () => {
  const open = (ownerEmail: string, subDomain: string) =>
    test.transact((ctx) => anAccount(ctx, { ownerEmail, subDomain }))
  const made = await open('owner@acme.test', 'acme-supplies')
  accountId = made.accountId
  actor = { ...staff, userId: made.owner.id }
  await open('owner@rival.test', 'rival-supplies')
  rivalHost = 'rival-supplies.localhost'
})
beforeEach(() => test.clock.advance(HOUR_MS))

const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
  inAccount(test.app, CALLER, actor, accountId, work)
const api = (call: Partial<ApiCall> & { path: string }) =>
  callApi(test.server, { method: 'POST', host, ...call })
const open = (token: string, at = host) => api({ path: '/api/pay-link/', host: at, body: { token } })
const mails = () =>
  run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['to_address', 'subject', 'text_body'])
      .orderBy('created_at')
      .execute(),
  )

async function aLink(email = 'accounts@harborfoods.test') {
  return run(async (ctx) => {
    const customer = await aCustomer(ctx, { email })
    const invoice = await anOpenInvoice(ctx, { customer: customer.id })
    const { url } = await createPayLink(ctx, invoice.id)
    return { invoice: invoice.id, secret: new URL(url).searchParams.get('token')!, customer: customer.id }
  })
}

describe('pay links', () => {
  it('returns the same payment options as their own call', async () => {
    const link = await aLink()
    const { body } = await open(link.secret)
    const path = `/api/invoices/${link.invoice}/payment-options/`
    const asked = await api({ method: 'GET', path, token: body.token })
    expect(asked.body.length).toBeGreaterThan(0)
    expect(body.options).toEqual(asked.body)
  })

  it('is unknown a month after its invoice was paid', async () => {
    const link = await aLink()
    await run(async (ctx) => settle(ctx, await readInvoice(ctx, link.invoice), 125_000n))
    test.clock.advance(30 * DAY_MS - 1)
    const last = await open(link.secret)
    expect(last.status).toBe(200)
    const read = () => api({ method: 'GET', path: `/api/invoices/${link.invoice}/`, token: last.body.token })
    expect((await read()).status).toBe(200)
    test.clock.advance(1)
    expect((await read()).status).toBe(401)
    expect(await open(link.secret)).toMatchObject({
      status: 404,
      body: (await open('A'.repeat(43))).body,
    })
  })

  it('opens its one invoice without a login, and reveals nothing else', async () => {
    const link = await aLink()
    const opened = await open(link.secret)
    expect(opened.status).toBe(200)
    expect(opened.body.invoice).toMatchObject({ pk: link.invoice, total: '1250.00', remaining: '1250.00' })
    expect(JSON.stringify(opened.body)).not.toContain('harborfoods')
    const { token } = opened.body
    const read = await api({ method: 'GET', path: `/api/invoices/${link.invoice}/`, token })
    expect(read).toMatchObject({ status: 200, body: opened.body.invoice as object })
    const pdf = await api({ method: 'GET', path: `/api/invoices/${link.invoice}/pdf/`, token })
    expect(pdf.status).toBe(200)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('records the first view of the invoice', async () => {
    const link = await aLink()
    const viewed = () =>
      run((ctx) =>
        ctx.db
          .selectFrom('invoices')
          .select('viewed_at')
          .where('id', '=', link.invoice)
          .executeTakeFirstOrThrow(),
      )
    expect((await viewed()).viewed_at).toBeNull()
    await open(link.secret)
    const { viewed_at } = await viewed()
    expect(viewed_at).not.toBeNull()
    test.clock.advance(1000)
    await open(link.secret)
    expect((await viewed()).viewed_at).toEqual(viewed_at)
  })

  it('returns the same 404 when wrong, revoked, expired, of a void invoice or on another host', async () => {
    const [revoked, voided, other, expired] = [await aLink(), await aLink(), await aLink(), await aLink()]
    await run(async (ctx) => {
      await voidInvoice(ctx, voided.invoice, '')
      const now = {
        revoked_at: (await ctx.db.selectFrom('invoices').select('created_at').executeTakeFirstOrThrow())
          .created_at,
      }
      await ctx.db.updateTable('pay_links').set(now).where('invoice_id', '=', revoked.invoice).execute()
    })
    const answers = [
      await open('A'.repeat(43)),
      await open('nonsense'),
      await open(''),
      await open(revoked.secret),
      await open(voided.secret),
      await open(other.secret, rivalHost),
    ]
    test.clock.advance(91 * DAY_MS)
    answers.push(await open(expired.secret))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(answers[0]!.body)
      expect(answer.body.code).toBe('invoice_unknown')
    }
  })

  it('opens a session of at most 8 hours, which ends no later than the link', async () => {
    const link = await aLink()
    const sessionEnd = async (token: string) => {
      const verified = await test.app.tokens.verify(token, test.clock.wallNow())
      const id = verified.ok ? verified.claims.sessionId : ''
      const row = await test.app.db
        .selectFrom('sessions')
        .select('expires_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.expires_at.getTime() - test.clock.wallNow()
    }
    expect(await sessionEnd((await open(link.secret)).body.token)).toBe(8 * HOUR_MS)
    test.clock.advance(90 * DAY_MS - HOUR_MS)
    expect(await sessionEnd((await open(link.secret)).body.token)).toBe(HOUR_MS)
  })

  it('allows twenty wrong secrets per minute from one address, and any number of valid ones', async () => {
    const link = await aLink()
    for (let look = 0; look < 25; look++) expect((await open(link.secret)).status).toBe(200)
    const statuses = []
    for (let look = 0; look < 21; look++) statuses.push((await open('A'.repeat(43))).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404))
    expect(statuses[20]).toBe(429)
  })
})

describe('stored payment methods on a pay link', () => {
  const send = (token: string) => api({ path: '/api/pay-link/code/', token, body: {} })
  const unlock = (token: string, code: string) =>
    api({ path: '/api/pay-link/unlock/', token, body: { code } })
  const unlocked = async (token: string) => {
    const verified = await test.app.tokens.verify(token, test.clock.wallNow())
    const id = verified.ok ? verified.claims.sessionId : ''
    return (
      (
        await test.app.db
          .selectFrom('sessions')
          .select('unlocked_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).unlocked_at !== null
    )
  }
  const lastCode = async () => /Code: (\d{6})/.exec((await mails()).at(-1)!.text_body)![1]!

  it("require a code mailed to the customer's own address", async () => {
    const { token } = (await open((await aLink()).secret)).body
    test.clock.advance(1)
    const sent = await send(token)
    expect(sent).toMatchObject({ status: 200, body: { sent_to: 'a•••@h•••.test' } })
    expect((await mails()).at(-1)).toMatchObject({ to_address: 'accounts@harborfoods.test' })
    expect(await unlocked(token)).toBe(false)
    const code = await lastCode()
    const wrong = await unlock(token, code === '123456' ? '654321' : '123456')
    expect(wrong).toMatchObject({ status: 400, body: { code: ['That code is wrong. Please try again.'] } })
    expect(await unlocked(token)).toBe(false)
    expect((await unlock(token, code)).status).toBe(200)
    expect(await unlocked(token)).toBe(true)
  })

  it('stay locked after five wrong codes, and for another session of the same link', async () => {
    const link = await aLink()
    const [mine, thief] = [(await open(link.secret)).body.token, (await open(link.secret)).body.token]
    test.clock.advance(1)
    await send(mine)
    const code = await lastCode()
    expect((await unlock(thief, code)).body).toMatchObject({ code: 'token_expired' })
    for (let wrong = 0; wrong < 5; wrong++) await unlock(mine, code === '000000' ? '111111' : '000000')
    expect((await unlock(mine, code)).body).toMatchObject({ code: 'token_expired' })
    expect(await unlocked(mine)).toBe(false)
    expect(await unlocked(thief)).toBe(false)
  })

  it('allow five code mails per 15 minutes', async () => {
    const { token } = (await open((await aLink()).secret)).body
    const statuses = []
    for (let sending = 0; sending < 6; sending++) statuses.push((await send(token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('allow twenty code mails a day over all links of a customer', async () => {
    const statuses = []
    const first = await aLink()
    for (let link = 0; link < 5; link += 1) {
      test.clock.advance(HOUR_MS)
      const { url } = await run((ctx) => createPayLink(ctx, first.invoice))
      const { token } = (await open(new URL(url).searchParams.get('token')!)).body
      for (let sending = 0; sending < (link < 4 ? 5 : 1); sending++) statuses.push((await send(token)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })

  it('stay locked for a customer without an address', async () => {
    const { token } = (await open((await aLink('')).secret)).body
    expect(await send(token)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  })
})
