import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { audit } from '../../../platform/audit.ts'
import { inAccount } from '../../../platform/context.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

const test = setUpTestApp()
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

const write = (tenant: Tenant, note: string) =>
  tenant.run((ctx) => audit(ctx, 'payments.close_case', { type: 'payment_case', id: null }, { note }))

/** Creates an account with `entries` audit entries, all sealed. */
async function aSealedLog(entries = 6): Promise<Tenant> {
  const tenant = await test.tenant()
  for (let at = 1; at <= entries; at++) await write(tenant, `note ${at}`)
  await sealEntries(tenant.uow())
  return tenant
}

const verify = (tenant: Tenant, kept?: { number: bigint; hash: string }) =>
  tenant.run((ctx) => verifyChain(ctx, kept))

/** Runs a statement as the owner of the database, without triggers. */
async function tamper(statement: string, values: unknown[]): Promise<void> {
  await owner.query("set session_replication_role = 'replica'")
  const { rowCount } = await owner.query(statement, values)
  await owner.query("set session_replication_role = 'origin'")
  expect(rowCount).toBe(1)
}

const sealed = async ({ accountId }: Tenant, number: number): Promise<string> =>
  (
    await owner.query<{ entry_id: string }>(
      'select entry_id from audit_seals where account_id = $1 and number = $2',
      [accountId, number],
    )
  ).rows[0]!.entry_id

describe('verifyChain', () => {
  it('accepts every committed entry and reports the end of the chain', async () => {
    const tenant = await aSealedLog(3)
    const first = await verify(tenant)
    expect(first).toMatchObject({ sealed: 3, waiting: 0, problems: [], last: { number: 3n } })
    await write(tenant, 'one more')
    expect(await verify(tenant)).toEqual({ ...first, waiting: 1 })
    await sealEntries(tenant.uow())
    const then = await verify(tenant, first.last!)
    expect(then).toMatchObject({ sealed: 4, waiting: 0, problems: [], last: { number: 4n } })
    expect(then.last!.hash).not.toBe(first.last!.hash)
  })

  it('checks each account separately, and reports no chain for an account without entries', async () => {
    const [one, other, empty] = [await aSealedLog(2), await aSealedLog(2), await test.tenant()]
    await sealEntries(empty.uow())
    expect((await verify(empty)).last).toBeNull()
    const [a, b] = [await verify(one), await verify(other)]
    expect([a.sealed, b.sealed]).toEqual([2, 2])
    expect(a.last!.hash).not.toBe(b.last!.hash)
  })

  it.each([
    ['detail', `detail = '{"note": "another"}'`],
    ['actor', `actor_label = 'somebody@else.test'`],
    ['time', `at = at + interval '1 microsecond'`],
    ['address', 'ip = null'],
    ['action', `action = 'payments.open_case'`],
    ['request', `request_id = 'another'`],
  ])('reports exactly the entry whose %s the owner of the database changed', async (_, change) => {
    const tenant = await aSealedLog()
    const id = await sealed(tenant, 3)
    await tamper(`update audit_entries set ${change} where account_id = $1 and id = $2`, [
      tenant.accountId,
      id,
    ])
    expect((await verify(tenant)).problems).toEqual([`seal 3: entry ${id}, or the seal itself, was changed`])
  })

  it('reports a removed entry, with or without its seal', async () => {
    const tenant = await aSealedLog()
    const id = await sealed(tenant, 2)
    const here = [tenant.accountId, id]
    await tamper('delete from audit_entries where account_id = $1 and id = $2', here)
    expect((await verify(tenant)).problems).toEqual([`seal 2: entry ${id} was removed`])
    await tamper('delete from audit_seals where account_id = $1 and entry_id = $2', here)
    expect((await verify(tenant)).problems).toEqual(['seal 2 was removed'])
    // The following seals are renumbered, so that there is no gap.
    await owner.query("set session_replication_role = 'replica'")
    await owner.query('update audit_seals set number = number - 1 where account_id = $1 and number > 2', [
      tenant.accountId,
    ])
    await owner.query("set session_replication_role = 'origin'")
    expect((await verify(tenant)).problems[0]).toMatch(/^seal 2: entry .*was changed$/)
  })

  it('reports an inserted entry, with or without a seal', async () => {
    const tenant = await aSealedLog(4)
    const put = `insert into audit_entries (account_id, id, at, actor_kind, actor_label, action, object_type, request_id)
      values ($1, gen_random_uuid(), '2026-01-01', 'system', 'x', 'payments.post', 'payment', 'x')`
    await tamper(put, [tenant.accountId])
    const { problems } = await verify(tenant)
    expect(problems).toEqual([expect.stringMatching(/^entry \S+ has no seal: it was put in/)])
    const id = problems[0]!.split(' ')[1]
    await owner.query("set session_replication_role = 'replica'")
    await owner.query('update audit_seals set number = number + 1000 where account_id = $1 and number > 2', [
      tenant.accountId,
    ])
    await owner.query(
      'update audit_seals set number = number - 999 where account_id = $1 and number > 1000',
      [tenant.accountId],
    )
    await owner.query("set session_replication_role = 'origin'")
    await tamper(`insert into audit_seals values ($1, 3, $2, now(), sha256('made up'))`, [
      tenant.accountId,
      id,
    ])
    expect((await verify(tenant)).problems[0]).toBe(`seal 3: entry ${id}, or the seal itself, was changed`)
  })

  it('reports a truncated chain, by the entries and by a kept hash', async () => {
    const tenant = await aSealedLog(3)
    const { last } = await verify(tenant)
    const id = await sealed(tenant, 3)
    const here = [tenant.accountId, id]
    await tamper('delete from audit_seals where account_id = $1 and entry_id = $2', here)
    expect((await verify(tenant)).problems).toEqual([
      `entry ${id} has no seal: it was put in, or its seal was removed`,
    ])
    await tamper('delete from audit_entries where account_id = $1 and id = $2', here)
    expect((await verify(tenant)).problems).toEqual([])
    expect((await verify(tenant, last!)).problems).toEqual([
      'seal 3, which was kept, is gone: the chain ends at 2',
    ])
  })

  it('accepts a fully rewritten chain, unless a kept hash differs', async () => {
    const tenant = await aSealedLog(3)
    const { last } = await verify(tenant)
    await owner.query("set session_replication_role = 'replica'")
    await owner.query('delete from audit_seals where account_id = $1', [tenant.accountId])
    await owner.query(
      `insert into audit_unsealed select account_id, id from audit_entries where account_id = $1`,
      [tenant.accountId],
    )
    await owner.query("set session_replication_role = 'origin'")
    await sealEntries(tenant.uow())
    expect((await verify(tenant)).problems).toEqual([])
    expect((await verify(tenant, last!)).problems).toEqual([
      'seal 3 is not the one that was kept: what it seals was rewritten',
    ])
  })

  it('reports an entry that was removed before it was sealed', async () => {
    const tenant = await aSealedLog(1)
    await write(tenant, 'to be gone')
    const { rows } = await owner.query<{ entry_id: string }>(
      'select entry_id from audit_unsealed where account_id = $1',
      [tenant.accountId],
    )
    await tamper('delete from audit_entries where account_id = $1 and id = $2', [
      tenant.accountId,
      rows[0]!.entry_id,
    ])
    expect((await verify(tenant)).problems).toEqual([
      `entry ${rows[0]!.entry_id} was removed before it was sealed`,
    ])
  })
})

