import { setTimeout as sleep } from 'node:timers/promises'
import { callUntilAnswered } from '../crashes/call-api.ts'
import { findBrokenFacts } from '../crashes/facts.ts'
import { type Company, openCompany } from '../crashes/open-company.ts'
import { settleAndCheck } from '../crashes/random-kills.ts'
import { type Load, startLoad } from '../crashes/start-load.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import type { Fleet } from './fleet.ts'

const CUSTOMERS = 8
const PEOPLE = 4
const POLL_MS = 50
/** Longer than any pause of the load on a slow machine. */
const PROGRESS_MS = 120_000

/** An interrupted job returns after a minute, and a slow machine needs longer. */
const WORK_MS = 300_000
const WORK_POLL_MS = 500

/** A company whose people invoice, pay, refund and import through the proxy. */
export interface FleetLoad extends Load {
  readonly company: Company
  /** Number of answered reads. */
  reads(): number
  /** Resolves when `count` more results were acknowledged. Throws when they are not in time. */
  progress(count?: number): Promise<void>
}

export async function startFleetLoad(fleet: Fleet): Promise<FleetLoad> {
  const company = await openCompany(fleet.origin, CUSTOMERS)
  const load = startLoad(fleet.origin, company, PEOPLE)
  const readers = startReaders(fleet.origin, company)
  return {
    ...load,
    company,
    reads: readers.count,
    async stop() {
      await Promise.all([load.stop(), readers.stop()])
    },
    async progress(count = PEOPLE) {
      const wanted = load.facts.length + count
      for (const end = performance.now() + PROGRESS_MS; load.facts.length < wanted; await sleep(POLL_MS)) {
        load.throwFailure()
        if (performance.now() > end) throw new Error('The load stands still.')
      }
    },
  }
}

const READS = ['invoices/', 'customers/', 'payments/', 'dashboard/'] as const
const BETWEEN_READS_MS = 20

/** Staff who read lists and the dashboard in turn. A read without an answer is repeated. */
function startReaders(origin: string, company: Company) {
  let running = true
  let answered = 0
  const loop = (async () => {
    while (running) {
      const path = `/api/accounts/${company.accountId}/${READS[answered % READS.length]}`
      const reply = await callUntilAnswered(origin, { method: 'GET', path, token: await company.token() })
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      answered += 1
      await sleep(BETWEEN_READS_MS)
    }
  })()
  // Awaited by stop() only.
  loop.catch(() => {})
  return {
    count: () => answered,
    async stop() {
      running = false
      await loop
    },
  }
}

/** A message that left more than once, or a job that is lost. */
const WORK_BREACHES = `
  select 'a message left twice: ' || kind || ' ' || to_address as text from mail_messages m
    where (select count(*) from demo_mailbox b where b.id = m.id) > 1
  union all select 'a message did not leave: ' || kind || ' ' || status from mail_messages
    where status <> 'sent' and not (at_most_once and status in ('unknown', 'canceled'))
  union all select 'a payer got two receipts of one payment' from mail_messages
    where kind = 'payments.receipt' group by account_id, related_id, to_address having count(*) > 1
  union all select 'a job failed for good: ' || name from pgboss.job where state = 'failed'
  union all select 'a job is left: ' || name || ' ' || state from pgboss.job
    where state <> 'completed' and start_after <= now() and name not like 'platform.%' and name not like '\\_\\_pgboss%'`

/** Enough for the due work of every scenario, and quicker than the steps after random kills. */
const SETTLE_STEPS = ['PT10M', 'PT3H', 'P1D', 'P10D', 'P10D']

/** Ends the load and lets the clock pass. Returns lost and doubled results, broken invariants and jobs that are left. */
export async function findBreaches(fleet: Fleet, load: Load): Promise<string[]> {
  await load.stop()
  return [
    ...(await settleAndCheck(fleet, SETTLE_STEPS)),
    ...(await findBrokenFacts(fleet, load.facts)),
    ...(await findUndoneWork(fleet)),
  ]
}

/** Waits for the jobs of a killed worker, which return after a minute. Returns what is left or was done twice. */
async function findUndoneWork(fleet: Fleet): Promise<string[]> {
  const find = () => breachesOf((text) => fleet.query(text), WORK_BREACHES)
  let found = await find()
  for (
    const end = performance.now() + WORK_MS;
    found.length > 0 && performance.now() < end;
    found = await find()
  )
    await sleep(WORK_POLL_MS)
  return found
}

/** Returns broken invariants and facts at this moment, without letting the clock pass. */
export async function findLosses(fleet: Fleet, load: Load): Promise<string[]> {
  return [
    ...(await breachesOf((text) => fleet.query(text), INVARIANTS)),
    ...(await findBrokenFacts(fleet, load.facts)),
  ]
}
