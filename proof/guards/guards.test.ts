import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRowAccess, type RowAccess, tablesWithRowSecurity } from '../../testing/sweep/row-access.ts'
import { openSweep, type Sweep } from '../../testing/sweep/sweep.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import ACCEPTED from './accepted.json' with { type: 'json' }
import { type Finding, Inquiry } from './inquiry.ts'
import { type KeptRows, keepRows } from './kept-rows.ts'
import { probesOf } from './probes.ts'
import { makeTwin } from './twin.ts'
import { accessWalls, guardWalls, openDoors, type Wall } from './walls.ts'

const REPORT = 'test-results/guards.txt'

let test: TestServer
let sweep: Sweep
let kept: KeptRows
let inquiry: Inquiry
let tables: string[]

const rowLevelSecurity = async (verb: 'disable' | 'enable') => {
  for (const table of tables) await sweep.inspector.rows(`alter table ${table} ${verb} row level security`)
}

beforeAll(async () => {
  test = await createTestServer()
  // Ids and moments are in the order in which things are made, so that lists come alike in every run.
  test.clock.walk(1)
  sweep = await openSweep(test)
  tables = await tablesWithRowSecurity(sweep.inspector)
  const probes = await probesOf(sweep)
  test.clock.walk(0)
  const twin = await makeTwin(sweep.inspector, sweep.own.accountId, tables)
  kept = await keepRows(sweep.inspector)
  await rowLevelSecurity('disable')
  inquiry = await Inquiry.open(probes, kept, [sweep.rival.accountId, twin])
})
afterAll(async () => {
  await sweep?.inspector.close()
  await test?.close()
})

it('predicates alone hold: without row-level security every call comes out as the policy says', () => {
  expect(inquiry.problems()).toEqual([])
})

it('a call that is made again comes out the same, or it could never notice anything', async () => {
  expect((await inquiry.unsteady()).join('\n')).toBe('')
})

it('each wall that is taken away is missed, or stands behind another, or is told of', async () => {
  const only = process.env.GUARDS?.split(',')
  const isAsked = (id: string) => !only || only.some((text) => id.includes(text))
  const walls = [...accessWalls(), ...guardWalls()].filter(({ id }) => isAsked(id))
  // One of these may stand before one that is asked about, or beside it.
  const unasked = guardWalls().filter(({ id }) => !isAsked(id))
  const found = new Map<Wall, Finding>()
  for (const wall of walls) found.set(wall, await inquiry.find(wall))
  const firstWalls = [
    ...openDoors(),
    ...accessWalls(),
    ...walls.filter((wall) => found.get(wall)!.outcome === 'noticed' && wall.kind !== 'access'),
  ]
  for (const wall of walls.filter((one) => found.get(one)!.outcome === 'unnoticed'))
    found.set(wall, await inquiry.findBehind(wall, [...firstWalls, ...unasked]))
  const unnoticed = walls.filter((one) => found.get(one)!.outcome === 'unnoticed')
  for (const wall of unnoticed) {
    const instead = await inquiry.metInsteadOf(wall, unasked)
    found.set(wall, await inquiry.findBehind(wall, [...unnoticed, ...instead], 'paired'))
  }
  mkdirSync('test-results', { recursive: true })
  writeFileSync(REPORT, report(found))
  console.log(figures(found))
  expect(inquiry.drifts().join('\n')).toBe('')
  const survivors = [...found].filter(([, { outcome }]) => outcome === 'unnoticed' || outcome === 'not met')
  const accepted = new Set(Object.values(ACCEPTED).flat().filter(isAsked))
  expect(survivors.map(([{ id }]) => id).filter((id) => !accepted.has(id))).toEqual([])
  const survived = new Set(survivors.map(([{ id }]) => id))
  // One that is missed by now, or is no more.
  expect([...accepted].filter((id) => !survived.has(id))).toEqual([])
})

it('row-level security alone holds: with every predicate of accounts away, every call comes out as the policy says', async () => {
  await rowLevelSecurity('enable')
  // Not so the one that chooses the account, before row-level security knows of any.
  const predicates = guardWalls().filter(
    ({ kind, id }) => kind === 'account' && !id.includes('enterWithRole'),
  )
  expect(predicates.length).toBeGreaterThan(150)
  expect(await inquiry.noticedByAny(predicates)).toBeNull()
})

it('a table without row-level security, and a policy that lets everything through, is missed', async () => {
  const reach = await openRowAccess(test.ownerConfig, sweep.inspector)
  const missed = (table: string) => reach.findViolation(table, sweep.own.accountId)
  const survivors: string[] = []
  let count = 0
  const weaken = async (table: string, wrong: string, right: string): Promise<void> => {
    count += 1
    await sweep.inspector.rows(wrong)
    if (typeof (await missed(table)) !== 'string') survivors.push(wrong)
    await sweep.inspector.rows(right)
  }
  try {
    for (const table of await withRows(reach)) {
      const alter = `alter table ${table}`
      await weaken(table, `${alter} disable row level security`, `${alter} enable row level security`)
      const tenant = `alter policy tenant on ${table}`
      await weaken(table, `${tenant} using (true)`, `${tenant} using (account_id = app_account())`)
      // Where the serving role may write nothing at all, there is nothing that this could let through.
      if (await mayWrite(table))
        await weaken(
          table,
          `${tenant} with check (true)`,
          `${tenant} with check (account_id = app_account())`,
        )
    }
  } finally {
    await reach.close()
  }
  console.log(`${count} weakened tables and policies, ${survivors.length} of them unnoticed`)
  expect(survivors).toEqual([])
})

async function mayWrite(table: string): Promise<boolean> {
  const [found] = await sweep.inspector.rows<{ may: boolean }>(
    `select has_any_column_privilege('quittance_app', $1, 'insert')
       or has_any_column_privilege('quittance_app', $1, 'update') as may`,
    [table],
  )
  return found!.may
}

async function withRows(reach: RowAccess): Promise<string[]> {
  const found: string[] = []
  for (const table of tables)
    if ((await reach.findViolation(table, sweep.own.accountId)) !== undefined) found.push(table)
  return found
}

const figures = (found: Map<Wall, Finding>): string =>
  [...Map.groupBy([...found], ([{ kind }, { outcome }]) => `${kind} ${outcome}`)]
    .map(([name, list]) => `${name}: ${list.length}`)
    .sort()
    .join('\n')

const report = (found: Map<Wall, Finding>): string =>
  [...found]
    .map(([{ kind, id }, finding]) => {
      const why = 'by' in finding ? finding.by.slice(0, 200) : 'behind' in finding ? finding.behind : ''
      return `${finding.outcome}\t${kind}\t${id}\t${why}`.replace(/[\r\n]/g, ' ')
    })
    .sort()
    .join('\n')
