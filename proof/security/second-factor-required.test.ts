import { beforeEach, describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { StaffRole } from '../../domain/people/roles.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import { type Ctx, inAccount } from '../../server/platform/context.ts'
import { aMember, anAccount } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { aPreview } from '../../server/rooms/portal/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { setUpTestServer, type TestServer } from '../../testing/test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

/** A server whose processor accepts test cards only, and one whose processor moves real money. */
const trial = setUpTestServer()
const live = setUpTestServer({
  processors: (app) => {
    const { trials: _, ...moving } = createSandbox(app)
    return [moving]
  },
})
let companies = 0

async function createCompany(test: TestServer) {
  const at = `asking-${++companies}`
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: `owner@${at}.test`, subDomain: at }),
  )
  const signIn = async (userId: string) => ({
    userId,
    token: (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token,
  })
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inAccount(test.app, CALLER, { kind: 'system', job: 'test' }, accountId, work)
  return {
    accountId,
    owner: await signIn(owner.id),
    member: async (role: StaffRole) =>
      signIn(
        (await test.transact((ctx) => aMember(ctx, { accountId, email: `${role}@${at}.test`, role }))).id,
      ),
    customer: async () => ({
      customerId: (await inside((ctx) => aCustomer(ctx))).id,
      host: `${at}.localhost`,
    }),
    preview: async ({ userId }: Person, customerId: string) =>
      (await test.transact((ctx) => aPreview(ctx, accountId, { userId, role: 'admin', customerId }))).token,
    /** Returns the code of an invitation by which a firm asks this company's owner to become its client. */
    invitedAsClient: async () => {
      const firm = await test.transact((ctx) =>
        anAccount(ctx, { ownerEmail: `owner@firm-of-${at}.test`, subDomain: `firm-of-${at}` }),
      )
      const actor = { kind: 'staff', userId: firm.owner.id, sessionId: firm.owner.id, role: 'owner' } as const
      const email = `owner@${at}.test`
      return inAccount(
        test.app,
        CALLER,
        { ...actor, email, emailVerified: true },
        firm.accountId,
        async (ctx) => (await anInvitation(ctx, { kind: 'client', email })).code,
      )
    },
    /** Turns the setting on, although the owner has no second factor. */
    turnOn: () =>
      inside(({ db }) => db.updateTable('accounts').set({ second_factor_required: true }).execute()),
    guard: ({ userId }: Person) => test.transact((ctx) => aSecondFactor(ctx, userId, 'confirmed')),
    read: (who: Person) =>
      callApi(test.server, { ...get, path: `/api/accounts/${accountId}/`, token: who.token }),
    own: async (who: Person) => {
      const { body } = await callApi(test.server, { ...get, path: '/api/accounts/', token: who.token })
      return (body.results as { second_factor: Record<string, boolean> }[])[0]!.second_factor
    },
    setRequired: (who: Person, second_factor_required: boolean) =>
      callApi(test.server, {
        method: 'PATCH',
        path: `/api/accounts/${accountId}/update-settings/`,
        token: who.token,
        body: { second_factor_required },
      }),
  }
}

const get = { method: 'GET' } as const

interface Person {
  readonly userId: string
  readonly token: string
}

const CLOSED = { status: 403, body: { code: 'second_factor_required' } }

