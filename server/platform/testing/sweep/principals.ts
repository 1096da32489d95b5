import { STAFF_ROLES, type StaffRole } from '../../../../domain/roles.ts'
import type { TestServer } from '../test-server.ts'
import { type Debtor, payLinkSession, portalSession, type SweptCompany, staffSession } from './company.ts'

/** Somebody who calls. `token` is of a session of theirs; `renew` opens another. */
export interface Principal {
  readonly name: string
  readonly host: string
  readonly token: string | undefined
  renew(): Promise<string | undefined>
  readonly is: Identity
}

export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'staff'; readonly company: SweptCompany; readonly role: StaffRole }
  | { readonly kind: 'customer'; readonly company: SweptCompany; readonly debtor: Debtor }
  | { readonly kind: 'pay_link'; readonly company: SweptCompany; readonly debtor: Debtor }

const APP_HOST = 'localhost'
const HOUR_MS = 3_600_000

/** Every kind of caller: of the company whose routes are swept, and of another one. */
export async function makePrincipals(
  test: TestServer,
  company: SweptCompany,
  rival: SweptCompany,
): Promise<Principal[]> {
  const { first, second } = company.debtors
  const made = [
    fixed('anonymous', undefined),
    fixed('garbage token', 'bm90.YS10b2tlbg.YXQtYWxs'),
    fixed('expired token', await expiredToken(test, company)),
    staff('unverified user', company.people.unverified, { kind: 'unverified' }),
    ...STAFF_ROLES.map((role) => staff(role, company.people[role], { kind: 'staff', company, role })),
    customer('customer', company, first),
    customer('sibling customer', company, second),
    payLink('pay link', company, first),
    staff('owner of another tenant', rival.people.owner, { kind: 'staff', company: rival, role: 'owner' }),
    customer('customer of another tenant', rival, rival.debtors.first),
    { ...customer("customer on another company's host", company, first), host: rival.host },
    { ...payLink("pay link on another company's host", company, first), host: rival.host },
  ]
  return Promise.all(made.map(async (one) => ({ ...one, token: await one.renew() })))

  function fixed(name: string, token: string | undefined) {
    return { name, host: APP_HOST, renew: async () => token, is: { kind: 'nobody' } as Identity }
  }
  function staff(name: string, userId: string, is: Identity) {
    return { name, host: APP_HOST, renew: () => staffSession(test, userId), is }
  }
  function customer(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'customer', company: at, debtor }
    return { name, host: at.host, renew: () => portalSession(test, at, debtor), is }
  }
  function payLink(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'pay_link', company: at, debtor }
    return { name, host: at.host, renew: () => payLinkSession(test, at, debtor), is }
  }
}

/** A token of the owner's own live session, as it was signed an hour ago. */
async function expiredToken(test: TestServer, company: SweptCompany): Promise<string> {
  const live = await test.app.tokens.verify(
    await staffSession(test, company.people.owner),
    test.clock.wallNow(),
  )
  if (!live.ok) throw new Error('A fresh token is not good.')
  const then = test.clock.wallNow() - HOUR_MS
  return test.app.tokens.sign(live.claims, then, then + HOUR_MS)
}
