import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import type { Principal } from './principals.ts'
import * as ownData from './samples/account-data.ts'
import * as booking from './samples/accounting.ts'
import * as answering from './samples/answers.ts'
import * as billing from './samples/billing.ts'
import * as contacting from './samples/contact-changes.ts'
import * as developing from './samples/developers.ts'
import * as addressing from './samples/email-addresses.ts'
import * as invoicing from './samples/invoicing.ts'
import * as lateFees from './samples/late-fees.ts'
import * as connecting from './samples/payment-connections.ts'
import * as planning from './samples/payment-plans.ts'
import * as paying from './samples/payments.ts'
import * as people from './samples/people.ts'
import * as entering from './samples/portal-access.ts'
import * as seeing from './samples/portal-and-reports.ts'
import * as reminding from './samples/reminders.ts'
import type { Sample, SampleCall, SamplesOf } from './samples/sample.ts'
import * as stating from './samples/statements.ts'
import * as team from './samples/team.ts'
import * as working from './samples/worklist.ts'
import type { Subject } from './subject.ts'

export type { SampleCall } from './samples/sample.ts'

const SAMPLES: { readonly [Room in keyof typeof contract]: SamplesOf<Room> } = {
  ...people,
  ...ownData,
  ...booking,
  ...team,
  ...addressing,
  ...contacting,
  ...invoicing,
  ...paying,
  ...connecting,
  ...billing,
  ...seeing,
  ...entering,
  ...reminding,
  ...stating,
  ...working,
  ...answering,
  ...lateFees,
  ...planning,
  ...developing,
}

/** The sample of each route that has one, as its file writes it. */
const WRITTEN: readonly (readonly [Route, Sample<Route>])[] = Object.entries(contract).flatMap(
  ([room, routes]) =>
    Object.entries(routes as Record<string, Route>).flatMap(([name, route]) => {
      const sample = (SAMPLES as Record<string, Record<string, Sample<Route>>>)[room]?.[name]
      return sample ? [[route, sample] as const] : []
    }),
)

/** Sample requests by route. */
export const sampleOf: ReadonlyMap<Route, (subject: Subject, who: Principal) => Promise<SampleCall>> =
  new Map(
    WRITTEN.map(([route, sample]) => [
      route,
      async (subject: Subject, who: Principal) => sample(subject, who) as Promise<SampleCall>,
    ]),
  )

/** Routes whose samples take the caller, and so need other records for each of them. */
export const sampledByCaller: ReadonlySet<Route> = new Set(
  WRITTEN.filter(([, sample]) => sample.length > 1).map(([route]) => route),
)
