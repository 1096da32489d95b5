import { describe, expect, it } from 'vitest'
import type { PlanQuota } from '../../../../domain/accounts/plan-quotas.ts'
import { callApi } from '../../../../testing/call-api.ts'
import { insertMember } from '../../accounts/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { A_PASSWORD, aUser } from '../../identity/testing.ts'
import { draftInput } from '../../invoices/testing.ts'
import { changeQuotas } from '../../plans/index.ts'
import { countClientsToBe } from '../../team/index.ts'
import { type Company, codeIn, type Person, setUpTeams } from '../../team/testing.ts'

const { test, teams, acme } = setUpTeams()

const cap = (quota: PlanQuota, most: number | null, company = acme): Promise<void> =>
  company.inside((ctx) => changeQuotas(ctx, { [quota]: most }))

const call = (path: string, as: Person = acme.owner, body?: object) =>
  callApi(test.server, {
    method: body ? 'POST' : 'GET',
    path: `/api/accounts/${acme.accountId}/${path}`,
    token: as.token,
    ...(body && { body }),
  })

const quotas = async (): Promise<Record<PlanQuota, [value: number | null, used: number]>> => {
  const { body } = await call('plan-quotas/')
  const listed = body.plan_quotas as { codename: PlanQuota; value: number | null; used: number }[]
  return Object.fromEntries(listed.map(({ codename, value, used }) => [codename, [value, used]])) as Record<
    PlanQuota,
    [number | null, number]
  >
}

const FULL = { status: 409, body: { code: 'quota_reached' } }

describe('invoice quota', () => {
  const draft = async () => call('invoices/', acme.owner, draftInput((await acme.inside(aCustomer)).id))

  it('counts drafts and voided invoices, and refuses nothing without a cap', async () => {
    expect(await quotas()).toEqual({
      MAX_INVOICES: [null, 0],
      MAX_ADMIN_USERS: [null, 1],
      MAX_SUB_ACCOUNTS: [null, 0],
    })
    const first = await draft()
    expect(first.status).toBe(201)
    await call(`invoices/${first.body.id}/send/`, acme.owner, { email: false, message: '' })
    await call(`invoices/${first.body.id}/void/`, acme.owner, { reason: 'Twice' })
    await draft()
    expect((await quotas()).MAX_INVOICES).toEqual([null, 2])
  })

  it('refuses new and duplicated invoices at the cap until one is deleted or the cap is removed', async () => {
    await cap('MAX_INVOICES', 2)
    const first = await draft()
    expect((await draft()).status).toBe(201)
    const refused = await draft()
    expect(refused).toMatchObject(FULL)
    expect(refused.body.detail).toBe('Your plan allows no more invoices. See Plan and billing.')
    const copy = () => call(`invoices/${first.body.id}/duplicate/`, acme.owner, {})
    expect(await copy()).toMatchObject(FULL)
    expect((await quotas()).MAX_INVOICES).toEqual([2, 2])
    const path = `/api/accounts/${acme.accountId}/invoices/${first.body.id}/`
    await callApi(test.server, { method: 'DELETE', path, token: acme.owner.token })
    expect((await draft()).status).toBe(201)
    await cap('MAX_INVOICES', 1)
    expect(await draft(), 'what is there already stays').toMatchObject(FULL)
    expect((await quotas()).MAX_INVOICES).toEqual([1, 2])
    await cap('MAX_INVOICES', null)
    expect((await draft()).status).toBe(201)
  })
})

describe('owner and admin quota', () => {
  const invite = (who: string, role: string) =>
    acme.call(acme.owner, 'POST', 'invitations/', { email: acme.mail(who), role })

  it('counts pending admin invitations', async () => {
    await cap('MAX_ADMIN_USERS', 2)
    expect((await invite('first', 'admin')).status).toBe(200)
    expect((await quotas()).MAX_ADMIN_USERS).toEqual([2, 2])
    expect(await invite('second', 'admin')).toMatchObject(FULL)
    expect((await invite('third', 'viewer')).status, 'others come in').toBe(200)
  })

  it('refuses an accepted invitation, a role change or a new owner at the cap', async () => {
    await acme.call(acme.owner, 'POST', 'invitations/', { email: acme.mail('grace'), role: 'admin' })
    const code = codeIn((await acme.mails()).at(-1)!.text_body)
    const viewer = await acme.join('viewer')
    await cap('MAX_ADMIN_USERS', 1)
    const grace = await test.transact((ctx) => aUser(ctx, { email: acme.mail('grace'), homeAccountId: null }))
    const { token } = await teams.signedIn(grace)
    const accept = () =>
      callApi(test.server, { method: 'POST', path: `/api/invites/${code}/accept/`, token, body: {} })
    expect(await accept()).toMatchObject(FULL)
    expect(await acme.call(acme.owner, 'PATCH', `members/${viewer.id}/`, { role: 'admin' })).toMatchObject(
      FULL,
    )
    const hand = { user: viewer.id, current_password: A_PASSWORD }
    expect(await acme.call(acme.owner, 'POST', 'transfer/', hand)).toMatchObject(FULL)
    await cap('MAX_ADMIN_USERS', 2)
    expect((await accept()).status, 'the link was not used up').toBe(200)
    expect((await quotas()).MAX_ADMIN_USERS).toEqual([2, 2])
    await cap('MAX_ADMIN_USERS', 3)
    expect((await acme.call(acme.owner, 'POST', 'transfer/', hand)).status).toBe(200)
  })
})

describe('client company quota', () => {
  it("counts companies that the account's people advise, not its own advisors", async () => {
    const [firm, other] = [await teams.aCompany(), await teams.aCompany()]
    const advising = (company: Company) =>
      company.inside((ctx) => insertMember(ctx, firm.owner.id, 'advisor'))
    await advising(acme)
    await advising(other)
    expect((await quotas()).MAX_SUB_ACCOUNTS).toEqual([null, 0])
    expect(await firm.inside(countClientsToBe)).toBe(2)
  })

  it('counts pending client invitations, and refuses acceptances and sign-ups at the cap', async () => {
    const inviteClient = async (email: string) => {
      const invited = await acme.call(acme.owner, 'POST', 'invitations/', { kind: 'client', email })
      return { ...invited, code: codeIn((await acme.mails()).at(-1)!.text_body) }
    }
    const client = await teams.aCompany()
    const first = await inviteClient(client.owner.email)
    const second = await inviteClient('new@client.test')
    await cap('MAX_SUB_ACCOUNTS', 1)
    expect((await quotas()).MAX_SUB_ACCOUNTS).toEqual([1, 2])
    expect(
      await acme.call(acme.owner, 'POST', 'invitations/', { kind: 'client', email: 'x@client.test' }),
    ).toMatchObject(FULL)
    const accepted = await callApi(test.server, {
      method: 'POST',
      path: `/api/invites/${first.code}/accept/`,
      token: client.owner.token,
      body: { account: client.accountId },
    })
    expect(accepted.status).toBe(200)
    const password = 'nine quiet 7 lanterns'
    const signUp = () =>
      callApi(test.server, {
        method: 'POST',
        path: `/api/profile/signup/?invite=${second.code}`,
        body: {
          email: 'new@client.test',
          password1: password,
          password2: password,
          first_name: 'Grace',
          last_name: 'Hopper',
        },
      })
    expect(await signUp()).toMatchObject(FULL)
    await cap('MAX_SUB_ACCOUNTS', 2)
    expect((await signUp()).status, 'the link was not used up').toBe(200)
    expect((await quotas()).MAX_SUB_ACCOUNTS).toEqual([2, 2])
  })
})
