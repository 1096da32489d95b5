import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { aCustomer } from '../customers/testing.ts'
import { listAddresses } from './actions/list-addresses.ts'
import { aMark, anUnsubscribeToken } from './testing.ts'

const test = setUpTestServer()
let company: HttpCompany
let rival: HttpCompany
beforeAll(async () => {
  company = await anHttpCompany(test, 'acme-supplies')
  rival = await anHttpCompany(test, 'rival-supplies')
})
const FORM = {
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from('List-Unsubscribe=One-Click'),
}
const oneClick = (token: string, host = company.host, file = FORM) =>
  callApi(test.server, { method: 'POST', path: `/unsubscribe?token=${token}`, host, file })
const read = (token: string, host = company.host) =>
  callApi(test.server, { method: 'POST', path: '/api/unsubscribe/', host, body: { token } })
const change = (token: string, unsubscribed: boolean, host = company.host) =>
  callApi(test.server, { method: 'PUT', path: '/api/unsubscribe/', host, body: { token, unsubscribed } })
const entries = (address: string) =>
  company.run(async (ctx) => {
    const rows = await ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('account_id', '=', ctx.accountId)
      .where('action', 'like', 'mail.%')
      .execute()
    return rows
      .filter(({ detail }) => detail.to === address)
      .map(({ action }) => action)
      .sort()
  })

let addresses = 0
async function aReader() {
  const address = `pay${++addresses}@harbor.test`
  const customer = await company.run((ctx) => aCustomer(ctx, { email: address }))
  const token = await company.run((ctx) => anUnsubscribeToken(ctx, address.toUpperCase()))
  return { address, token, customer: customer.id }
}

interface Listed {
  results: { address: string; marks: { kind: string; reason: string; at: string }[] }[]
}
const path = (customer: string, account = company.accountId) =>
  `/api/accounts/${account}/customers/${customer}/email-addresses/`
const list = (customer: string, token = company.token) =>
  callApi<Listed>(test.server, { method: 'GET', path: path(customer), token })
const useAgain = (customer: string, address: unknown, token = company.token) =>
  callApi<Listed>(test.server, { method: 'POST', path: path(customer), token, body: { address } })

describe('the addresses of a customer', () => {
  it('are listed with their marks, and used again by a person', async () => {
    const { address, customer } = await aReader()
    await company.run((ctx) => aMark(ctx, address, 'bounced'))
    await company.run((ctx) => aMark(ctx, address, 'complained'))
    expect((await list(customer)).body.results).toEqual([
      {
        address,
        marks: [
          { kind: 'bounced', reason: '550 5.1.1 No such user', at: expect.stringMatching(/^2026-/) },
          { kind: 'complained', reason: '', at: expect.stringMatching(/^2026-/) },
        ],
      },
    ])
    const again = await useAgain(customer, address.toUpperCase())
    expect(again.body.results).toEqual([{ address, marks: [] }])
    expect((await useAgain(customer, address)).status).toBe(200)
    expect(await entries(address)).toEqual(['mail.bounce', 'mail.complain', 'mail.use-address-again'])
  })

  it('can’t be used again by a viewer, and not those of others', async () => {
    const { address, customer } = await aReader()
    await company.run((ctx) => aMark(ctx, address, 'bounced'))
    const viewer = await company.member('viewer')
    expect((await list(customer, viewer)).status).toBe(200)
    expect((await useAgain(customer, address, viewer)).status).toBe(403)
    expect((await useAgain(customer, address, rival.token)).status).toBe(404)
    expect((await useAgain(customer, 'other@harbor.test')).status).toBe(404)
    expect((await useAgain(customer, 'no address')).status).toBe(400)
    expect((await useAgain(customer, 'a@b.test\r\nBcc: c@d.test')).status).toBe(400)
    expect((await list(customer)).body.results[0]!.marks).toHaveLength(1)
  })
})

describe('an unsubscribe link', () => {
  // The rate limits use the machine's clock.
  beforeEach(() => test.clock.advance(HOUR_MS))

  it('unsubscribes by one POST of a mail program, once', async () => {
    const { address, token } = await aReader()
    const multipart = {
      type: 'multipart/form-data; boundary=x',
      bytes: Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ),
    }
    expect((await oneClick(token)).status).toBe(204)
    expect((await oneClick(token, company.host, multipart)).status).toBe(204)
    expect((await oneClick(token, 'localhost')).status, 'on the app’s own host').toBe(204)
    expect(await entries(address)).toEqual(['mail.unsubscribe'])
    expect((await read(token)).body).toMatchObject({ address, unsubscribed: true })
  })

  it('unsubscribes nobody when it is opened, as scanners do', async () => {
    const { address, token } = await aReader()
    for (const method of ['GET', 'OPTIONS'] as const)
      await callApi(test.server, { method, path: `/unsubscribe?token=${token}`, host: company.host })
    await read(token)
    expect(await entries(address)).toEqual([])
    expect((await read(token)).body).toMatchObject({ unsubscribed: false })
  })

  it('stops and resumes reminders as often as its reader likes', async () => {
    const { address, token } = await aReader()
    const states: unknown[] = []
    for (const wish of [true, true, false, false, true])
      states.push((await change(token, wish)).body.unsubscribed)
    expect(states).toEqual([true, true, false, false, true])
    expect(await entries(address)).toEqual(['mail.resubscribe', 'mail.unsubscribe', 'mail.unsubscribe'])
  })

  it('writes one entry when it is used many times at once', async () => {
    const { address, token } = await aReader()
    const replies = await Promise.all(Array.from({ length: 12 }, () => oneClick(token)))
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(204))
    expect(await entries(address)).toEqual(['mail.unsubscribe'])
  })

  it('does not lift what a mail server or a complaint said', async () => {
    const { address, token, customer } = await aReader()
    await company.run((ctx) => aMark(ctx, address, 'bounced'))
    await change(token, true)
    await change(token, false)
    const { results } = await company.run((ctx) => listAddresses(ctx, customer))
    expect(results[0]!.marks.map(({ kind }) => kind)).toEqual(['bounced'])
  })

  it('is unknown when it was never issued, and on the host of another company', async () => {
    const { token } = await aReader()
    for (const [secret, host] of [
      ['A'.repeat(43), company.host],
      ['', company.host],
      [token.slice(1), company.host],
      [token, rival.host],
    ] as const) {
      expect((await oneClick(secret, host)).status).toBe(404)
      expect((await read(secret, host)).status).toBe(404)
      expect((await change(secret, true, host)).status).toBe(404)
    }
    expect((await oneClick('x'.repeat(300))).status).toBe(400)
    expect((await oneClick(token, company.host, { ...FORM, bytes: Buffer.alloc(5000) })).status).toBe(413)
    expect((await oneClick(token, company.host, { ...FORM, type: 'text/html' })).status).toBe(415)
    expect((await read(token)).body).toMatchObject({ unsubscribed: false })
  })

  it('can’t be guessed without end', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 62; at++) statuses.push((await oneClick('B'.repeat(43))).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
    expect(statuses.slice(60)).toEqual([429, 429])
  })
})
