import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { STAFF_ROLES } from '../../../../domain/people/roles.ts'
import { callApi } from '../../../../testing/call-api.ts'
import { enterAccount } from '../../../platform/context.ts'
import { insertMember } from '../../accounts/index.ts'
import { openSession, readSession } from '../../identity/index.ts'
import { A_PASSWORD, aSecondFactor, codeAt } from '../../identity/testing.ts'
import { MAX_IN_TEAM } from '../rules.ts'
import { type Person, setUpTeams } from '../testing.ts'

const { test, teams, acme } = setUpTeams()

const homeOf = async ({ id }: Person) =>
  (
    await test.transact(({ db }) =>
      db.selectFrom('users').select('home_account_id').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).home_account_id

const rolesOf = async (as: Person) => new Map((await acme.members(as)).map(({ user, role }) => [user, role]))

/** Opens a preview session of a company's customer and returns its id. */
const aPreview = ({ id: userId }: Person, accountId: string) =>
  test.transact(async (ctx) => {
    const { sessionId: parentId } = await openSession(ctx, { audience: 'staff', userId })
    const previewed = { accountId, customerId: randomUUID(), role: 'viewer', parentId } as const
    return (await openSession(ctx, { audience: 'preview', userId, ...previewed })).sessionId
  })

const typed = { current_password: A_PASSWORD }
const profile = (who: Person) =>
  callApi(test.server, { method: 'GET', path: '/api/profile/', token: who.token })
const settings = (who: Person) =>
  callApi(test.server, {
    method: 'PATCH',
    path: `/api/accounts/${acme.accountId}/update-settings/`,
    token: who.token,
    body: { holding_on_weekend: true },
  })

describe('member role', () => {
  it('applies from the next request on', async () => {
    const ada = await acme.join('viewer')
    expect((await settings(ada)).status).toBe(403)
    expect((await acme.call(acme.owner, 'PATCH', `members/${ada.id}/`, { role: 'admin' })).status).toBe(200)
    expect((await settings(ada)).status).toBe(200)
    expect((await acme.call(ada, 'GET')).body.members).toHaveLength(2)
    await acme.call(acme.owner, 'PATCH', `members/${ada.id}/`, { role: 'advisor' })
    expect((await settings(ada)).status).toBe(403)
    expect((await acme.call(ada, 'GET')).status).toBe(403)
  })

  it("cannot be changed by oneself, nor an owner's by an admin, and nobody appoints an owner", async () => {
    const admin = await acme.join('admin')
    const reason = async (as: Person, whom: Person, role: string) =>
      (await acme.call(as, 'PATCH', `members/${whom.id}/`, { role })).body
    expect(await reason(admin, admin, 'viewer')).toMatchObject({
      code: 'not_allowed',
      detail: 'You can’t change your own role.',
    })
    expect(await reason(admin, acme.owner, 'viewer')).toMatchObject({ code: 'not_allowed' })
    expect(await reason(acme.owner, admin, 'owner')).toEqual({ role: ['Choose a role.'] })
    expect((await acme.call(admin, 'DELETE', `members/${acme.owner.id}/`)).status).toBe(403)
    expect((await acme.call(acme.owner, 'DELETE', `members/${acme.owner.id}/`)).status).toBe(403)
    expect((await acme.call(acme.owner, 'POST', 'leave/', {})).body.code).toBe('wrong_state')
  })

  it('leaves exactly one owner and ignores changes without permission, in random sequences', async () => {
    const people: Person[] = [acme.owner]
    for (const role of STAFF_ROLES) if (role !== 'owner') people.push(await acme.join(role))
    const [who, what] = [fc.nat(people.length - 1), fc.constantFrom('role', 'remove', 'transfer', 'leave')]
    const edit = fc.tuple(who, who, what, fc.constantFrom('admin', 'advisor', 'viewer'))
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 8 }), async (edits) => {
        await test.transact(async (ctx) => {
          const inside = await enterAccount(ctx, acme.accountId)
          await inside.db.deleteFrom('memberships').where('account_id', '=', acme.accountId).execute()
          for (const [index, { id }] of people.entries())
            await insertMember(inside, id, STAFF_ROLES[index] ?? 'viewer')
        })
        const sessions = await Promise.all(people.map(teams.signedIn))
        for (const [from, to, kind, role] of edits) {
          await test.transact(({ db }) => db.deleteFrom('throttle_counters').execute())
          const before = await rolesInside()
          const [actor, member] = [sessions[from]!, sessions[to]!]
          if (kind === 'role') await acme.call(actor, 'PATCH', `members/${member.id}/`, { role })
          else if (kind === 'remove') await acme.call(actor, 'DELETE', `members/${member.id}/`)
          else if (kind === 'leave') await acme.call(actor, 'POST', 'leave/', {})
          else await acme.call(actor, 'POST', 'transfer/', { user: member.id, ...typed })
          const after = await rolesInside()
          expect([...after.values()].filter((one) => one === 'owner')).toHaveLength(1)
          const held = before.get(actor.id)
          const others = [...before].filter(([id]) => id !== actor.id)
          if (held !== 'owner' && held !== 'admin')
            expect(others.every(([id, one]) => after.get(id) === one)).toBe(true)
          if (held === 'admin') expect(after.get(actor.id) ?? 'gone').toMatch(/admin|gone/)
        }
      }),
      { numRuns: 12 },
    )
    async function rolesInside() {
      const rows = await acme.inside(({ db }) =>
        db.selectFrom('memberships').select(['user_id', 'role']).execute(),
      )
      return new Map(rows.map((row) => [row.user_id, row.role]))
    }
  })
})

