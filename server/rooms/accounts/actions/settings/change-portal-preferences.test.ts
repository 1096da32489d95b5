import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { AUDIT_TEXTS } from '../../../../main/rooms.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, inAccount } from '../../../../platform/context.ts'
import { openSession } from '../../../identity/index.ts'
import { MAX_RELEASED_NAMES, RELEASED_NAME_KEPT_MS } from '../../rules.ts'
import { aMember, anAccount, asOwner } from '../../testing.ts'
import { accountOfSubDomain } from '../find-account-of-sub-domain.ts'
import { changePortalPreferences } from './change-portal-preferences.ts'
import { updateCompany } from './update-company.ts'

const test = setUpTestServer()
let turn = 0
let own: Company
let rival: Company

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

interface Company {
  readonly accountId: string
  /** The owner's session. */
  readonly token: string
  readonly member: (role: 'admin' | 'advisor' | 'viewer') => Promise<string>
  readonly run: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

async function aCompany(subDomain: string): Promise<Company> {
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${subDomain}.test`, subDomain }),
  )
  const session = async (userId: string) =>
    (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token
  const actor = asOwner(owner)
  return {
    accountId,
    token: await session(owner.id),
    member: async (role) =>
      session(
        (await test.transact((ctx) => aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role })))
          .id,
      ),
    run: (work) => inAccount(test.app, CALLER, actor, accountId, work),
  }
}

async function openTwo(): Promise<void> {
  turn++
  own = await aCompany(`own-${turn}`)
  rival = await aCompany(`rival-${turn}`)
}

const pathOf = ({ accountId }: Company) => `/api/accounts/${accountId}/customer-portal/preferences/`
const read = (company: Company, token = company.token) =>
  callApi(test.server, { method: 'GET', path: pathOf(company), token })
const change = (company: Company, body: object, token = company.token) =>
  callApi(test.server, { method: 'POST', path: pathOf(company), token, body })
const preferencesAt = async (name: string) =>
  (await callApi(test.server, { method: 'GET', path: '/api/preferences/', host: `${name}.localhost` })).status
const accountAt = (name: string) => test.transact((ctx) => accountOfSubDomain(ctx, name))
/** Moves the release of a name into the past; advancing the clock would end the sessions. */
async function released(name: string, agoMs: number): Promise<void> {
  const row = await test.app.db
    .deleteFrom('released_sub_domains')
    .where('sub_domain', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow()
  const released_at = asDate(test.clock.wallNow() - agoMs)
  await test.app.db
    .insertInto('released_sub_domains')
    .values({ ...row, released_at })
    .execute()
}
const auditLines = ({ run }: Company) =>
  run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select(['detail', 'actor_label'])
      .where('action', '=', 'portal.change-preferences')
      .orderBy('id')
      .execute(),
  )

const TAKEN = 'This address is taken. Choose another one.'
const SHAPE = 'Use 3 to 40 letters, digits and hyphens, with a letter or digit at both ends.'

describe('portal preferences', () => {
  beforeEach(openTwo)

  it('can be read by members and changed by owners and admins', async () => {
    const name = `own-${turn}`
    const tokens = {
      admin: await own.member('admin'),
      viewer: await own.member('viewer'),
      advisor: await own.member('advisor'),
    }
    const as = { sub_domain: name, default_sub_domain: name, embed: false, allowed_embed_url: '' }
    for (const token of [own.token, tokens.admin, tokens.viewer])
      expect(await read(own, token)).toMatchObject({ status: 200, body: as })
    expect((await read(own)).body).toEqual({ ...as, portal_url: `http://${name}.localhost:3000` })
    expect((await read(own, tokens.advisor)).status).toBe(403)
    for (const by of [tokens.viewer, tokens.advisor])
      expect((await change(own, { sub_domain: `else-${turn}` }, by)).status).toBe(403)
    const wanted = {
      sub_domain: ` New-${turn} `,
      default_sub_domain: name,
      embed: true,
      allowed_embed_url: 'https://Shop.Example.com/account?tab=1',
    }
    const changed = {
      sub_domain: `new-${turn}`,
      default_sub_domain: name,
      embed: true,
      allowed_embed_url: 'https://shop.example.com',
      portal_url: `http://new-${turn}.localhost:3000`,
    }
    expect(await change(own, wanted, tokens.admin)).toMatchObject({ status: 200, body: changed })
    expect((await read(own, tokens.viewer)).body).toEqual(changed)
    expect(await auditLines(own)).toEqual([
      {
        actor_label: `admin@${name}.test`,
        detail: { changed: ['sub_domain', 'embed', 'allowed_embed_url'], from: name, to: `new-${turn}` },
      },
    ])
    expect(AUDIT_TEXTS['portal.change-preferences']).toContain('{from} to {to}')
  })

  it('require a website for embedding', async () => {
    const missing = { allowed_embed_url: ['Enter the website that will show your portal.'] }
    expect(await change(own, { embed: true })).toMatchObject({ status: 400, body: missing })
    expect(await change(own, { embed: true, allowed_embed_url: ' ' })).toMatchObject({
      status: 400,
      body: missing,
    })
    await change(own, { embed: true, allowed_embed_url: 'https://shop.example.com' })
    expect(await change(own, { allowed_embed_url: '' })).toMatchObject({ status: 400, body: missing })
    expect(await change(own, { allowed_embed_url: 'http://shop.example.com' })).toMatchObject({
      status: 400,
      body: { allowed_embed_url: ['The website address must start with https://.'] },
    })
    expect((await change(own, { embed: false, allowed_embed_url: '' })).body).toMatchObject({
      embed: false,
      allowed_embed_url: '',
    })
  })

  it('report all invalid fields at once and change nothing', async () => {
    const before = (await read(own)).body
    expect(
      await change(own, {
        sub_domain: 'www',
        default_sub_domain: 'another',
        embed: true,
        allowed_embed_url: '*',
      }),
    ).toMatchObject({
      status: 400,
      body: {
        sub_domain: ['This address is reserved. Choose another one.'],
        default_sub_domain: ['You can’t change this.'],
        allowed_embed_url: ['Enter the address of one website, without * , ; or spaces.'],
      },
    })
    for (const body of [
      { embed: 'yes' },
      { sub_domain: 1 },
      { portal_url: 'https://a.test' },
      { account_id: 'x' },
    ])
      expect((await change(own, body)).status).toBe(400)
    expect((await read(own)).body).toEqual(before)
    expect(await auditLines(own)).toEqual([])
  })
})

