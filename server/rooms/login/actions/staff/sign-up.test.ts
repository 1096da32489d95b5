import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import { inAccount, tenantlessUnitOfWork } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { findUserByEmail, insertDecoyLogin, replacePassword } from '../../../identity/index.ts'
import { A_PASSWORD } from '../../../identity/testing.ts'
import { logInStaff } from './log-in-staff.ts'
import { signUp } from './sign-up.ts'

const test = setUpTestApp()

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const uow = () => tenantlessUnitOfWork(test.app, CALLER, ANYBODY, null)
const register = (email: string, given: Record<string, string> = {}) =>
  signUp(uow(), {
    body: {
      email,
      password1: A_PASSWORD,
      password2: A_PASSWORD,
      first_name: '',
      last_name: '',
      marketing_source: '',
      ...given,
    },
  })
const find = (email: string) => test.transact((ctx) => findUserByEmail(ctx, email))
const read = async (token: string) => {
  const verified = await test.app.tokens.verify(token, test.clock.wallNow())
  if (!verified.ok) throw new Error('not a good token')
  return verified.claims
}
const mailsTo = async (accountId: string) =>
  inAccount(test.app, CALLER, ANYBODY, accountId, (ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['to_address', 'subject', 'text_body', 'from_name'])
      .where('account_id', '=', ctx.accountId)
      .orderBy('created_at')
      .execute(),
  )

