import { beforeAll } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import { setUpProviderRoundTrips } from '../../testing/provider-round-trips.ts'
import { setUp } from '../../testing/set-up.ts'
import { aSweptCompany } from '../../testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../../testing/sweep/principals.ts'
import { type Answer, type Cell, makeCells, refusalProblem } from '../../testing/sweep/sweep-call.ts'

/** Gives a test file two companies with callers of every kind, and the identity providers' round trips. */
export function setUpForgery() {
  const roundTrips = setUpProviderRoundTrips()
  const test = setUp(async () => roundTrips.test)
  const own = setUp(() => aSweptCompany(test, 'forged-supplies'))
  const rival = setUp(() => aSweptCompany(test, 'forged-rival'))
  const principals: Principal[] = []
  const cells: Cell[] = []
  beforeAll(async () => {
    principals.push(...(await makePrincipals(test, own, rival)))
    cells.push(...makeCells(allRoutes, principals, own, rival))
  })
  return { roundTrips, test, own, rival, principals, cells }
}

/** Checks that a response is a refusal with one of these statuses and reveals nothing. */
export const findRefusalProblem = (
  name: string,
  answer: Answer,
  statuses: readonly number[],
): string | null =>
  statuses.includes(answer.status)
    ? (refusalProblem(answer) ??
      (answer.text.length > 1_000 ? `${name}: ${answer.text.length} letters` : null))
    : `${name}: ${answer.status} ${answer.text}`
