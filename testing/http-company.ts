import type { StaffRole } from '../domain/people/roles.ts'
import { asDate } from '../server/platform/clock.ts'
import { type Ctx, inAccount } from '../server/platform/context.ts'
import { newId } from '../server/platform/ids.ts'
import { aMember, anAccount } from '../server/rooms/accounts/testing.ts'
import { openSession } from '../server/rooms/identity/index.ts'
import { createPayLink } from '../server/rooms/invoices/index.ts'
import { anOpenInvoice, type OpenInvoice } from '../server/rooms/payments/testing.ts'
import { type ApiAnswer, type ApiCall, callApi } from './call-api.ts'
import { transactOn } from './test-app.ts'
import type { TestServer } from './test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }

export type ReplyBody = Record<string, unknown> & { id: string; results: { id: string }[]; detail: string }
type Answer = Promise<ApiAnswer<ReplyBody>>
export type LinkedInvoice = OpenInvoice & { readonly session: string }

/** A company called over HTTP by its staff, holders of pay links, and customers in the portal. */
export interface HttpCompany {
  readonly accountId: string
  readonly host: string
  /** Session token of the owner. */
  readonly token: string
  run<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Adds a member and returns their session token. */
  member(role: StaffRole): Promise<string>
  /** Calls a path below the account's payments, as the owner by default. */
  staff(method: ApiCall['method'], path: string, body?: object, token?: string): Answer
  /** Calls a path below the payers' invoices. */
  payer(method: ApiCall['method'], path: string, token: string, body?: object): Answer
  /** Creates an open invoice and opens its pay link. */
  linked(total?: string): Promise<LinkedInvoice>
  /** Creates a portal user of the invoice's customer and returns their session token. */
  portalSession(invoice: OpenInvoice): Promise<string>
}

export async function anHttpCompany(
  test: Pick<TestServer, 'app' | 'clock' | 'server'>,
  subDomain: string,
): Promise<HttpCompany> {
  const transact = transactOn(test.app)
  const { accountId, owner } = await transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: `owner@${subDomain}.test`,
      subDomain,
      settings: { system_enabled: true },
    }),
  )
  const sign = async (userId: string) =>
    (await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token
  const token = await sign(owner.id)
  const host = `${subDomain}.localhost`
  const run = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inAccount(test.app, CALLER, { kind: 'system', job: 'test' }, accountId, work)
  const call = (method: ApiCall['method'], path: string, as: string, body?: object, at?: string) =>
    callApi<ReplyBody>(test.server, {
      method,
      path,
      token: as,
      ...(at && { host: at }),
      ...(body && { body }),
    })
  return {
    accountId,
    host,
    token,
    run,
    member: async (role) =>
      sign(
        (await transact((ctx) => aMember(ctx, { accountId, email: `${role}@${subDomain}.test`, role }))).id,
      ),
    staff: (method, path, body, as = token) =>
      call(method, `/api/accounts/${accountId}/payments/${path}`, as, body),
    payer: (method, path, as, body) => call(method, `/api/invoices/${path}`, as, body, host),
    linked: (total = '100.00') => linkedInvoice(test, { run, host }, total),
    portalSession: async (invoice) => {
      const portalUserId = newId(test.clock.wallNow())
      const customerId = invoice.customer.id
      await run((ctx) => insertPortalUser(ctx, portalUserId, customerId))
      const holder = { audience: 'portal', portalUserId, accountId, customerId } as const
      return (await transact((ctx) => openSession(ctx, holder))).token
    },
  }
}

async function linkedInvoice(
  test: Pick<TestServer, 'app' | 'clock' | 'server'>,
  { run, host }: Pick<HttpCompany, 'run' | 'host'>,
  total: string,
): Promise<LinkedInvoice> {
  const { invoice, url } = await run(async (ctx) => {
    const made = await anOpenInvoice(ctx, total)
    return { invoice: made, ...(await createPayLink(ctx, made.invoiceId)) }
  })
  const body = { token: new URL(url).searchParams.get('token') }
  const opened = await callApi(test.server, { method: 'POST', path: '/api/pay-link/', host, body })
  if (opened.status !== 200) throw new Error(`The pay link did not open: ${opened.status}`)
  return { ...invoice, session: opened.body.token }
}

/** Inserts rows directly, because the portal's room comes after payments in the order of rooms. */
async function insertPortalUser(ctx: Ctx, id: string, customerId: string): Promise<void> {
  const at = asDate(ctx.now)
  const insert = (table: string, values: object) =>
    ctx.db
      .insertInto(table as never)
      .values({ account_id: ctx.accountId, created_at: at, ...values } as never)
      .execute()
  await insert('portal_users', { id, email: `p-${id}@payer.test`, accepted_at: at })
  await insert('portal_user_customers', { portal_user_id: id, customer_id: customerId })
}
