import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inAccount } from '../../../../platform/context.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { createPayLink, readInvoice, voidInvoice } from '../../../invoices/index.ts'
import { anOpenInvoice, settle } from '../../../invoices/testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const host = 'acme-supplies.localhost'
const rivalHost = 'rival-supplies.localhost'
const NEVER = 'A'.repeat(43)

const test = setUpTestServer()
let accountId: string
beforeAll(async () => {
  const open = (ownerEmail: string, subDomain: string) =>
    test.transact((ctx) => anAccount(ctx, { ownerEmail, subDomain }))
  ;({ accountId } = await open('owner@acme.test', 'acme-supplies'))
  await open('owner@rival.test', 'rival-supplies')
  await run((ctx) =>
    ctx.db
      .updateTable('companies')
      .set({ name: 'Acme Supplies', email: 'billing@acme.test' })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
})
// The rate limits use the machine's clock.
beforeEach(() => test.clock.advance(HOUR_MS))

const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
  inAccount(test.app, CALLER, { kind: 'system', job: 'test' }, accountId, work)
const call = (name: '' | 'company/' | 'renew/', token: string, at = host) =>
  callApi(test.server, { method: 'POST', path: `/api/pay-link/${name}`, host: at, body: { token } })
const mails = () =>
  run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['to_address', 'subject', 'text_body'])
      .where('kind', '=', 'invoices.pay-link')
      .orderBy('created_at')
      .execute(),
  )
const secretIn = (text: string): string => /\?token=([\w-]{43})/.exec(text)![1]!

async function aLink(email = 'accounts@harborfoods.test') {
  return run(async (ctx) => {
    const customer = await aCustomer(ctx, { email })
    const invoice = await anOpenInvoice(ctx, { customer: customer.id })
    const { url } = await createPayLink(ctx, invoice.id)
    return { invoice: invoice.id, number: invoice.number, secret: secretIn(url) }
  })
}

async function anExpiredLink(email?: string) {
  const link = await aLink(email)
  test.clock.advance(91 * DAY_MS)
  expect((await call('', link.secret)).status).toBe(404)
  return link
}

const revoke = (invoiceId: string) =>
  run((ctx) =>
    ctx.db
      .updateTable('pay_links')
      .set({ revoked_at: new Date(test.clock.wallNow()) })
      .where('invoice_id', '=', invoiceId)
      .execute(),
  )

describe('company of a pay link', () => {
  it("is shown, without anything else, to the holder of an expired link or of a void invoice's link", async () => {
    const expired = await anExpiredLink()
    const voided = await aLink()
    await run((ctx) => voidInvoice(ctx, voided.invoice, ''))
    for (const { secret } of [expired, voided])
      expect(await call('company/', secret)).toMatchObject({
        status: 200,
        body: { name: 'Acme Supplies', logo: null, email: 'billing@acme.test' },
      })
    const { body } = await call('company/', expired.secret)
    expect(Object.keys(body).sort()).toEqual(['email', 'logo', 'name'])
  })

  it("returns 404 for a secret that was never issued, and on another company's host", async () => {
    const { secret } = await anExpiredLink()
    const answers = [
      await call('company/', NEVER),
      await call('company/', 'nonsense'),
      await call('company/', ''),
      await call('company/', secret, rivalHost),
    ]
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 404, body: answers[0]!.body })
      expect(JSON.stringify(body)).not.toMatch(/acme/i)
    }
  })
})

describe('renewing a pay link', () => {
  it('mails the customer a link that opens the invoice', async () => {
    const { secret, number } = await anExpiredLink()
    const before = (await mails()).length
    expect((await call('renew/', secret)).status).toBe(200)
    const sent = (await mails()).slice(before)
    expect(sent).toMatchObject([
      {
        to_address: 'accounts@harborfoods.test',
        subject: `New link for invoice ${number} from Acme Supplies`,
      },
    ])
    const fresh = secretIn(sent[0]!.text_body)
    expect(fresh).not.toBe(secret)
    expect((await call('', fresh)).body.invoice).toMatchObject({ number, remaining: '1250.00' })
    expect((await call('', secret)).status, 'the old one stays over').toBe(404)
  })

  it('returns the same answer whether or not a mail is sent', async () => {
    const open = await anExpiredLink()
    const [voided, revoked, paid, silent] = [await aLink(), await aLink(), await aLink(), await aLink('')]
    await run((ctx) => voidInvoice(ctx, voided.invoice, ''))
    await revoke(revoked.invoice)
    await run(async (ctx) => settle(ctx, await readInvoice(ctx, paid.invoice), 125_000n))
    const answer = await call('renew/', open.secret)
    expect(answer.status).toBe(200)
    const before = (await mails()).length
    const others = [
      await call('renew/', NEVER),
      await call('renew/', 'nonsense'),
      await call('renew/', open.secret, rivalHost),
      ...(await Promise.all([voided, revoked, paid, silent].map(({ secret }) => call('renew/', secret)))),
    ]
    for (const { status, body } of others)
      expect({ status, body }).toEqual({ status: 200, body: answer.body })
    expect(await mails()).toHaveLength(before)
  })

  it('takes as long for an unknown secret as for an old link', async () => {
    const { secret } = await anExpiredLink()
    for (const token of [NEVER, secret]) {
      const begun = performance.now()
      await call('renew/', token)
      expect(performance.now() - begun).toBeGreaterThan(240)
    }
  })

  it('mails at most three times an hour per invoice, with the same answer', async () => {
    const link = await aLink()
    const others = await Promise.all(
      [1, 2, 3].map(() => run(async (ctx) => secretIn((await createPayLink(ctx, link.invoice)).url))),
    )
    test.clock.advance(91 * DAY_MS)
    const before = (await mails()).length
    for (const secret of [link.secret, ...others]) expect((await call('renew/', secret)).status).toBe(200)
    expect((await mails()).length - before).toBe(3)
  })

  it('is refused after five attempts with any secret', async () => {
    const { secret } = await anExpiredLink()
    for (const token of [secret, 'B'.repeat(43)]) {
      const statuses = []
      for (let at = 0; at < 6; at++) statuses.push((await call('renew/', token)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })
})