describe('departing member', () => {
  it('is refused at once when removed, stays logged in elsewhere, and their mails and audit entries move there', async () => {
    const ada = await acme.join('admin')
    const elsewhere = await teams.aCompany()
    const readSettings = async ({ accountId }: typeof elsewhere | typeof acme) =>
      (
        await callApi(test.server, {
          method: 'GET',
          path: `/api/accounts/${accountId}/`,
          token: ada.token,
        })
      ).status
    await test.transact(async (ctx) =>
      insertMember(await enterAccount(ctx, elsewhere.accountId), ada.id, 'viewer'),
    )
    const previews = [await aPreview(ada, acme.accountId), await aPreview(ada, elsewhere.accountId)]
    expect([await readSettings(acme), await readSettings(elsewhere)]).toEqual([200, 200])
    expect((await acme.call(acme.owner, 'DELETE', `members/${ada.id}/`)).status).toBe(200)
    expect((await acme.call(ada, 'GET')).status).toBe(404)
    expect([await readSettings(acme), await readSettings(elsewhere)]).toEqual([404, 200])
    expect((await profile(ada)).status).toBe(200)
    const ended = previews.map((id) => test.transact(async (ctx) => (await readSession(ctx, id))!.ended))
    expect(await Promise.all(ended)).toEqual([true, false])
    expect(await homeOf(ada)).toBe(elsewhere.accountId)
    expect((await acme.call(acme.owner, 'DELETE', `members/${ada.id}/`)).status).toBe(404)
  })

  it('can leave, and stays logged in for other companies', async () => {
    const ada = await acme.join('viewer')
    expect((await acme.call(ada, 'POST', 'leave/', {})).status).toBe(200)
    expect((await profile(ada)).status).toBe(200)
    expect((await acme.call(ada, 'GET')).status).toBe(404)
    expect(await homeOf(ada)).toBeNull()
  })
})

