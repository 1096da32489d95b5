import { describe, expect, it } from 'vitest'
import { callApi } from '../../../../../testing/call-api.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { A_PASSWORD } from '../../../identity/testing.ts'
import { type Company, codeIn, type Person, setUpTeams } from '../../testing.ts'

const NEW_PASSWORD = 'nine quiet 7 lanterns'

const { test, teams, acme: firm } = setUpTeams()

const clientsOf = (as: Person, method: 'GET' | 'POST' = 'GET', path = '', body?: object) =>
  callApi(test.server, {
    method,
    path: `/api/accounts/${firm.accountId}/clients/${path}`,
    token: as.token,
    ...(body && { body }),
  })
const give = (as: Person, body: object) => clientsOf(as, 'POST', 'colleagues/', body)
const end = (as: Person, body: object) => clientsOf(as, 'POST', 'colleagues/end/', body)
const accept = (code: string, token: string, body: object = {}) =>
  callApi(test.server, { method: 'POST', path: `/api/invites/${code}/accept/`, token, body })
const namesOfCompanies = async ({ token }: Person) =>
  (
    await callApi<{ results: { name: string; role: string }[] }>(test.server, {
      method: 'GET',
      path: '/api/companies/?page_size=100',
      token,
    })
  ).body.results.map(({ name, role }) => `${name} ${role}`)
const lastCode = async (company: Company) => codeIn((await company.mails()).at(-1)!.text_body)
const auditOf = (company: Company, action: string) =>
  company.inside(({ db }) =>
    db.selectFrom('audit_entries').select(['action', 'detail']).where('action', '=', action).execute(),
  )

/** A company whose owner accepted the firm's owner as its advisor. */
async function aClient(): Promise<Company> {
  const client = await teams.aCompany()
  const invited = await firm.call(firm.owner, 'POST', 'invitations/', {
    kind: 'client',
    email: client.owner.email,
  })
  expect(invited.status).toBe(200)
  const accepted = await accept(await lastCode(firm), client.owner.token, { account: client.accountId })
  expect(accepted.status).toBe(200)
  return client
}

describe('the team of a firm over its client companies', () => {
  it('gives a colleague access to several clients at once, and ends it at once in every session', async () => {
    const [first, second, third] = [await aClient(), await aClient(), await aClient()]
    const colleague = await firm.join('viewer', 'grace')
    expect(await namesOfCompanies(colleague)).toEqual([`${firm.name} viewer`])
    const accounts = [first.accountId, second.accountId]
    const given = await give(firm.owner, { user: colleague.id, role: 'advisor', accounts })
    expect(given.status).toBe(200)
    expect(given.body.clients).toHaveLength(3)
    expect(await namesOfCompanies(colleague)).toEqual(
      [`${firm.name} viewer`, `${first.name} advisor`, `${second.name} advisor`].sort(),
    )
    expect((await third.call(colleague, 'GET')).status).toBe(404)
    expect((await first.mails()).at(-1)!.subject).toContain(`now works in ${first.name}`)
    expect(await auditOf(first, 'team.give-access')).toHaveLength(1)
    expect(await auditOf(firm, 'clients.give-access')).toEqual([
      {
        action: 'clients.give-access',
        detail: {
          email: colleague.email,
          role: 'advisor',
          companies: expect.stringContaining(second.name),
        },
      },
    ])

    const again = await teams.signedIn(colleague)
    expect((await end(firm.owner, { user: colleague.id, accounts: [first.accountId] })).status).toBe(200)
    for (const session of [colleague, again]) {
      const dashboard = (company: Company) =>
        callApi(test.server, {
          method: 'GET',
          path: `/api/accounts/${company.accountId}/dashboard/`,
          token: session.token,
        })
      expect((await dashboard(first)).status).toBe(404)
      expect((await dashboard(second)).status).toBe(200)
    }
    expect(await auditOf(first, 'team.remove')).toHaveLength(1)
    expect(await auditOf(firm, 'clients.end-access')).toHaveLength(1)
  })

  it('ends everything that somebody has through the firm when they leave it', async () => {
    const client = await aClient()
    const colleague = await firm.join('admin', 'mary')
    await give(firm.owner, { user: colleague.id, role: 'viewer', accounts: [client.accountId] })
    expect((await firm.call(firm.owner, 'DELETE', `members/${colleague.id}/`)).status).toBe(200)
    expect(await namesOfCompanies(colleague)).toEqual([])
    expect(await auditOf(client, 'team.remove')).toHaveLength(1)
  })

  it('lets a client see the firm and end all of its access', async () => {
    const client = await aClient()
    const colleague = await firm.join('viewer', 'joan')
    await give(firm.owner, { user: colleague.id, role: 'viewer', accounts: [client.accountId] })
    const through = { firm: { pk: firm.accountId, name: firm.name } }
    expect((await client.call(client.owner, 'GET')).body.members).toMatchObject([
      { firm: null },
      through,
      through,
    ])
    const ended = await client.call(client.owner, 'DELETE', `firms/${firm.accountId}/`)
    expect(ended.body.members).toHaveLength(1)
    expect(await namesOfCompanies(colleague)).toEqual([`${firm.name} viewer`])
    expect((await clientsOf(firm.owner)).body.clients).toEqual([])
    expect(await auditOf(firm, 'clients.access-ended')).toHaveLength(2)
    expect((await client.call(client.owner, 'DELETE', `firms/${firm.accountId}/`)).status).toBe(404)
  })

  it('refuses strangers, colleagues who do not manage, and companies that are no clients', async () => {
    const [client, stranger] = [await aClient(), await teams.aCompany()]
    const viewer = await firm.join('viewer', 'viewer')
    const outsider = await firm.join('advisor', 'outsider')
    const ask = { user: viewer.id, role: 'advisor', accounts: [client.accountId] }
    expect((await clientsOf(viewer)).status).toBe(403)
    expect((await give(viewer, ask)).status).toBe(403)
    expect((await give(stranger.owner, ask)).status).toBe(404)
    expect((await give(firm.owner, { ...ask, user: outsider.id })).status).toBe(404)
    expect((await give(firm.owner, { ...ask, user: stranger.owner.id })).status).toBe(404)
    expect((await give(firm.owner, { ...ask, role: 'admin' })).status).toBe(400)
    expect((await give(firm.owner, { ...ask, accounts: [] })).status).toBe(400)
    // All or nothing: the client stays as it was.
    const mixed = [client.accountId, stranger.accountId]
    expect((await give(firm.owner, { ...ask, accounts: mixed })).status).toBe(404)
    const own = await give(firm.owner, {
      user: client.owner.id,
      role: 'viewer',
      accounts: [client.accountId],
    })
    expect(own.status).toBe(404)
    expect(await namesOfCompanies(viewer)).toEqual([`${firm.name} viewer`])
    expect((await end(firm.owner, { user: viewer.id, accounts: [stranger.accountId] })).status).toBe(404)
  })

  it('works for an accountant whom the client invited, once they name their firm', async () => {
    const client = await teams.aCompany()
    const accountant = await firm.join('admin', 'ann')
    const invite = async () => {
      const body = { kind: 'member', role: 'advisor', email: accountant.email }
      expect((await client.call(client.owner, 'POST', 'invitations/', body)).status).toBe(200)
      return codeIn((await client.mails()).at(-1)!.text_body)
    }
    const code = await invite()
    const stranger = await teams.aCompany()
    expect((await accept(code, accountant.token, { firm: stranger.accountId })).status).toBe(404)
    expect((await accept(code, accountant.token, { firm: firm.accountId })).status).toBe(200)
    expect(await auditOf(firm, 'clients.take')).toHaveLength(1)
    const colleague = await firm.join('viewer', 'bob')
    const ask = { user: colleague.id, role: 'viewer', accounts: [client.accountId] }
    expect((await give(firm.owner, ask)).status).toBe(200)
    expect(await namesOfCompanies(colleague)).toContain(`${client.name} viewer`)
  })
})

