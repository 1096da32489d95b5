import type { contract } from '../../../contract/index.ts'
import type { RequestOf, Route } from '../../../contract/route.ts'
import type { Principal } from '../principals.ts'
import type { Subject } from '../subject.ts'

/** A request that succeeds for every caller who is allowed to make it. */
export interface SampleCall {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly bytes: Buffer }
  readonly headers?: Readonly<Record<string, string>>
  /** Host of a public route that exists only on a company's host. */
  readonly host?: string
  /** Expected status for a caller who is allowed, but whose state the route rejects. Defaults to the route's own. */
  readonly status?: number
}

type Typed<R extends Route> = Omit<RequestOf<R>, 'body'> &
  Pick<SampleCall, 'host' | 'status' | 'headers'> &
  (R['body'] extends { file: readonly string[] } | { raw: readonly string[] }
    ? { file: { type: string; bytes: Buffer } }
    : { body?: RequestOf<R>['body'] })

export type Sample<R extends Route> = (subject: Subject, who: Principal) => Typed<R> | Promise<Typed<R>>

/** One sample for each route of a room. A route without a sample does not compile, and the sweep fails. */
export type SamplesOf<Room extends keyof typeof contract> = {
  readonly [Name in keyof (typeof contract)[Room]]: (typeof contract)[Room][Name] extends Route
    ? Sample<(typeof contract)[Room][Name]>
    : never
}

export const account = (s: Subject) => ({ account: s.company.accountId })
/** For staff routes without an account in the path. */
export const accountHeader = (s: Subject) => ({ 'x-account-id': s.company.accountId })
export const oneCustomer = (s: Subject) => ({ ...account(s), customer: s.debtor.customerId })
export const oneInvoice = (s: Subject) => ({ ...account(s), invoice: s.debtor.invoiceId })
export const payersInvoice = (s: Subject) => ({ invoice: s.debtor.invoiceId })
