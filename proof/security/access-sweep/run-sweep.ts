import { expect } from 'vitest'
import { allRoutes } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { changedTables } from '../../../testing/sweep/database-inspector.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import { isRead } from '../../../testing/sweep/sweep-call.ts'

/*
 * The sweep calls every route of the contract as every kind of caller, with the caller's own ids, another customer's, another
 * tenant's and unknown ids. The expected response follows from the route's declared access and the table of roles alone, so a
 * new route is swept on its first day; it only needs a sample request in testing/sweep/samples/.
 */

const LANES = 4

/** One part of the routes, so that a file's work is short: the first of three is { at: 0, of: 3 }. */
export interface Part {
  readonly at: number
  readonly of: number
}

const WHOLE: Part = { at: 0, of: 1 }

/** Takes every second or third one, because routes of a room cost alike. */
const take = <Item>(items: readonly Item[], { at, of }: Part): Item[] =>
  items.filter((_, index) => index % of === at)

/** Returns the routes that write, or a part of them. */
export const writesOf = (part = WHOLE): Route[] =>
  take(
    allRoutes.filter((route) => !isRead(route)),
    part,
  )

/** Returns the routes that read, or a part of them. */
export const readsOf = (part = WHOLE): Route[] => take(allRoutes.filter(isRead), part)

/** Checks a list, four at a time by default, and returns the problems found. */
export async function problemsOf<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<string | null | undefined>,
  lanes = LANES,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const problem = await check(item)
      if (problem) found.push(problem)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return found
}

/** Returns the rows that changed while `work` ran, apart from the counters of calls. */
export async function changesDuring(sweep: Sweep, work: () => Promise<unknown>): Promise<string[]> {
  const before = await sweep.inspector.state()
  await work()
  return changedTables(before, await sweep.inspector.state())
}

/** Fails when a check finds a problem with an item, or when the checks change rows. */
export async function expectNoProblem<Item>(
  sweep: Sweep,
  items: readonly Item[],
  check: (item: Item) => Promise<string | null | undefined>,
): Promise<void> {
  let wrong: string[] = []
  const changed = await changesDuring(sweep, async () => {
    wrong = await problemsOf(items, check)
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}

/** Fails when a response of the sweep contained a secret of the database, the configuration or a request. */
export async function expectNoSecretAnswered(sweep: Sweep): Promise<void> {
  const secrets = await sweep.inspector.secrets()
  expect(secrets.size).toBeGreaterThan(100)
  const typed = ['4242424242424242', sweep.test.app.config.secret, sweep.own.debtors.first.payLinkSecret]
  const everything = sweep.responses.join('\n')
  expect([...secrets, ...typed].filter((secret) => everything.includes(secret))).toEqual([])
}
