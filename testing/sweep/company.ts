import type { StaffRole } from '../../domain/people/roles.ts'
import { type Actor, type Ctx, inAccount, unitOfWork } from '../../server/platform/context.ts'
import { aMember, anAccount, asOwner } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { aUser } from '../../server/rooms/identity/testing.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { changeQuotas } from '../../server/rooms/plans/index.ts'
import { aPortalLogin, aPreview } from '../../server/rooms/portal/testing.ts'
import { callApi } from '../call-api.ts'
import type { Tenant } from '../test-app.ts'
import type { TestServer } from '../test-server.ts'

export const CALLER = { requestId: 'test', ip: '127.0.0.1' }

/** A customer with a portal login, one large open invoice and its pay link. */
export interface Debtor {
  readonly customerId: string
  readonly portalUserId: string
  readonly portalEmail: string
  readonly invoiceId: string
  readonly payLinkSecret: string
}

/** A company with people in every role and two customers. */
export interface SweptCompany extends Tenant {
  readonly name: string
  readonly host: string
  /** User ids by role. The unverified user has no role, only a session. */
  readonly people: Readonly<Record<StaffRole | 'unverified', string>>
  readonly debtors: { readonly first: Debtor; readonly second: Debtor }
}

/** Creates a company through the rooms' own actions. */
export async function aSweptCompany(test: TestServer, subDomain: string): Promise<SweptCompany> {
  const { app } = test
  const name = `${subDomain} Ltd`
  const opened = await test.transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: `owner@${subDomain}.test`,
      subDomain,
      company: { name },
      settings: { system_enabled: true },
    }),
  )
  const { accountId } = opened
  const person = async (role: Exclude<StaffRole, 'owner'>): Promise<string> =>
    (await test.transact((ctx) => aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role }))).id
  const stranger = { email: `new@${subDomain}.test`, homeAccountId: accountId, verified: false }
  const people = {
    owner: opened.owner.id,
    admin: await person('admin'),
    advisor: await person('advisor'),
    viewer: await person('viewer'),
    unverified: (await test.transact((ctx) => aUser(ctx, stranger))).id,
  }
  const owner = asOwner(opened.owner)
  const run = <T>(work: (ctx: Ctx) => Promise<T>, actor: Actor = owner) =>
    inAccount(app, CALLER, actor, accountId, work)
  const uow = (actor: Actor = owner) => unitOfWork(app, CALLER, actor, accountId)
  // Gives the quota table a row that other tenants could try to reach. No test exceeds the quota.
  await run((ctx) => changeQuotas(ctx, { MAX_INVOICES: 1_000_000 }))
  const debtors = {
    first: await run((ctx) => aDebtor(ctx, `first@${subDomain}.test`)),
    second: await run((ctx) => aDebtor(ctx, `second@${subDomain}.test`)),
  }
  // Logins of other samples are newer, so the debtors stay their customers' first persons.
  test.clock.advance(1)
  return { accountId, owner, run, uow, name, host: `${subDomain}.localhost`, people, debtors }
}

async function aDebtor(ctx: Ctx, email: string): Promise<Debtor> {
  const customer = await aCustomer(ctx, { shortName: email.split('@')[0]!, email })
  const login = await aPortalLogin(ctx, { email, customerIds: [customer.id] })
  const invoice = await anOpenInvoice(ctx, { customer: customer.id, amount: '900000.00' })
  const link = await createPayLink(ctx, invoice.pk)
  return {
    customerId: customer.id,
    portalUserId: login.id,
    portalEmail: email,
    invoiceId: invoice.pk,
    payLinkSecret: new URL(link.url).searchParams.get('token')!,
  }
}

export const openStaffSession = (test: TestServer, userId: string) =>
  test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))

export const staffSession = async (test: TestServer, userId: string): Promise<string> =>
  (await openStaffSession(test, userId)).token

export const openPortalSession = (test: TestServer, { accountId }: SweptCompany, debtor: Debtor) => {
  const { portalUserId, customerId } = debtor
  const holder = { audience: 'portal', portalUserId, customerId, accountId } as const
  return test.transact((ctx) => openSession(ctx, holder))
}

export const portalSession = async (
  test: TestServer,
  company: SweptCompany,
  debtor: Debtor,
): Promise<string> => (await openPortalSession(test, company, debtor)).token

/** Opens a preview session for `userId`, by default the viewer, because every role may preview. */
export const previewSession = async (
  test: TestServer,
  { accountId, people }: SweptCompany,
  { customerId }: Debtor,
  userId = people.viewer,
): Promise<string> =>
  (await test.transact((ctx) => aPreview(ctx, accountId, { userId, role: 'viewer', customerId }))).token

export const payLinkSession = async (
  test: TestServer,
  company: SweptCompany,
  debtor: Debtor,
): Promise<string> => {
  const opened = await callApi(test.server, {
    method: 'POST',
    path: '/api/pay-link/',
    host: company.host,
    body: { token: debtor.payLinkSecret },
  })
  if (opened.status !== 200) throw new Error(`The pay link did not open: ${opened.body.detail}`)
  return opened.body.token
}
