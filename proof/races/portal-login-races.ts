import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { anInvitedLogin, aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { callAtOnce, expectOnly, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races of who logs in for a customer. */

const MAX_PEOPLE = 20
const FEW = 12

const anAddress = (): string => `p-${newId(0)}@races.test`

const people = async ({ company }: Servers, customerId: string): Promise<string[]> =>
  company.run(async (ctx) => {
    const { rows } = await sql<{ email: string }>`select u.email from portal_user_customers l
      join portal_users u on u.account_id = l.account_id and u.id = l.portal_user_id
      where l.account_id = ${ctx.accountId} and l.customer_id = ${customerId} order by 1`.execute(ctx.db)
    return rows.map(({ email }) => email)
  })

const staff = (
  { call, company }: Servers,
  method: string,
  customer: string,
  path: string,
  body?: object,
): Promise<Reply> =>
  call(method, `/api/accounts/${company.accountId}/customers/${customer}/customer-portal/${path}`, {
    token: company.token,
    ...(body && { body }),
  })

/** A customer with a login that was accepted. */
async function aCustomerWithLogin({ company }: Servers) {
  const email = anAddress()
  const customer = await company.run(async (ctx) => (await aCustomer(ctx)).id)
  const login = await company.run((ctx) => aPortalLogin(ctx, { email, customerIds: [customer] }))
  return { customer, login, email }
}

/** A customer with one place left gets one person more. */
export async function lastPlace(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const { customer } = await aCustomerWithLogin(servers)
  await servers.company.run(async (ctx) => {
    for (let count = 2; count < MAX_PEOPLE; count += 1) await anInvitedLogin(ctx, customer, anAddress())
  })
  const answers = await callAtOnce(FEW, () =>
    staff(servers, 'POST', customer, 'invite/', { email: anAddress() }),
  )
  expectOnly(answers, 200, 400)
  expect(succeeded(answers), 'as many people as there are places').toHaveLength(1)
  expect(await people(servers, customer)).toHaveLength(MAX_PEOPLE)
}

/** A login moves to one address, while links that were mailed to the former one are opened. */
export async function movedLogin(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const { customer, login, email } = await aCustomerWithLogin(servers)
  const { accountId, host } = servers.company
  const links = await servers.company.run((ctx) =>
    Promise.all(
      Array.from({ length: FEW }, () =>
        issueToken(
          ctx,
          { purpose: 'portal_log_in', email, accountId, subjectId: login.id },
          { keepFormer: true },
        ),
      ),
    ),
  )
  const open = (token: string) =>
    servers.call('POST', '/api/profile/login-link/open/', { host, body: { token } })
  const moves = callAtOnce(FEW, () =>
    staff(servers, 'POST', customer, 'update-email/', { email: anAddress(), login: login.id }),
  )
  const opened = await Promise.all(links.map(open))
  const moved = await moves
  expectOnly(moved, 200, 404)
  expectOnly(opened, 200, 400)
  expect(succeeded(moved), 'a login moves once').toHaveLength(1)
  const left = await people(servers, customer)
  expect(left, 'one person logs in').toHaveLength(1)
  expect(left).not.toContain(email)
  for (const { body } of succeeded(opened)) {
    const read = await servers.call('GET', '/api/account/', { host, token: String(body.token) })
    expect(read.status, 'a session of the former address').toBe(401)
  }
}

/** The first person invites and removes others while staff end their login. */
export async function removedFirstPerson(servers: Servers): Promise<void> {
  await servers.resetRateLimits()
  const { customer, login, email } = await aCustomerWithLogin(servers)
  const { accountId, host } = servers.company
  const others = [anAddress(), anAddress()]
  await servers.company.run(async (ctx) => {
    for (const one of others) await anInvitedLogin(ctx, customer, one)
  })
  const holder = { audience: 'portal', portalUserId: login.id, customerId: customer, accountId } as const
  const { token } = await servers.transact((ctx) => openSession(ctx, holder))
  const invited = Array.from({ length: 8 }, anAddress)
  const [answers, ended] = await Promise.all([
    Promise.all(
      invited.map((one) => servers.call('POST', '/api/people/', { token, host, body: { email: one } })),
    ),
    callAtOnce(3, () => staff(servers, 'DELETE', customer, `${login.id}/`)),
  ])
  expectOnly(answers, 200, 401, 403)
  expectOnly(ended, 200, 204, 404)
  expect(succeeded(ended), 'a login ends once').toHaveLength(1)
  const left = await people(servers, customer)
  expect(left).not.toContain(email)
  const expected = [...others, ...invited.filter((_, index) => answers[index]!.status === 200)]
  expect(left, 'as many people as were invited').toEqual(expected.toSorted())
}
