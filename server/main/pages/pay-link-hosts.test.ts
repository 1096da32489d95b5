import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { createWebFolder, requestPage } from '../../../testing/page-headers.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import type { Actor, Ctx } from '../../platform/context.ts'
import { inAccount, unitOfWork } from '../../platform/context.ts'
import { anAccount, updateSettings } from '../../rooms/accounts/testing.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { createJointPayLink, createPayLink } from '../../rooms/invoices/index.ts'
import { anOpenInvoice } from '../../rooms/invoices/testing.ts'
import { aFlow, sendDueOf } from '../../rooms/reminders/testing.ts'
import { createServer } from '../create-server.ts'

/* Pay links of a company with a subdomain of its own, on an installation with a base domain of its own. */

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const APP = 'app.pay.corp.test'
const OWN = 'own-supplies.pay.corp.test'
const LINK = new RegExp(`https://${OWN.replaceAll('.', '\\.')}/pay-invoice\\?token=([\\w-]{43})`, 'g')

let test: TestServer
let pages: Awaited<ReturnType<typeof createServer>>
const closers: (() => unknown)[] = []
let accountId: string
let owner: Actor

beforeAll(async () => {
  test = await createTestServer({
    env: { APP_ORIGIN: `https://${APP}`, BASE_DOMAIN: 'pay.corp.test' },
  })
  closers.push(() => test.close())
  const web = await createWebFolder()
  closers.push(web.remove)
  pages = await createServer(test.app, { pages: true, webFolder: web.folder })
  closers.push(() => pages.close())
  const open = (ownerEmail: string, subDomain: string) =>
    test.transact((ctx) => anAccount(ctx, { ownerEmail, subDomain }))
  const made = await open('owner@own.test', 'own-supplies')
  await open('owner@rival.test', 'rival-supplies')
  accountId = made.accountId
  const email = 'owner@own.test'
  owner = { kind: 'staff', userId: made.owner.id, sessionId: '', email, emailVerified: true, role: 'owner' }
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const run = <T>(work: (ctx: Ctx) => Promise<T>) => inAccount(test.app, CALLER, owner, accountId, work)
const open = (host: string, token: string) =>
  callApi(test.server, { method: 'POST', path: '/api/pay-link/', host, body: { token } })
const show = (host: string, url: string) => requestPage(pages, { url, host })
const secretsIn = (text: string) => [...text.matchAll(LINK)].map(([, secret]) => secret!)

async function owing() {
  return run(async (ctx) => {
    const customer = (await aCustomer(ctx, { email: 'pay@harbor.test' })).id
    const due = { terms: 'custom', due_date: '2026-12-02' } as const
    const ids: string[] = []
    for (const amount of ['100.00', '50.00'])
      ids.push((await anOpenInvoice(ctx, { customer, amount, ...due })).id)
    return { customer, ids }
  })
}

it('are on the company’s subdomain, copied or mailed, and work there, on the app’s host and on no rival’s', async () => {
  const { customer, ids } = await owing()
  const copied = await run((ctx) => createPayLink(ctx, ids[0]!))
  const joint = await run((ctx) => createJointPayLink(ctx, customer, ids))
  await run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await run((ctx) => aFlow(ctx, [{ offset_days: 1, hour: 0 }]))
  test.clock.set('2026-12-03T15:00:00Z')
  await sendDueOf({ uow: (actor = owner) => unitOfWork(test.app, CALLER, actor, accountId) })
  const { rows } = await run((ctx) =>
    sql<{ text: string }>`select text_body as text from mail_messages where account_id = ${ctx.accountId}
      and kind = 'reminders.reminder'`.execute(ctx.db),
  )
  const mailed = secretsIn(rows[0]!.text)
  expect(mailed).toHaveLength(3)
  const secrets = [...secretsIn(`${copied.url} ${joint.url}`), ...mailed]
  expect(secrets).toHaveLength(5)
  for (const secret of secrets) {
    for (const host of [OWN, APP]) {
      expect((await open(host, secret)).status).toBe(200)
      expect((await show(host, `/pay-invoice?token=${secret}`)).status).toBe(200)
    }
    expect((await open('rival-supplies.pay.corp.test', secret)).status).toBe(404)
    expect((await open('nobodys.pay.corp.test', secret)).status).toBe(404)
  }
  const url = `/pay-invoice?token=${secrets[0]}`
  const first = await show(OWN, url)
  expect(first.body).toContain('Brightwater Supply Co.')
  expect((await show(APP, url)).body).toContain('Brightwater Supply Co.')
  expect((await show('rival-supplies.pay.corp.test', url)).body).not.toContain('Brightwater Supply Co.')
})

it('lead from a subdomain that the company left to its present one, while it is reserved', async () => {
  const { ids } = await owing()
  const { url } = await run((ctx) => createPayLink(ctx, ids[0]!))
  const path = url.slice(url.indexOf('/pay-invoice'))
  const move = (from: string, to: string) =>
    run(async (ctx) => {
      const released_at = new Date(test.clock.wallNow())
      await ctx.db.updateTable('portal_preferences').set({ sub_domain: to }).execute()
      await ctx.db.deleteFrom('released_sub_domains').where('sub_domain', 'in', [from, to]).execute()
      await ctx.db
        .insertInto('released_sub_domains')
        .values({ sub_domain: from, released_by: accountId, released_at })
        .execute()
    })
  await move('own-supplies', 'moved-supplies')
  const leadsTo = async (host: string) =>
    (await pages.inject({ method: 'GET', url: path, headers: { host } })).headers.location
  expect((await show(OWN, path)).status).toBe(302)
  expect(await leadsTo(OWN)).toBe(`https://moved-supplies.pay.corp.test${path}`)
  expect((await open('moved-supplies.pay.corp.test', path.split('=')[1]!)).status).toBe(200)
  expect((await show(OWN, '/invoices')).status, 'a page of the business app').toBe(404)
  expect((await show('nobodys.pay.corp.test', path)).status).toBe(404)
  test.clock.advance(181 * DAY_MS)
  expect((await show(OWN, path)).status).toBe(404)
  await move('moved-supplies', 'own-supplies')
  expect(await leadsTo('moved-supplies.pay.corp.test')).toBe(`https://${OWN}${path}`)
})
