import { HOUR_MS } from '../../domain/dates/durations.ts'
import { API_SCOPE_NAMES, type ApiScope } from '../../domain/people/api-scopes.ts'
import { STAFF_ROLES, type StaffRole } from '../../domain/people/roles.ts'
import { asDate } from '../../server/platform/clock.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import { aKey, aRevokedKey } from '../../server/rooms/api-keys/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { revokeSessions, unlockSession } from '../../server/rooms/identity/index.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { aPortalFactor, aPortalLogin } from '../../server/rooms/portal/testing.ts'
import type { TestServer } from '../test-server.ts'
import {
  type Debtor,
  payLinkSession,
  portalSession,
  previewSession,
  type SweptCompany,
  staffSession,
} from './company.ts'

/** A caller. `token` belongs to an open session; `renew` opens another session. */
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
  | { readonly kind: 'api_key'; readonly company: SweptCompany; readonly scopes: readonly ApiScope[] }
  | { readonly kind: 'customer'; readonly company: SweptCompany; readonly debtor: Debtor }
  | {
      readonly kind: 'pay_link'
      readonly company: SweptCompany
      readonly debtor: Debtor
      /** True once the mailed code was entered. */
      readonly unlocked?: true
    }
  | { readonly kind: 'preview'; readonly company: SweptCompany; readonly debtor: Debtor }
  /** The session still exists, but what it was opened for has ended. */
  | {
      readonly kind: 'ended'
      readonly was: 'staff' | 'member' | 'customer' | 'pay_link' | 'preview' | 'api_key'
    }

export const APP_HOST = 'localhost'

/** Every kind of caller, of the swept company and of a rival one. */
export async function makePrincipals(
  test: TestServer,
  company: SweptCompany,
  rival: SweptCompany,
): Promise<Principal[]> {
  const { first, second } = company.debtors
  await guardedLogin(rival)
  const made = [
    fixed('anonymous', undefined),
    fixed('garbage token', 'bm90.YS10b2tlbg.YXQtYWxs'),
    fixed('expired token', await expiredToken(test, company)),
    staff('unverified user', company.people.unverified, { kind: 'unverified' }),
    ...STAFF_ROLES.map((role) => staff(role, company.people[role], { kind: 'staff', company, role })),
    customer('customer', company, first),
    customer('sibling customer', company, second),
    payLink('pay link', company, first),
    unlockedPayLink('pay link unlocked by its code', company, first),
    preview('preview', company, first),
    preview('preview of another customer', company, second),
    preview('preview of another tenant', rival, rival.debtors.first),
    { ...preview("preview on another company's host", company, first), host: rival.host },
    staff('owner of another tenant', rival.people.owner, { kind: 'staff', company: rival, role: 'owner' }),
    customer('customer of another tenant', rival, rival.debtors.first),
    { ...customer("customer on another company's host", company, first), host: rival.host },
    { ...payLink("pay link on another company's host", company, first), host: rival.host },
    // The business app's host, whose routes a portal's host does not serve.
    { ...customer("customer on the app's own host", company, first), host: APP_HOST },
    { ...preview("preview on the app's own host", company, first), host: APP_HOST },
    await apiKey('API key', company, API_SCOPE_NAMES),
    await apiKey('API key with one scope', company, ['customers.read']),
    await revokedKey(),
    ...(await makeEnded(test, company)),
  ]
  return Promise.all(made.map(async (one) => ({ ...one, token: await one.renew() })))

  function fixed(name: string, token: string | undefined) {
    return { name, host: APP_HOST, renew: async () => token, is: { kind: 'nobody' } as Identity }
  }
  function staff(name: string, userId: string, is: Identity) {
    return { name, host: APP_HOST, renew: () => staffSession(test, userId), is }
  }
  async function apiKey(name: string, at: SweptCompany, scopes: readonly ApiScope[]) {
    const { key } = await at.run((ctx) => aKey(ctx, { scopes }))
    return {
      name,
      host: APP_HOST,
      renew: async () => key,
      is: { kind: 'api_key', company: at, scopes } as Identity,
    }
  }
  async function revokedKey() {
    const { key } = await company.run((ctx) => aRevokedKey(ctx))
    return {
      name: 'revoked API key',
      host: APP_HOST,
      renew: async () => key,
      is: { kind: 'ended', was: 'api_key' } as Identity,
    }
  }
  function customer(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'customer', company: at, debtor }
    return { name, host: at.host, renew: () => portalSession(test, at, debtor), is }
  }
  function preview(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'preview', company: at, debtor }
    return { name, host: at.host, renew: () => previewSession(test, at, debtor), is }
  }
  function payLink(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'pay_link', company: at, debtor }
    return { name, host: at.host, renew: () => payLinkSession(test, at, debtor), is }
  }
  function unlockedPayLink(name: string, at: SweptCompany, debtor: Debtor) {
    const is: Identity = { kind: 'pay_link', company: at, debtor, unlocked: true }
    const renew = async () => {
      const token = await payLinkSession(test, at, debtor)
      const { claims } = await readGenuine(test, token)
      await test.transact((ctx) => unlockSession(ctx, claims.sessionId))
      return token
    }
    return { name, host: at.host, renew, is }
  }
}

