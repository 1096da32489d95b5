import type { contract } from '../../../contract/index.ts'
import type { RequestOf, Route } from '../../../contract/route.ts'
import type { Principal } from '../principals.ts'
import type { Subject } from '../subject.ts'

/** A call that works for whoever may make it. */
export interface SampleCall {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly bytes: Buffer }
  readonly headers?: Readonly<Record<string, string>>
  /** Of public routes that exist on a company's host only. */
  readonly host?: string
  /** Instead of the route's own status, for callers to whom it can only say that it is not for them now. */
  readonly status?: number
}

type Typed<R extends Route> = Omit<RequestOf<R>, 'body'> &
  Pick<SampleCall, 'host' | 'status' | 'headers'> &
  (R['body'] extends { file: readonly string[] } | { raw: readonly string[] }
    ? { file: { type: string; bytes: Buffer } }
    : { body?: RequestOf<R>['body'] })

export type Sample<R extends Route> = (subject: Subject, who: Principal) => Typed<R> | Promise<Typed<R>>

/** One sample a route of a room of the contract: with a route that has none, this does not compile and the sweep fails. */
export type SamplesOf<Room extends keyof typeof contract> = {
  readonly [Name in keyof (typeof contract)[Room]]: (typeof contract)[Room][Name] extends Route
    ? Sample<(typeof contract)[Room][Name]>
    : never
}

export const account = (s: Subject) => ({ account: s.company.accountId })
export const oneCustomer = (s: Subject) => ({ ...account(s), customer: s.debtor.customerId })
export const oneInvoice = (s: Subject) => ({ ...account(s), invoice: s.debtor.invoiceId })
export const payersInvoice = (s: Subject) => ({ invoice: s.debtor.invoiceId })
