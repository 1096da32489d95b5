import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { runSchedules } from '../../server/main/schedules.ts'
import { A_PASSWORD, codeAt } from '../../server/rooms/identity/testing.ts'
import { companiesOn, type Person } from '../../server/rooms/team/testing.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const NEXT = 'an even better password'

const test = setUpTestServer()
const teams = companiesOn(test)
const acme = setUp(() => teams.aCompany())
let people = 0
let ada: Person
let owner: Person
// Ada leaves the only company that she worked in.
beforeEach(async () => {
  test.clock.advance(DAY_MS)
  owner = await teams.signedIn(acme.owner)
  ada = await acme.join('viewer', `ada-${++people}`)
  expect((await acme.call(ada, 'POST', 'leave/', {})).status).toBe(200)
})

const api = (path: string, body: object, more: Partial<ApiCall> = {}) => {
  test.clock.advance(1)
  return callApi(test.server, { method: 'POST', path: `/api/profile/${path}/`, body, ...more })
}
const passwords = (password: string) => ({ password1: password, password2: password })
/** Reads as the owner of the tables, without row-level security. */
async function mailsTo(
  address: string,
): Promise<{ id: string; account_id: string; subject: string; text_body: string }[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const { rows } = await client.query(
    'select id, account_id, subject, text_body from mail_messages where to_address = $1 order by created_at, id',
    [address],
  )
  await client.end()
  return rows
}
const linkIn = async (address: string, subject: string) => {
  const mail = (await mailsTo(address)).findLast((one) => one.subject === subject)
  return /token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1]
}
const expectPasswordReset = async (address: string) => {
  const token = await linkIn(address, 'Set a new password')
  expect((await api('reset-password', { token, ...passwords(NEXT) })).status).toBe(200)
  const back = await api('login', { email: address, password: NEXT })
  expect(back).toMatchObject({ status: 200, body: { account: null } })
  return back.body.token
}

describe('a user without a company', () => {
  it('resets the password by an emailed link and logs in', async () => {
    await api('forgot-password', { email: ada.email })
    await expectPasswordReset(ada.email)
    expect((await mailsTo(ada.email)).map((mail) => mail.subject)).toContain('Your password was changed')
    expect(
      new Set((await mailsTo(ada.email)).map((mail) => mail.account_id)),
      'no company can read them',
    ).toEqual(new Set([ada.id]))
  })

  it('changes the email address and restores the former one', async () => {
    const next = `next-${people}@people.test`
    const asked = await api(
      'change-email',
      { current_password: A_PASSWORD, email: next },
      { token: ada.token },
    )
    expect(asked.status).toBe(200)
    const link = await linkIn(next, 'Confirm your new email address')
    expect((await api('verify-email', { token: link })).body).toMatchObject({ email: next })
    const back = await linkIn(ada.email, 'Your email address was changed')
    expect((await api('verify-email', { token: back })).body).toMatchObject({
      email: ada.email,
      restored: true,
    })
    await expectPasswordReset(ada.email)
  })

  it('is notified when somebody signs up with their address or requests a change to it', async () => {
    await api('signup', { email: ada.email, ...passwords(NEXT) })
    const asked = { current_password: A_PASSWORD, email: ada.email }
    await api('change-email', asked, { token: owner.token })
    expect((await mailsTo(ada.email)).map((mail) => mail.subject)).toEqual([
      'You already have an account',
      'You already have an account',
    ])
  })

  it('gets an email with an undo link when two-step login is turned on', async () => {
    const { token } = ada
    const begun = await api('second-factor', { current_password: A_PASSWORD }, { token })
    const code = codeAt(String(begun.body.secret), test.clock.wallNow())
    expect((await api('second-factor/confirm', { auth_code: code }, { token })).status).toBe(200)
    const undo = await linkIn(ada.email, 'Two-step login was turned on')
    expect((await api('verify-email', { token: undo })).body).toMatchObject({ second_factor_undone: true })
    await expectPasswordReset(ada.email)
  })

  it('accepts a new invitation after a password reset', async () => {
    expect(
      (
        await acme.call(owner, 'POST', 'invitations/', {
          kind: 'member',
          email: ada.email,
          role: 'viewer',
        })
      ).status,
    ).toBeLessThan(300)
    const invited = (await mailsTo(ada.email)).at(-1)!.text_body
    const code = /\/signup\/invite\/([\w-]+)/.exec(invited)![1]!
    await api('forgot-password', { email: ada.email })
    const token = await expectPasswordReset(ada.email)
    const accept = { method: 'POST', path: `/api/invites/${code}/accept/`, token, body: {} } as const
    const accepted = await callApi(test.server, accept)
    expect(accepted).toMatchObject({ status: 200, body: { account: { pk: acme.accountId } } })
  })

  it('has an undelivered email retried and finally deleted', async () => {
    await api('forgot-password', { email: ada.email })
    const queued = async () => {
      const [mail] = await mailsTo(ada.email)
      await runSchedules(test.app)
      const { rows } = await queryAsOwner('select 1 from pgboss.job where data->$1->>$2 = $3', mail?.id)
      return rows.length
    }
    expect(await queued()).toBe(1)
    test.clock.advance(HOUR_MS)
    expect(await queued()).toBe(2)
    test.clock.advance(3 * DAY_MS)
    await runSchedules(test.app)
    test.clock.advance(90 * DAY_MS)
    await runSchedules(test.app)
    expect(await mailsTo(ada.email)).toEqual([])
  })
})

async function queryAsOwner(statement: string, id: string | undefined) {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const result = await client.query(statement, ['payload', 'messageId', id])
  await client.end()
  return result
}