/** Creates recovery codes that other tenants could try to reach. Nobody calls with this login. */
const guardedLogin = (company: SweptCompany) =>
  company.run(async (ctx) => {
    const email = `guarded@${company.host}.test`
    const { id } = await aCustomer(ctx, { email })
    const login = await aPortalLogin(ctx, { email, customerIds: [id] })
    await aPortalFactor(ctx, login.id, 'confirmed')
  })

/**
 * Callers whose access ended after they signed in: a disabled owner, one who logged out, one whose membership was
 * removed, a closed login, the holder of a revoked link and a previewer who left the company.
 */
async function makeEnded(
  test: TestServer,
  company: SweptCompany,
): Promise<(Omit<Principal, 'token'> & { is: Identity })[]> {
  const { accountId, host } = company
  const { first } = company.debtors
  const email = `left-customer@${host}.test`
  const [user, out, removed, customer, link, leaver] = await company.run(async (ctx) => [
    await aMember(ctx, { accountId, email: `left@${host}.test`, role: 'owner' }),
    await aMember(ctx, { accountId, email: `out@${host}.test`, role: 'owner' }),
    await aMember(ctx, { accountId, email: `removed@${host}.test`, role: 'owner' }),
    await aCustomer(ctx, { email }),
    await createPayLink(ctx, first.invoiceId),
    await aMember(ctx, { accountId, email: `leaver@${host}.test`, role: 'viewer' }),
  ])
  const login = await company.run((ctx) => aPortalLogin(ctx, { email, customerIds: [customer.id] }))
  const secret = new URL(link.url).searchParams.get('token')!
  const sessions = {
    staff: await staffSession(test, user.id),
    out: await staffSession(test, out.id),
    member: await staffSession(test, removed.id),
    customer: await portalSession(test, company, {
      ...first,
      customerId: customer.id,
      portalUserId: login.id,
    }),
    pay_link: await payLinkSession(test, company, { ...first, payLinkSecret: secret }),
    preview: await previewSession(test, company, first, leaver.id),
  }
  const { claims } = await readGenuine(test, sessions.pay_link)
  const left = await readGenuine(test, sessions.out)
  await test.transact((ctx) => revokeSessions(ctx, { sessionId: left.claims.sessionId }, 'logged out'))
  const at = asDate(test.clock.wallNow())
  await company.run(async ({ db }) => {
    await db.updateTable('users').set({ disabled_at: at }).where('id', '=', user.id).execute()
    await db.updateTable('portal_users').set({ disabled_at: at }).where('id', '=', login.id).execute()
    await db.deleteFrom('memberships').where('user_id', 'in', [leaver.id, removed.id]).execute()
    await db.updateTable('pay_links').set({ revoked_at: at }).where('id', '=', claims.subject).execute()
  })
  const ended = (
    name: string,
    on: string,
    was: Exclude<(Identity & { kind: 'ended' })['was'], 'api_key'>,
    token = sessions[was],
  ) => ({
    name,
    host: on,
    renew: async () => token,
    is: { kind: 'ended', was } as const,
  })
  return [
    ended('disabled owner', APP_HOST, 'staff'),
    ended('owner who logged out', APP_HOST, 'staff', sessions.out),
    ended('owner whose membership was taken away', APP_HOST, 'member'),
    ended('customer whose login was closed', host, 'customer'),
    ended('holder of a revoked pay link', host, 'pay_link'),
    ended('preview of somebody who left', host, 'preview'),
  ]
}

/** Verifies a token and returns its claims. */
export async function readGenuine(test: TestServer, token: string) {
  const read = await test.app.tokens.verify(token, test.clock.wallNow())
  if (!read.ok) throw new Error('A fresh token is not good.')
  return read
}

/** An expired token of a live session of the owner: signed an hour ago. */
async function expiredToken(test: TestServer, company: SweptCompany): Promise<string> {
  const live = await readGenuine(test, await staffSession(test, company.people.owner))
  const then = test.clock.wallNow() - HOUR_MS
  return test.app.tokens.sign(live.claims, then, then + HOUR_MS)
}
