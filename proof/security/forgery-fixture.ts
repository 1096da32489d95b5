import { allRoutes } from '../../contract/index.ts'
import { openProviderRoundTrips, type ProviderRoundTrips } from '../../testing/provider-round-trips.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../../testing/sweep/principals.ts'
import { type Answer, type Cell, makeCells, refusalProblem } from '../../testing/sweep/sweep-call.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** Two companies with callers of every kind, and the identity providers' round trips. */
export interface ForgeryFixture {
  readonly roundTrips: ProviderRoundTrips
  readonly test: TestServer
  readonly own: SweptCompany
  readonly rival: SweptCompany
  readonly principals: readonly Principal[]
  readonly cells: readonly Cell[]
}

export async function openForgeryFixture(): Promise<ForgeryFixture> {
  const roundTrips = await openProviderRoundTrips()
  const { test } = roundTrips
  const own = await aSweptCompany(test, 'forged-supplies')
  const rival = await aSweptCompany(test, 'forged-rival')
  const principals = await makePrincipals(test, own, rival)
  return { roundTrips, test, own, rival, principals, cells: makeCells(allRoutes, principals, own, rival) }
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