describe('ownership transfer', () => {
  it("requires the owner's password and code, and makes them an admin", async () => {
    const heir = await acme.join('viewer')
    const { secret } = await test.transact((ctx) => aSecondFactor(ctx, acme.owner.id, 'confirmed'))
    const hand = (body: object, as = acme.owner) =>
      acme.call(as, 'POST', 'transfer/', { user: heir.id, ...body })
    expect((await hand({ current_password: 'wrong' })).body).toHaveProperty('current_password')
    expect((await hand(typed)).body).toHaveProperty('auth_code')
    expect((await hand({ ...typed, auth_code: '000000' })).body).toHaveProperty('auth_code')
    const admin = await acme.join('admin')
    expect((await hand(typed, admin)).status).toBe(403)
    const auth_code = codeAt(secret, test.clock.wallNow())
    expect((await hand({ ...typed, auth_code, user: acme.owner.id })).body).toHaveProperty('user')
    test.clock.advance(MINUTE_MS)
    const handed = await hand({ ...typed, auth_code: codeAt(secret, test.clock.wallNow()) })
    expect(handed.status).toBe(200)
    expect(await rolesOf(heir)).toEqual(
      new Map([
        [acme.owner.id, 'admin'],
        [heir.id, 'owner'],
        [admin.id, 'admin'],
      ]),
    )
    expect((await hand({ ...typed, auth_code: '111111' })).status).toBe(403)
  })

  it('makes one of several heirs the owner when requested in parallel', async () => {
    const heirs = await Promise.all(['one', 'two', 'three'].map((name) => acme.join('admin', name)))
    const answers = await Promise.all(
      heirs.map(({ id }) => acme.call(acme.owner, 'POST', 'transfer/', { user: id, ...typed })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const owners = [...(await rolesOf(heirs[0]!)).values()].filter((role) => role === 'owner')
    expect(owners).toHaveLength(1)
  })
})

describe('member who lost their phone', () => {
  const help = (whom: Person, body: object = typed, as = acme.owner) =>
    acme.call(as, 'POST', `members/${whom.id}/end-second-factor/`, body)
  const logIn = (whom: Person) =>
    callApi(test.server, {
      method: 'POST',
      path: '/api/profile/login/',
      body: { email: whom.email, password: A_PASSWORD },
    })

  it('can log in by password after the owner removes the second factor, and is notified by mail', async () => {
    const ada = await acme.join('viewer')
    expect((await help(ada)).body).toMatchObject({ code: 'wrong_state' })
    await test.transact((ctx) => aSecondFactor(ctx, ada.id, 'confirmed'))
    expect((await logIn(ada)).body.code).toBe('login_needs_second_factor')
    expect((await help(ada, typed, await acme.join('admin'))).status).toBe(403)
    expect((await help(ada, { current_password: 'wrong' })).body).toHaveProperty('current_password')
    const helped = await help(ada)
    expect(helped.status).toBe(200)
    expect(
      (helped.body.members as { user: string; second_factor: boolean }[]).find(({ user }) => user === ada.id),
    ).toMatchObject({ second_factor: false })
    expect((await profile(ada)).status).toBe(401)
    expect((await logIn(ada)).status).toBe(200)
    const mails = await acme.mails()
    expect(mails.find(({ to_address }) => to_address === ada.email)!.text_body).toContain(
      `Ada King of ${acme.name} did this.`,
    )
  })

  it('keeps the second factor when they work for another company too', async () => {
    const ada = await acme.join('advisor')
    const elsewhere = await teams.aCompany()
    await test.transact(async (ctx) =>
      insertMember(await enterAccount(ctx, elsewhere.accountId), ada.id, 'admin'),
    )
    await test.transact((ctx) => aSecondFactor(ctx, ada.id, 'confirmed'))
    expect((await help(ada)).body).toMatchObject({ code: 'wrong_state' })
    expect((await logIn(ada)).body.code).toBe('login_needs_second_factor')
    expect((await help(elsewhere.owner)).status).toBe(404)
  })
})

it('limits the size of a team, also with parallel invitations', async () => {
  await test.transact(async (ctx) => {
    const inside = await enterAccount(ctx, acme.accountId)
    for (let count = 1; count < MAX_IN_TEAM - 1; count++)
      await inside.db
        .insertInto('invitations')
        .values({
          ...{ account_id: acme.accountId, id: crypto.randomUUID(), kind: 'member', role: 'viewer' },
          ...{ email: `many-${count}@${acme.at}.test`, invited_by: acme.owner.id },
          ...{ created_at: new Date(), sent_at: new Date(), expires_at: new Date() },
          ...{ ended_at: null, ended_because: null, accepted_by: null },
        })
        .execute()
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      acme.call(acme.owner, 'POST', 'invitations/', {
        email: `last-${index}@${acme.at}.test`,
        role: 'viewer',
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})