describe('a company that is opened for a client', () => {
  it('is handed over with the password, and its accountant stays as an advisor', async () => {
    const opened = await clientsOf(firm.owner, 'POST', '', { name: 'Fresh Client Ltd' })
    expect(opened.body.account).toMatchObject({ role: 'owner' })
    const account = (opened.body.account as { pk: string }).pk
    const team = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      callApi(test.server, {
        method,
        path: `/api/accounts/${account}/team/${path}`,
        token: firm.owner.token,
        ...(body && { body }),
      })
    const email = 'owner@fresh-client.test'
    const wrong = await team('POST', 'hand-over/', { email, current_password: 'not this one' })
    expect(wrong.status).toBe(400)
    const right = { email, current_password: A_PASSWORD }
    expect((await team('POST', 'hand-over/', right)).status).toBe(200)
    // A second one replaces the first. Keeps the mails in the order in which they were written.
    test.clock.advance(1)
    const handed = await team('POST', 'hand-over/', right)
    expect(handed.body.invitations).toMatchObject([{ kind: 'owner', email, role: null }])
    const mails = await test.transact(async (ctx) => {
      const inside = await enterAccount(ctx, account)
      return inside.db.selectFrom('mail_messages').select('text_body').orderBy('id').execute()
    })
    const signedUp = await callApi(test.server, {
      method: 'POST',
      path: `/api/profile/signup/?invite=${codeIn(mails.at(-1)!.text_body)}`,
      body: { email, password1: NEW_PASSWORD, password2: NEW_PASSWORD, first_name: 'Olga', last_name: 'Own' },
    })
    expect(signedUp).toMatchObject({ status: 200, body: { account: { pk: account, role: 'owner' } } })
    expect(await namesOfCompanies(firm.owner)).toContain('Fresh Client Ltd advisor')
    expect((await clientsOf(firm.owner)).body.clients).toMatchObject([
      { account, people: [{ user: firm.owner.id, role: 'advisor' }] },
    ])
  })

  it('keeps its accountant in the firm until then', async () => {
    const colleague = await firm.join('admin', 'kim')
    await clientsOf(colleague, 'POST', '', { name: 'Unhanded Ltd' })
    const removed = await firm.call(firm.owner, 'DELETE', `members/${colleague.id}/`)
    expect(removed).toMatchObject({ status: 409, body: { detail: 'Hand over first: Unhanded Ltd.' } })
  })
})
