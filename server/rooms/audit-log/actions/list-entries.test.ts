import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '../../../../contract/audit-log.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/context.ts'
import { aMember } from '../../accounts/testing.ts'
import { aCustomer } from '../../customers/testing.ts'
import { exportEntries } from './export-entries.ts'
import { listEntries } from './list-entries.ts'
import { listPeople } from './list-people.ts'
import { sealEntries } from './seal-entries.ts'

const SYSTEM: Actor = { kind: 'system', job: 'payments.reconcile' }

const test = setUpTestApp()
let tenant: Tenant

beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  tenant = await test.tenant({ timezone: 'America/New_York' })
})

type Query = Record<string, string>

const list = (query: Query = {}) => tenant.run((ctx) => listEntries(ctx, auditLog.list.query.parse(query)))
const sentences = async (query: Query = {}) =>
  (await list(query)).results.map(
    ({ actor, before, named, after }) => `${actor.name} ${before}${named}${after}`,
  )

async function exported(query: Query = {}): Promise<Record<string, string>[]> {
  const file = await exportEntries(tenant.uow(), auditLog.export.body.parse(query))
  expect(file).toMatchObject({ mediaType: 'text/csv; charset=utf-8', name: 'Audit log 2026-11-20.csv' })
  const parts: Uint8Array[] = []
  for await (const part of file.parts) parts.push(part)
  return parse(Buffer.concat(parts), { columns: true, bom: true }) as Record<string, string>[]
}

const note = (text: string, actor?: Actor) =>
  tenant.run(
    (ctx) => audit(ctx, 'payments.close_case', { type: 'payment_case', id: null }, { note: text }),
    actor,
  )