describe('sealEntries', () => {
  it('makes one chain when eight run at once', async () => {
    const tenant = await test.tenant()
    for (let at = 0; at < 40; at++) await write(tenant, `note ${at}`)
    await Promise.all(Array.from({ length: 8 }, () => sealEntries(tenant.uow())))
    await sealEntries(tenant.uow())
    expect(await verify(tenant)).toMatchObject({ sealed: 40, waiting: 0, problems: [] })
  })

  it('seals an entry that is committed long after later ones were sealed', async () => {
    const tenant = await test.tenant()
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let wrote = () => {}
    const written = new Promise<void>((resolve) => {
      wrote = resolve
    })
    const late = inAccount(
      test.app,
      { requestId: 'late', ip: null },
      tenant.owner,
      tenant.accountId,
      async (ctx) => {
        await audit(ctx, 'payments.post', { type: 'payment', id: null })
        wrote()
        await held
      },
    )
    await written
    test.clock.advance(MINUTE_MS)
    await write(tenant, 'later, and committed before')
    await sealEntries(tenant.uow())
    expect(await verify(tenant)).toMatchObject({ sealed: 1, waiting: 0 })
    commit()
    await late
    await sealEntries(tenant.uow())
    expect(await verify(tenant)).toMatchObject({ sealed: 2, waiting: 0, problems: [] })
  })

  it('does not depend on clocks, time zones or the content of texts', async () => {
    const tenant = await test.tenant()
    await write(tenant, 'now')
    test.clock.advance(-400 * DAY_MS)
    await write(tenant, 'a year ago: "quoted" \\ \u2028 Żółć 🧾 {"a": null}')
    await sealEntries(tenant.uow())
    test.clock.advance(400 * DAY_MS)
    await owner.query("set timezone = 'Asia/Kathmandu'")
    expect(await verify(tenant)).toMatchObject({ sealed: 2, problems: [] })
  })

  it('prevents the serving role from forging or changing seals and from hiding unsealed entries', async () => {
    const tenant = await aSealedLog(2)
    await write(tenant, 'waits')
    const client = new pg.Client({ ...test.ownerConfig, options: '-c role=quittance_app' })
    await client.connect()
    await client.query("select set_config('app.account_id', $1, false)", [tenant.accountId])
    for (const statement of [
      `insert into audit_seals values ('${tenant.accountId}', 9, gen_random_uuid(), now(), sha256('x'))`,
      'update audit_seals set number = number + 10',
      'delete from audit_seals',
      'delete from audit_unsealed',
      `insert into audit_unsealed select account_id, entry_id from audit_seals`,
      'alter table audit_entries disable trigger to_be_sealed',
      "set session_replication_role = 'replica'",
    ])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    // Another account is not visible at all.
    await client.query("select set_config('app.account_id', gen_random_uuid()::text, false)")
    expect((await client.query('select * from audit_seals')).rows).toEqual([])
    expect((await client.query('select seal_audit(100) as sealed')).rows).toEqual([{ sealed: 0 }])
    await client.end()
    await expect(
      owner.query('update audit_seals set made_at = now() where account_id = $1', [tenant.accountId]),
    ).rejects.toThrow('never changed or deleted')
  })
})