describe('signUp', () => {
  it('creates a person, their account and a session, and mails a link to the app’s own origin', async () => {
    const reply = await register(' Ada@People.test ', { first_name: 'Ada', last_name: 'King' })
    expect(reply.user).toMatchObject({
      email: 'ada@people.test',
      username: 'ada@people.test',
      first_name: 'Ada',
      last_name: 'King',
      email_verified: false,
    })
    const account = reply.account!
    expect(account).toMatchObject({ currency: 'USD', account_type: null, role: 'owner', new_ui: true })
    expect(await read(reply.token)).toMatchObject({
      audience: 'staff',
      subject: reply.user.pk,
      accountId: null,
    })
    const [mail] = await mailsTo(account.pk)
    expect(mail).toMatchObject({ to_address: 'ada@people.test', from_name: 'Quittance' })
    expect(mail!.text_body).toMatch(/http:\/\/localhost:3000\/email-verification\?token=[\w-]{43}\n/)
    const portal = await inAccount(test.app, CALLER, ANYBODY, account.pk, (ctx) =>
      ctx.db.selectFrom('portal_preferences').selectAll().executeTakeFirstOrThrow(),
    )
    expect(portal.sub_domain).toMatch(/^[a-z]+-[a-z]+-\d{4}$/)
    expect(portal.default_sub_domain).toBe(portal.sub_domain)
  })

  it('makes accounts local where no type is offered, earlier ones included', async () => {
    const before = await register('earlier@people.test')
    const types = async () => {
      const first = await register(`${randomUUID()}@people.test`)
      const again = await register('earlier@people.test')
      const typeOf = (pk: string) =>
        inAccount(test.app, CALLER, ANYBODY, pk, async (ctx) => (await readAccountRow(ctx)).type)
      return [
        first.account!.account_type,
        await typeOf(first.account!.pk),
        again.account!.account_type,
        await typeOf(before.account!.pk),
      ]
    }
    expect(await types()).toEqual([null, null, null, null])
    const { flags } = test.app.config
    Object.assign(test.app.config, { flags: { 'choose-account-type': false } })
    expect(await types()).toEqual(['local', 'local', 'local', 'local'])
    Object.assign(test.app.config, { flags })
  })

  it('replies to a known address alike, changes nothing of its owner and warns them', async () => {
    const first = await register('owner@people.test')
    const before = await find('owner@people.test')
    test.clock.advance(1)
    const again = await register('OWNER@people.test', {
      password1: 'another fine password',
      password2: 'another fine password',
      first_name: 'Mallory',
    })
    expect(await find('owner@people.test')).toEqual(before)
    expect(shapeOf(again)).toEqual(shapeOf(first))
    expect(again.user.pk).not.toBe(first.user.pk)
    expect(again.user).toMatchObject({ first_name: 'Mallory', email_verified: false })
    const mails = await mailsTo(first.account!.pk)
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Confirm your email address',
      'You already have an account',
    ])
    const login = (password: string) => logInStaff(uow(), { email: 'owner@people.test', password })
    expect((await login(A_PASSWORD)).user.pk).toBe(first.user.pk)
    await expect(login('not a password of anybody')).rejects.toMatchObject({ code: 'login_failed' })
  })

  it('logs the password of a decoy in, to nobody, until the owner sets another password', async () => {
    const first = await register('kept@people.test')
    const typed = (password: string) => ({ password1: password, password2: password })
    const [eve, mallory] = [
      await register('kept@people.test', { ...typed('a password of eve'), first_name: 'Eve' }),
      await register('kept@people.test', typed('a password of mallory')),
    ]
    const login = (password: string) => logInStaff(uow(), { email: 'Kept@people.test', password })
    for (const [made, password] of [
      [first, A_PASSWORD],
      [eve, 'a password of eve'],
      [mallory, 'a password of mallory'],
    ] as const) {
      const { token, ...again } = await login(password)
      expect(again).toEqual({ user: made.user, account: made.account })
      expect((await read(token)).subject).toBe(made.user.pk)
    }
    // The same password again is the same login, as it is of a real account.
    await register('kept@people.test', { ...typed('a password of eve'), first_name: 'Someone' })
    expect((await login('a password of eve')).user).toEqual(eve.user)
    await test.transact(async (ctx) => {
      const owner = await findUserByEmail(ctx, 'kept@people.test')
      await replacePassword(ctx, owner!, await hashPassword('a password of the owner'), {
        action: 'identity.change-password',
      })
    })
    for (const password of [A_PASSWORD, 'a password of eve', 'a password of mallory'])
      await expect(login(password)).rejects.toMatchObject({ code: 'login_failed' })
    expect((await login('a password of the owner')).user.pk).toBe(first.user.pk)
  })

  it('counts guesses at the owner’s password across logins of a decoy', async () => {
    await register('guessed@people.test')
    const eves = 'a password of eve'
    await register('guessed@people.test', { password1: eves, password2: eves })
    const login = (password: string) => logInStaff(uow(), { email: 'guessed@people.test', password })
    for (let guess = 0; guess < 5; guess++) {
      expect((await login(eves)).user.email_verified).toBe(false)
      await expect(login(`guess number ${guess}`)).rejects.toMatchObject({ code: 'login_failed' })
    }
    await expect(login(eves)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('keeps the newest hundred decoy logins of an address', async () => {
    await register('flooded@people.test')
    const count = await test.transact(async (ctx) => {
      const owner = await findUserByEmail(ctx, 'flooded@people.test')
      const decoy = { user_id: '', email: '', first_name: '', last_name: '', account_id: '', company_id: '' }
      for (let made = 0; made < 105; made++)
        await insertDecoyLogin(ctx, owner!.id, {
          passwordHash: `hash ${String(made).padStart(3, '0')}`,
          decoy,
        })
      const rows = await ctx.db
        .selectFrom('decoy_logins')
        .select('user_id')
        .where('user_id', '=', owner!.id)
        .execute()
      return rows.length
    })
    expect(count).toBe(100)
  })

  it('creates one person for concurrent sign-ups with one address', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => register('twin@people.test')))
    const user = await find('twin@people.test')
    expect(replies.filter((reply) => reply.user.pk === user!.id)).toHaveLength(1)
    const others = replies.filter((reply) => reply.user.pk !== user!.id)
    expect(new Set(others.map((reply) => reply.account!.pk)).size).toBe(7)
  })

  it('refuses bad passwords beside their fields, before anything is written', async () => {
    const refused = async (password1: string, password2 = password1) =>
      register('weak@people.test', { password1, password2 }).catch(
        (error: { fields: unknown }) => error.fields,
      )
    expect(await refused('short')).toEqual({ password1: ['Use at least 8 characters.'] })
    expect(await refused('12345678')).toEqual({
      password1: ['This password is too easy to guess. Choose another one.'],
    })
    expect(await refused('a fine password', 'a fine passwork')).toEqual({
      password2: ['The passwords don’t match. Enter the same one twice.'],
    })
    expect(await find('weak@people.test')).toBeNull()
  })

  it('writes one audit entry with the campaign', async () => {
    const reply = await register('audited@people.test', { marketing_source: 'utm_source=news' })
    const lines = await inAccount(test.app, CALLER, ANYBODY, reply.account!.pk, (ctx) =>
      ctx.db.selectFrom('audit_entries').select(['action', 'actor_id', 'detail']).execute(),
    )
    const detail = { campaign: 'utm_source=news' }
    expect(lines).toEqual([{ action: 'accounts.sign-up', actor_id: reply.user.pk, detail }])
  })
})

/** Types instead of values: equal for two replies of the same shape. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}