describe('a company that requires two-step login of its owners and admins', () => {
  let acme: Awaited<ReturnType<typeof createCompany>>
  beforeEach(async () => {
    acme = await createCompany(trial)
  })

  it('has the setting changed by a user with two-step login, and refuses owners and admins until they set it up', async () => {
    const admin = await acme.member('admin')
    const refused = await acme.setRequired(admin, true)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.second_factor_required).toEqual([
      'Set up your own two-step login first, in your profile.',
    ])
    await acme.guard(acme.owner)
    expect((await acme.setRequired(acme.owner, true)).body.second_factor).toEqual({
      ...{ required: true, by_connection: false, missing: false },
    })
    expect(await acme.read(admin)).toMatchObject(CLOSED)
    expect(await acme.own(admin)).toEqual({ required: true, by_connection: false, missing: true })
    await acme.guard(admin)
    expect((await acme.read(admin)).status).toBe(200)
    expect(await acme.own(admin)).toMatchObject({ missing: false })
  })

  it('still admits viewers and advisors, who cannot grant rights or send money', async () => {
    const others = [await acme.member('viewer'), await acme.member('advisor')]
    await acme.guard(acme.owner)
    await acme.setRequired(acme.owner, true)
    for (const one of others) {
      expect((await acme.read(one)).status).toBe(200)
      expect(await acme.own(one)).toMatchObject({ required: true, missing: false })
    }
  })

  it('lets refused admins leave, and admits all again when the setting is turned off', async () => {
    const [going, waiting] = [await acme.member('admin'), await acme.member('viewer')]
    await acme.guard(acme.owner)
    await acme.setRequired(acme.owner, true)
    const leave = await callApi(trial.server, {
      method: 'POST',
      path: `/api/accounts/${acme.accountId}/team/leave/`,
      token: going.token,
      body: {},
    })
    expect(leave.status).toBe(200)
    const path = `/api/accounts/${acme.accountId}/team/members/${waiting.userId}/`
    await callApi(trial.server, { method: 'PATCH', path, token: acme.owner.token, body: { role: 'admin' } })
    expect(await acme.read(waiting), 'from the new role on').toMatchObject(CLOSED)
    await acme.setRequired(acme.owner, false)
    expect((await acme.read(waiting)).status).toBe(200)
  })
})

describe('other access to a company with the requirement', () => {
  it('ends a preview, and refuses an owner without two-step login who accepts an advisor', async () => {
    const acme = await createCompany(trial)
    const admin = await acme.member('admin')
    const { customerId, host } = await acme.customer()
    const preview = await acme.preview(admin, customerId)
    const readPreview = () => callApi(trial.server, { ...get, path: '/api/account/', token: preview, host })
    expect((await readPreview()).status).toBe(200)
    const code = await acme.invitedAsClient()
    await acme.turnOn()
    expect((await readPreview()).status).toBe(401)
    const accepted = await callApi(trial.server, {
      method: 'POST',
      path: `/api/invites/${code}/accept/`,
      token: acme.owner.token,
      body: { account: acme.accountId },
    })
    expect(accepted).toMatchObject(CLOSED)
  })
})

describe('with a live processor', () => {
  it('an owner without a second factor reaches only the profile, whatever the setting', async () => {
    const acme = await createCompany(live)
    expect(await acme.own(acme.owner)).toEqual({ required: false, by_connection: true, missing: true })
    const open: string[] = []
    for (const { method, path, access } of allRoutes) {
      if (access.kind !== 'staff') continue
      const { status, body } = await callApi(live.server, {
        method,
        path: path.replace(':account', acme.accountId).replace(/:\w+/g, NOBODY),
        token: acme.owner.token,
        headers: { 'x-account-id': acme.accountId },
        ...(!['GET', 'DELETE'].includes(method) && { body: {} }),
      })
      if (status !== 403 || body.code !== 'second_factor_required') open.push(access.right)
    }
    expect(open).toEqual(['profile.write'])
  })

  it('an owner sets up a second factor and is admitted, and viewers need none', async () => {
    const acme = await createCompany(live)
    const viewer = await acme.member('viewer')
    expect((await acme.read(viewer)).status).toBe(200)
    const begun = await callApi(live.server, {
      method: 'POST',
      path: '/api/profile/second-factor/',
      token: acme.owner.token,
      body: { current_password: A_PASSWORD },
    })
    expect(begun.status).toBe(200)
    await acme.guard(acme.owner)
    expect((await acme.read(acme.owner)).body.second_factor).toEqual({
      ...{ required: false, by_connection: true, missing: false },
    })
  })
})
