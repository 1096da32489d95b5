import { afterEach, expect, it } from 'vitest'
import { ended, programOf } from '../../testing/product-process.ts'
import { callOnce } from '../crashes/call-api.ts'
import { findBrokenFacts } from '../crashes/facts.ts'
import { issueInvoice } from '../crashes/issue-invoice.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { printFigures } from './print-figures.ts'
import { type FleetLoad, findBreaches, findLosses, startFleetLoad } from './under-load.ts'

/** The service answers within this time after the new primary answers a query. */
const LONGEST_MS = 10_000

const fleets: Fleet[] = []
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.close()
})

async function openFleet(replica: 'synchronous' | 'asynchronous'): Promise<Fleet> {
  const fleet = await startFleet({ replica })
  fleets.push(fleet)
  const isStreaming = async () =>
    (await fleet.primary.query(`select 1 from pg_stat_replication where state = 'streaming'`)).length
  await expect.poll(isStreaming, { timeout: 60_000 }).toBe(1)
  return fleet
}

/** Promotes the replica. Returns the moment at which it answers as a primary. */
async function promote({ replica, followReplica }: Fleet): Promise<number> {
  await replica!.promote()
  const takesWrites = async () =>
    (await replica!.query<{ no: string }>('show transaction_read_only').catch(() => [])).length
  await expect.poll(takesWrites, { timeout: 60_000 }).toBe(1)
  followReplica()
  return performance.now()
}

/** Resolves when a read and a write were answered. */
async function untilServed(fleet: Fleet, { company }: FleetLoad): Promise<void> {
  const token = await company.token()
  const read = { method: 'GET', path: `/api/accounts/${company.accountId}/invoices/`, token } as const
  const write = { origin: fleet.origin, company, facts: [], number: 0 }
  const isServed = async () => {
    const { status } = await callOnce(fleet.origin, read)
    return status === 200 && (await issueInvoice(write)) !== null
  }
  await expect.poll(() => isServed().catch(() => false), { timeout: 60_000, interval: 20 }).toBe(true)
}

it('loses no acknowledged payment when the primary is killed and its synchronous replica promoted', async () => {
  const fleet = await openFleet('synchronous')
  const load = await startFleetLoad(fleet)
  await load.progress(40)
  const lostAt = performance.now()
  await fleet.primary.kill()
  const answersAt = await promote(fleet)
  await untilServed(fleet, load)
  const servedAfterMs = performance.now() - answersAt
  expect(servedAfterMs).toBeLessThan(LONGEST_MS)
  await load.progress(20)
  const verify = fleet.launch('verify-ledger', programOf('verify-ledger'))
  expect(await ended(verify.child), verify.said()).toBe(0)
  expect(await findBreaches(fleet, load)).toEqual([])
  printFigures('failover', {
    servedAfterMs: Math.round(servedAfterMs),
    promotedAfterMs: Math.round(answersAt - lostAt),
    acknowledged: load.facts.length,
  })
})

it('shows payments that a replica had not received', async () => {
  const fleet = await openFleet('asynchronous')
  const load = await startFleetLoad(fleet)
  await load.progress(8)
  await fleet.replica!.query("alter system set primary_conninfo = ''")
  await fleet.replica!.query('select pg_reload_conf()')
  const receives = async () => (await fleet.primary.query('select 1 from pg_stat_replication')).length
  await expect.poll(receives, { timeout: 60_000 }).toBe(0)
  await load.progress(20)
  await load.stop()
  expect(await findLosses(fleet, load)).toEqual([])
  await fleet.primary.kill()
  await promote(fleet)
  expect((await findBrokenFacts(fleet, load.facts)).length).toBeGreaterThan(0)
})
