import type { App } from '../server/platform/context.ts'
import { runDueWork } from '../server/platform/due-work/run-due-work.ts'
import type { Schedule } from '../server/platform/registry.ts'
import { median } from './measuring.ts'
import { openOwnDatabase } from './own-database.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * Due work with an empty schedule, on its own database with fsync on. First the CPU of a minute in which a worker looks
 * every second: with 100,000 accounts of which one in a thousand has something due, beside 100 accounts with as much due.
 * Then how fast one worker drains a million due items. `node bench/due-work.ts [items]`
 */
const ITEMS = Number(process.argv[2] ?? 1_000_000)
const MANY_ACCOUNTS = 100_000
const FEW_ACCOUNTS = 100
const ROUNDS = 5
const LOOKS_A_MINUTE = 60
const LEAST_A_SECOND = 1000

const EMPTY: readonly Schedule[] = [
  { name: 'imports.forget', run: async () => {}, nextDue: async () => null },
]

const { app, owner, cpuS, close } = await openOwnDatabase('due-work')

/** Gives each of `accounts` accounts one item in a month, and the first `due` of them one that is due. */
async function fill(accounts: number, due: number): Promise<void> {
  await owner.query('truncate due_work')
  await owner.query(
    `insert into due_work (account_id, schedule, key, due_at)
      select md5(n::text)::uuid, 'imports.forget', '', now() + interval '30 days' from generate_series(1, $1::int) n`,
    [accounts],
  )
  await markDue(due)
  await owner.query('vacuum analyze due_work')
}

const markDue = (due: number) =>
  owner.query(
    `insert into due_work (account_id, schedule, key, due_at)
      select md5(n::text)::uuid, 'imports.forget', 'due', now() from generate_series(1, $1::int) n on conflict do nothing`,
    [due],
  )

/** CPU seconds of a minute's looks, of Node and PostgreSQL together. */
async function measureMinute(app: App, due: number): Promise<number> {
  await markDue(due)
  const before = cpuS()
  for (let look = 0; look < LOOKS_A_MINUTE; look++) await runDueWork(app, EMPTY)
  return cpuS() - before
}

async function compareMinutes(): Promise<Finding> {
  const due = MANY_ACCOUNTS / 1000
  const [few, many]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [accounts, figures] of [
      [FEW_ACCOUNTS, few!],
      [MANY_ACCOUNTS, many!],
    ] as const) {
      await fill(accounts, due)
      await measureMinute(app, due)
      figures.push(await measureMinute(app, due))
    }
  const ratio = median(many!.map((figure, at) => figure / few![at]!))
  return {
    what: 'a minute of looking for due work',
    at: `${MANY_ACCOUNTS} accounts, ${due} due`,
    figure: `${median(many!).toFixed(2)} s of CPU`,
    reference: `${median(few!).toFixed(2)} s with ${FEW_ACCOUNTS} accounts`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: '≤ 2 ×',
    met: ratio <= 2,
  }
}

async function drain(): Promise<Finding> {
  await fill(ITEMS, ITEMS)
  const [began, cpuBefore] = [performance.now(), cpuS()]
  await runDueWork(app, EMPTY)
  const seconds = (performance.now() - began) / 1000
  const cpu = cpuS() - cpuBefore
  const { rows } = await owner.query(`select count(*)::int as left from due_work where key = 'due'`)
  if (rows[0].left > 0) throw new Error(`${rows[0].left} items are left.`)
  const aSecond = ITEMS / seconds
  return {
    what: 'draining due work by one worker',
    at: `${ITEMS} items, one an account`,
    figure: `${Math.round(aSecond)} a second`,
    reference: `${((cpu / ITEMS) * 1e6).toFixed(0)} µs of CPU each`,
    ratio: '',
    target: `≥ ${LEAST_A_SECOND} a second`,
    met: aSecond >= LEAST_A_SECOND,
  }
}

reportStandalone('due-work', [await compareMinutes(), await drain()])
await close()