describe('subdomain validation', () => {
  beforeAll(openTwo)

  it.each([
    ...['', 'ab', 'x'.repeat(41), '-acme', 'acme-', 'a_b', 'a.b', 'a b', 'xn--80ak6aa92e', 'ab--cd', 'acmé'],
    ...['аcme', 'ａｃｍｅ', '\u212aettle', 'a,b', "a'b", '%61bc', '../abc', 'acme\u0000', 'acme:3000'],
  ])('refuses %j', async (sub_domain) => {
    const answer = await change(own, { sub_domain })
    expect(answer.status).toBe(400)
    if (!sub_domain.includes('\u0000')) expect(answer.body).toMatchObject({ sub_domain: [SHAPE] })
    expect(await accountAt(`own-${turn}`)).toBe(own.accountId)
  })
})

describe('changing a subdomain', () => {
  beforeEach(openTwo)

  it('returns 404 at the former subdomain and reserves it for 180 days', async () => {
    const [former, next] = [`own-${turn}`, `moved-${turn}`]
    await change(own, { sub_domain: next })
    expect([await preferencesAt(former), await preferencesAt(next)]).toEqual([404, 200])
    expect(await change(rival, { sub_domain: former })).toMatchObject({
      status: 400,
      body: { sub_domain: [TAKEN] },
    })
    expect(await change(rival, { sub_domain: next })).toMatchObject({
      status: 400,
      body: { sub_domain: [TAKEN] },
    })
    await released(former, RELEASED_NAME_KEPT_MS - MINUTE_MS)
    expect((await change(rival, { sub_domain: former })).status).toBe(400)
    await released(former, RELEASED_NAME_KEPT_MS + MINUTE_MS)
    expect((await change(rival, { sub_domain: former })).status).toBe(200)
    expect((await change(own, { sub_domain: former })).body).toMatchObject({ sub_domain: [TAKEN] })
  })

  it('allows return to a former name at any time, and reserves the one left', async () => {
    const [former, next] = [`own-${turn}`, `moved-${turn}`]
    await change(own, { sub_domain: next })
    expect((await change(own, { sub_domain: former })).body).toMatchObject({
      sub_domain: former,
      default_sub_domain: former,
    })
    expect(await accountAt(former)).toBe(own.accountId)
    expect((await change(rival, { sub_domain: next })).status).toBe(400)
    expect((await change(own, { sub_domain: former })).status, 'to where it is').toBe(200)
    const changes = (await auditLines(own)).map(({ detail }) => (detail as { changed: string[] }).changed)
    expect(changes.sort((a, b) => a.length - b.length)).toEqual([[], ['sub_domain'], ['sub_domain']])
  })

  it('limits the number of reserved names', async () => {
    for (let at = 0; at < MAX_RELEASED_NAMES; at++)
      expect((await change(own, { sub_domain: `hoard-${turn}-${at}` })).status).toBe(200)
    const refused = await change(own, { sub_domain: `hoard-${turn}-last` })
    expect(refused).toMatchObject({
      status: 400,
      body: { sub_domain: [expect.stringContaining('too often')] },
    })
    expect((await change(own, { sub_domain: `own-${turn}` })).status, 'back').toBe(200)
  })

  it('gives a name to one of several parallel requests', async () => {
    const companies = [own, rival, await aCompany(`third-${turn}`)]
    const wanted = `sought-${turn}`
    const answers = await Promise.all(companies.map((company) => change(company, { sub_domain: wanted })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const { status, body } of answers)
      if (status === 400) expect(body).toMatchObject({ sub_domain: [TAKEN] })
    const winner = companies[answers.findIndex(({ status }) => status === 200)]!
    expect(await accountAt(wanted)).toBe(winner.accountId)
    const released = await test.app.db
      .selectFrom('released_sub_domains')
      .select('released_by')
      .where(
        'released_by',
        'in',
        companies.map(({ accountId }) => accountId),
      )
      .execute()
    expect(released).toEqual([{ released_by: winner.accountId }])
  })

  it('makes a parallel request for the same name wait until the first one commits', async () => {
    const wanted = `waited-${turn}`
    const [chosen, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = own.run(async (ctx) => {
      await changePortalPreferences(ctx, { sub_domain: wanted })
      chosen.resolve()
      await settled.promise
    })
    await chosen.promise
    const second = change(rival, { sub_domain: wanted })
    await sleep(150)
    settled.resolve()
    await first
    expect(await second).toMatchObject({ status: 400, body: { sub_domain: [TAKEN] } })
  })

  it('keeps both of two parallel changes', async () => {
    const website = 'https://shop.example.com'
    const admin = await own.member('admin')
    const answers = await Promise.all([
      change(own, { sub_domain: `both-${turn}` }),
      change(own, { embed: true, allowed_embed_url: website }, admin),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(own)).body).toMatchObject({
      sub_domain: `both-${turn}`,
      embed: true,
      allowed_embed_url: website,
    })
  })

  it('keeps a subdomain chosen while the company gets its first name', async () => {
    await own.run((ctx) =>
      ctx.db.updateTable('companies').set({ name: '' }).where('account_id', '=', own.accountId).execute(),
    )
    const [chosen] = await Promise.all([
      change(own, { sub_domain: `chosen-${turn}` }),
      own.run((ctx) => updateCompany(ctx, { name: `Named ${turn}` })),
    ])
    expect(chosen.status).toBe(200)
    expect(await accountAt(`chosen-${turn}`)).toBe(own.accountId)
    // Each former name stays reserved.
    expect((await change(rival, { sub_domain: `own-${turn}` })).status).toBe(400)
  })
})