describe('the audit log', () => {
  it('lists actor, action and time, newest first, with a link to the record', async () => {
    const { id: customer } = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Harbor Foods' }))
    await tenant.run((ctx) =>
      audit(ctx, 'customers.update', { type: 'customer', id: customer }, { changed: ['email'] }),
    )
    test.clock.advance(1000)
    await tenant.run((ctx) => audit(ctx, 'payments.confirm', { type: 'payment', id: null }), SYSTEM)
    const { results, count, last_seal } = await list()
    expect(count).toBe(results.length)
    expect(last_seal).toBeNull()
    expect(results[0]).toMatchObject({
      actor: { kind: 'system', pk: null, name: 'Quittance', label: 'payments.reconcile' },
      action: 'payments.confirm',
      page: null,
      seal: null,
    })
    expect(results[1]).toMatchObject({
      at: '2026-11-20T15:00:00.000Z',
      actor: { kind: 'staff', pk: tenant.owner.userId },
      before: 'changed ',
      named: 'Harbor Foods',
      after: ': email',
      page: { kind: 'customer', pk: customer },
      ip: '127.0.0.1',
      request_id: 'test',
      facts: [{ name: 'Changed', value: 'email' }],
    })
  })

  it('reports the seal of an entry and the end of the chain', async () => {
    await note('one')
    await sealEntries(tenant.uow())
    test.clock.advance(1)
    await note('two')
    const { results, last_seal, count } = await list()
    expect(count).toBe(2)
    expect(results.map(({ seal }) => seal?.number ?? null)).toEqual([null, 1])
    expect(results[1]!.seal).toEqual(last_seal)
    expect(last_seal!.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it("filters by person, kind, area, record and day in the account's time zone", async () => {
    const { id: customer } = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Harbor Foods' }))
    await tenant.run((ctx) => audit(ctx, 'customers.update', { type: 'customer', id: customer }))
    await note('by the owner')
    await note('by itself', SYSTEM)
    // 4:59 UTC is the previous day in New York, 5:00 UTC the day itself.
    test.clock.set('2026-11-22T04:59:59Z')
    await note('saturday')
    test.clock.set('2026-11-22T05:00:00Z')
    await note('sunday')
    const me = 'Olive Owner'
    expect(await sentences({ area: 'payments', actor_kind: 'system' })).toEqual([
      'Quittance closed a payment case: by itself',
    ])
    expect(await sentences({ object: customer, area: 'customers' })).toContain(`${me} changed Harbor Foods`)
    expect(await sentences({ person: tenant.owner.userId, area: 'payments', to: '2026-11-20' })).toEqual([
      `${me} closed a payment case: by the owner`,
    ])
    expect(await sentences({ from: '2026-11-21', to: '2026-11-21' })).toEqual([
      `${me} closed a payment case: saturday`,
    ])
    expect(await sentences({ from: '2026-11-22' })).toEqual([`${me} closed a payment case: sunday`])
    expect(await sentences({ person: customer })).toEqual([])
    expect((await list({ from: '2026-11-21' })).count).toBe(2)
    await expect(list({ from: '2026-11-22', to: '2026-11-21' })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { to: [expect.any(String)] },
    })
  })

  it('keeps filters in page links, and lists entries of one moment once', async () => {
    for (let at = 0; at < 12; at++) await note(`note ${at}`)
    const first = await list({ area: 'payments', page_size: '5' })
    expect(first).toMatchObject({ count: 12, num_pages: 3, previous: null })
    expect(first.next).toMatch(/\/audit-log\/\?.*area=payments/)
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page, page_size: '5' })))
    expect(new Set(pages.flatMap(({ results }) => results.map(({ pk }) => pk))).size).toBe(12)
    expect((await list({ page: '9' })).results).toEqual([])
    await expect(list({ page: '100000', page_size: '100' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('names a former member as recorded, whatever they are called since', async () => {
    const { id } = await tenant.run((ctx) =>
      aMember(ctx, { accountId: tenant.accountId, email: 'ada@acme.test', role: 'admin' }),
    )
    const ada: Actor = { ...tenant.owner, userId: id, email: 'ada@acme.test', role: 'admin' }
    await note('checked', ada)
    expect(await sentences({ area: 'payments' })).toEqual(['Ada King closed a payment case: checked'])
    await tenant.run(async ({ db }) => {
      await db.deleteFrom('memberships').where('user_id', '=', id).execute()
      const renamed = { first_name: 'Adele', last_name: 'Byron', email: 'private@home.test' }
      await db.updateTable('users').set(renamed).where('id', '=', id).execute()
    })
    expect(await sentences({ area: 'payments' })).toEqual(['ada@acme.test closed a payment case: checked'])
    const { results } = await tenant.run((ctx) => listPeople(ctx))
    expect(results.find(({ pk }) => pk === id)).toEqual({
      pk: id,
      name: 'ada@acme.test',
      email: 'ada@acme.test',
    })
  })

  it('shows entries and people of one account only', async () => {
    await note('mine')
    await tenant.run((ctx) => audit(ctx, 'payments.confirm', { type: 'payment', id: null }), SYSTEM)
    const mine = tenant
    tenant = await test.tenant()
    await note('theirs')
    expect(await sentences()).toEqual(['Olive Owner closed a payment case: theirs'])
    expect(await sentences({ person: mine.owner.userId })).toEqual([])
    expect((await tenant.run((ctx) => listPeople(ctx))).results.map(({ pk }) => pk)).toEqual([
      tenant.owner.userId,
    ])
    expect((await mine.run((ctx) => listPeople(ctx))).results.map(({ pk }) => pk)).toEqual([
      mine.owner.userId,
    ])
  })
})

describe('audit log export', () => {
  it('contains the filtered entries, disarmed, as sentences and as recorded, and is audited', async () => {
    await note('=HYPERLINK("http://evil.test")')
    test.clock.advance(1)
    await note('by itself', { ...SYSTEM, job: '=1+1' })
    await sealEntries(tenant.uow())
    test.clock.advance(1000)
    const rows = await exported({ area: 'payments' })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      Date: '2026-11-20',
      Time: '10:00:00',
      UTC: '2026-11-20T15:00:00.001Z',
      Who: 'Quittance',
      'Known as': "'=1+1",
      Kind: 'system',
      'What happened': 'Quittance closed a payment case: by itself.',
      Action: 'payments.close_case',
      'IP address': '127.0.0.1',
      Details: '{"note":"by itself"}',
      Seal: '2',
      Hash: (await list()).last_seal!.hash,
    })
    expect((await list()).results[0]).toMatchObject({
      action: 'audit-log.export',
      before: 'exported 2 entries of the audit log',
      facts: [
        { name: 'Area', value: 'payments' },
        { name: 'Format', value: 'csv' },
        { name: 'Entries', value: '2' },
      ],
    })
    await expect(exported({ from: '2026-11-22', to: '2026-11-21' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('is written as a workbook too', async () => {
    await note('x')
    const { name, parts } = await exportEntries(tenant.uow(), { format: 'xlsx', area: 'payments' })
    expect(name).toBe('Audit log 2026-11-20.xlsx')
    const bytes: Uint8Array[] = []
    for await (const part of parts) bytes.push(part)
    const sheet = strFromU8(unzipSync(Buffer.concat(bytes))['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('What happened')
    expect(sheet).toContain('closed a payment case: x.')
  })

  it('contains a long log in order, each entry once, regardless of concurrent writes', async () => {
    await tenant.run(async (ctx) => {
      const entries = Array.from({ length: 2500 }, () => ctx)
      for (const one of entries) await audit(one, 'payments.post', { type: 'payment', id: null })
    })
    test.clock.advance(1)
    const { parts } = await exportEntries(tenant.uow(), { format: 'csv' })
    const texts: string[] = []
    for await (const part of parts) {
      texts.push(Buffer.from(part).toString())
      await note('meanwhile')
    }
    expect(texts.map((text) => text.split('\r\n').length - 1)).toEqual([1 + 1000, 1000, 500])
    const rows = parse(texts.join(''), { columns: true, bom: true }) as Record<string, string>[]
    expect(rows).toHaveLength(2500)
    expect(new Set(rows.map(({ Action }) => Action))).toEqual(new Set(['payments.post']))
    expect((await list({ area: 'audit-log' })).results[0]!.before).toBe(
      'exported 2500 entries of the audit log',
    )
  })

  it('seals a long log over several runs', async () => {
    const owner = new pg.Client(test.ownerConfig)
    await owner.connect()
    await owner.query(
      `insert into audit_entries (account_id, id, at, actor_kind, actor_label, action, object_type, request_id)
       select $1, gen_random_uuid(), now(), 'system', 'x', 'payments.post', 'payment', 'x' from generate_series(1, 50501)`,
      [tenant.accountId],
    )
    await owner.end()
    await sealEntries(tenant.uow())
    expect((await list()).last_seal!.number).toBe(50_501)
  })
})
