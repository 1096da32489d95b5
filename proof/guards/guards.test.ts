import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openRowAccess, type RowAccess, tablesWithRowSecurity } from '../../testing/sweep/row-access.ts'
import { openSweep, type Sweep } from '../../testing/sweep/sweep.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import ACCEPTED from './accepted.json' with { type: 'json' }
import { createProbes } from './probes.ts'
import { accessProtections, guardProtections, type Protection, sessionProtections } from './protections.ts'
import { type Finding, RemovalChecker } from './removal-checker.ts'
import { type TableSnapshot, takeSnapshot } from './table-snapshot.ts'
import { makeTwin } from './twin.ts'

const REPORT = 'test-results/guards.txt'

const test = setUpTestServer()
let sweep: Sweep
let snapshot: TableSnapshot
let checker: RemovalChecker
let tables: string[]

const rowLevelSecurity = async (verb: 'disable' | 'enable') => {
  for (const table of tables) await sweep.inspector.rows(`alter table ${table} ${verb} row level security`)
}

beforeAll(async () => {
  // The waits before another attempt are spread at random.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  // The clock advances at each reading, so that ids and times sort in the order of creation in every run.
  test.clock.walk(1)
  sweep = await openSweep(test)
  tables = await tablesWithRowSecurity(sweep.inspector)
  const probes = await createProbes(sweep)
  test.clock.walk(0)
  const twin = await makeTwin(sweep.inspector, sweep.own.accountId, tables)
  snapshot = await takeSnapshot(sweep.inspector)
  await rowLevelSecurity('disable')
  checker = await RemovalChecker.open(probes, snapshot, [sweep.rival.accountId, twin])
})
afterAll(async () => {
  vi.restoreAllMocks()
  await sweep?.inspector.close()
})

it('follows the policy without row-level security', () => {
  expect(checker.findProblems()).toEqual([])
})

it('gets the same outcome from every repeated call', async () => {
  expect((await checker.findUnstable()).join('\n')).toBe('')
})

it('detects every removed guard, unless it is redundant or accepted', async () => {
  const only = process.env.GUARDS?.split(',')
  const isSelected = (id: string) => !only || only.some((text) => id.includes(text))
  const protections = [...accessProtections(), ...guardProtections()].filter(({ id }) => isSelected(id))
  // An unselected guard may refuse before a selected one, or form a pair with it.
  const unselected = guardProtections().filter(({ id }) => !isSelected(id))
  const found = new Map<Protection, Finding>()
  for (const protection of protections) found.set(protection, await checker.find(protection))
  const first = [
    ...sessionProtections(),
    ...accessProtections(),
    ...protections.filter(
      (protection) => found.get(protection)!.outcome === 'detected' && protection.kind !== 'access',
    ),
  ]
  for (const protection of protections.filter((one) => found.get(one)!.outcome === 'undetected'))
    found.set(protection, await checker.findBehind(protection, [...first, ...unselected]))
  const undetected = protections.filter((one) => found.get(one)!.outcome === 'undetected')
  for (const protection of undetected) {
    const instead = await checker.findReachedWithout(protection, unselected)
    found.set(protection, await checker.findBehind(protection, [...undetected, ...instead], 'paired'))
  }
  mkdirSync('test-results', { recursive: true })
  writeFileSync(REPORT, report(found))
  console.log(figures(found))
  expect(checker.findDrifted().join('\n')).toBe('')
  const survivors = [...found].filter(
    ([, { outcome }]) => outcome === 'undetected' || outcome === 'not reached',
  )
  const accepted = new Set(Object.values(ACCEPTED).flat().filter(isSelected))
  expect(survivors.map(([{ id }]) => id).filter((id) => !accepted.has(id))).toEqual([])
  const survived = new Set(survivors.map(([{ id }]) => id))
  // An accepted guard must still exist and be undetected.
  expect([...accepted].filter((id) => !survived.has(id))).toEqual([])
})

it('follows the policy by row-level security alone, without any account predicate', async () => {
  await rowLevelSecurity('enable')
  // The predicate in enterWithRole selects the account, before row-level security applies. That in selectMembers excludes the user's
  // own memberships in other accounts, which a policy shows.
  const predicates = guardProtections().filter(
    ({ kind, id }) => kind === 'account' && !/enterWithRole|selectMembers/.test(id),
  )
  expect(predicates.length).toBeGreaterThan(150)
  expect(await checker.detectAny(predicates)).toBeNull()
})

it('detects a table without row-level security and a policy without a condition', async () => {
  const reach = await openRowAccess(test.ownerConfig, sweep.inspector)
  const reachOf = (table: string) => reach.findViolation(table, sweep.own.accountId)
  const survivors: string[] = []
  let count = 0
  const weaken = async (table: string, wrong: string, right: string): Promise<void> => {
    count += 1
    await sweep.inspector.rows(wrong)
    if (typeof (await reachOf(table)) !== 'string') survivors.push(wrong)
    await sweep.inspector.rows(right)
  }
  try {
    for (const table of await withRows(reach)) {
      const alter = `alter table ${table}`
      await weaken(table, `${alter} disable row level security`, `${alter} enable row level security`)
      for (const { name, using, check } of await policiesOf(table)) {
        const policy = `alter policy ${name} on ${table}`
        if (using !== null) await weaken(table, `${policy} using (true)`, `${policy} using (${using})`)
        // Without write privileges the policy's check has no effect.
        if (check !== null && (await mayWrite(table)))
          await weaken(table, `${policy} with check (true)`, `${policy} with check (${check})`)
      }
    }
  } finally {
    await reach.close()
  }
  console.log(`${count} weakened tables and policies, ${survivors.length} of them undetected`)
  expect(survivors).toEqual([])
})

/** Returns the policies that apply to the application's role: of most tables one by the account. */
const policiesOf = (table: string) =>
  sweep.inspector.rows<{ name: string; using: string | null; check: string | null }>(
    `select policyname as name, qual as using, with_check as check from pg_policies
     where schemaname = 'public' and tablename = $1 and roles = '{public}' order by 1`,
    [table],
  )

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

const figures = (found: Map<Protection, Finding>): string =>
  [...Map.groupBy([...found], ([{ kind }, { outcome }]) => `${kind} ${outcome}`)]
    .map(([name, list]) => `${name}: ${list.length}`)
    .sort()
    .join('\n')

const report = (found: Map<Protection, Finding>): string =>
  [...found]
    .map(([{ kind, id }, finding]) => {
      const why = 'by' in finding ? finding.by.slice(0, 200) : 'behind' in finding ? finding.behind : ''
      return `${finding.outcome}\t${kind}\t${id}\t${why}`.replace(/[\r\n]/g, ' ')
    })
    .sort()
    .join('\n')
