import { inAccount } from '../server/platform/context.ts'
import { aMember, anAccount, asOwner } from '../server/rooms/accounts/testing.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { openSession } from '../server/rooms/identity/index.ts'
import { createPayLink } from '../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../server/rooms/invoices/testing.ts'
import { aPortalLogin } from '../server/rooms/portal/testing.ts'
import { callApi } from './call-api.ts'
import type { TestServer } from './test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

/** A company with one valid token for each kind of caller. */
export interface CompanyWithTokens {
  readonly accountId: string
  readonly host: string
  readonly staff: Readonly<Record<'owner' | 'admin' | 'viewer' | 'advisor', string>>
  readonly ownerId: string
  /** The portal login of `customer` and `sister`; `stranger` is another customer of the same company. */
  readonly portal: string
  readonly strangerPortal: string
  readonly customer: string
  readonly sister: string
  readonly stranger: string
  readonly invoice: string
  readonly strangersInvoice: string
  readonly payLink: string
}

export const openStaffSession = (test: TestServer, userId: string): Promise<string> =>
  test.transact(async (ctx) => (await openSession(ctx, { audience: 'staff', userId })).token)

export async function createCompanyWithTokens(
  test: TestServer,
  subDomain: string,
): Promise<CompanyWithTokens> {
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${subDomain}.test`, subDomain }),
  )
  const member = async (role: 'admin' | 'viewer' | 'advisor') =>
    openStaffSession(
      test,
      (await test.transact((ctx) => aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role })))
        .id,
    )
  const actor = asOwner(owner)
  const made = await inAccount(test.app, CALLER, actor, accountId, async (ctx) => {
    const [customer, sister, stranger] = [
      await aCustomer(ctx, { shortName: 'Alpha' }),
      await aCustomer(ctx, { shortName: 'Beta', email: 'beta@people.test' }),
      await aCustomer(ctx, { shortName: 'Gamma', email: 'gamma@people.test' }),
    ]
    const login = await aPortalLogin(ctx, {
      email: 'alpha@people.test',
      customerIds: [customer.id, sister.id],
    })
    const other = await aPortalLogin(ctx, { email: 'gamma@people.test', customerIds: [stranger.id] })
    const session = async (portalUserId: string, customerId: string) =>
      (await openSession(ctx, { audience: 'portal', portalUserId, accountId, customerId })).token
    const invoice = await anOpenInvoice(ctx, { customer: customer.id })
    const link = await createPayLink(ctx, invoice.id)
    return {
      portal: await session(login.id, customer.id),
      strangerPortal: await session(other.id, stranger.id),
      customer: customer.id,
      sister: sister.id,
      stranger: stranger.id,
      invoice: invoice.id,
      strangersInvoice: (await anOpenInvoice(ctx, { customer: stranger.id })).id,
      linkToken: new URL(link.url).searchParams.get('token')!,
    }
  })
  const host = `${subDomain}.localhost`
  const opened = await callApi(test.server, {
    method: 'POST',
    path: '/api/pay-link/',
    host,
    body: { token: made.linkToken },
  })
  const staff = {
    owner: await openStaffSession(test, owner.id),
    admin: await member('admin'),
    viewer: await member('viewer'),
    advisor: await member('advisor'),
  }
  return { accountId, host, staff, ownerId: owner.id, payLink: opened.body.token, ...made }
}
