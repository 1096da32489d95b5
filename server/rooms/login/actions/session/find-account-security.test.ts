import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import {
  aSweptCompany,
  CALLER,
  type Debtor,
  openPortalSession,
  payLinkSession,
  previewSession,
  staffSession,
} from '../../../../../testing/sweep/company.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inAccount } from '../../../../platform/context.ts'
import { aMember } from '../../../accounts/testing.ts'
import { A_PASSWORD, codeAt } from '../../../identity/testing.ts'
import { aPortalFactor, setPortalPassword } from '../../../portal/testing.ts'

const NEXT = 'an even better password'

const test = setUpTestServer()
const acme = setUp(() => aSweptCompany(test, 'acme-supplies'))
let me: Debtor
let here: { token: string; sessionId: string }
let elsewhere: { token: string; sessionId: string }
beforeAll(async () => {
  me = acme.debtors.first
})
beforeEach(async () => {
  // Opens a new window for every rate limit and ends earlier sessions.
  test.clock.advance(DAY_MS)
  await acme.run(async (ctx) => {
    await aPortalFactor(ctx, me.portalUserId, 'none')
    await setPortalPassword(ctx, me.portalUserId)
  })
  here = await openPortalSession(test, acme, me)
  elsewhere = await openPortalSession(test, acme, me)
})

type Body = Record<string, unknown> & {
  code: string
  secret: string
  token: string
  recovery_codes: string[]
}
const api = (path: string, call: Partial<ApiCall> = {}) => {
  // Mails of the same millisecond have no order.
  test.clock.advance(1)
  return callApi<Body>(test.server, {
    method: 'POST',
    host: acme.host,
    path: `/api/profile/${path}`,
    ...call,
  })
}
const mine = (path: string, body?: object, call: Partial<ApiCall> = {}) =>
  api(path, { token: here.token, ...(body && { body }), ...call })
const read = (path: string, token = here.token) => api(path, { method: 'GET', token })
const listedSessions = async (token = here.token) =>
  (await read('sessions/', token)).body as unknown as { pk: string; current: boolean }[]
const works = async ({ token }: { token: string }) =>
  (await callApi(test.server, { method: 'GET', host: acme.host, path: '/api/account/', token })).status ===
  200
const logIn = (password = A_PASSWORD, auth_code?: string) =>
  api('login/', { body: { email: me.portalEmail, password, ...(auth_code !== undefined && { auth_code }) } })
const now = (secret: string) => codeAt(secret, test.clock.wallNow())
/** The latest mail to the customer. */
const mail = async () => {
  const rows = await acme.run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['subject', 'text_body'])
      .where('to_address', '=', me.portalEmail)
      .orderBy('id')
      .execute(),
  )
  return rows.at(-1)
}
const audited = async (action: string) => {
  const rows = await inAccount(test.app, CALLER, { kind: 'anonymous' }, acme.accountId, (ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'object_type', 'object_id'])
      .where('action', '=', action)
      .execute(),
  )
  return rows.filter((row) => row.object_id === me.portalUserId).length
}
/** Turns two-step login on as a customer. */
async function setUpFactor() {
  const begun = await mine('second-factor/', { current_password: A_PASSWORD })
  expect(begun.status).toBe(200)
  expect(begun.body.uri).toContain('issuer=acme-supplies%20Ltd')
  const confirmed = await mine('second-factor/confirm/', { auth_code: now(begun.body.secret) })
  expect(confirmed.status).toBe(200)
  return { secret: begun.body.secret, codes: confirmed.body.recovery_codes }
}

describe('a customer’s own login to the portal', () => {
  it('requires a code once the second factor is confirmed, which ends all other sessions', async () => {
    const { secret, codes } = await setUpFactor()
    expect(codes).toHaveLength(10)
    expect([await works(here), await works(elsewhere)]).toEqual([true, false])
    expect((await read('second-factor/')).body).toMatchObject({ enabled: true, recovery_codes_left: 10 })
    expect(await audited('identity.set-up-second-factor')).toBe(1)

    expect((await logIn('a wrong password', now(secret))).body.code).toBe('login_failed')
    expect((await logIn()).body.code).toBe('login_needs_second_factor')
    expect((await logIn(A_PASSWORD, '000000')).body.code).toBe('login_bad_authentication_code')
    expect((await logIn(A_PASSWORD, now(secret))).body.code, 'the confirmation used that step').toBe(
      'login_bad_authentication_code',
    )
    test.clock.advance(31_000)
    expect((await logIn(A_PASSWORD, now(secret))).status).toBe(200)
    expect((await logIn(A_PASSWORD, now(secret))).body.code).toBe('login_bad_authentication_code')
    expect((await logIn(A_PASSWORD, codes[0])).status).toBe(200)
    expect(await mail()).toMatchObject({ subject: expect.stringContaining('A recovery code was used') })
    expect((await logIn(A_PASSWORD, codes[0])).body.code).toBe('login_bad_authentication_code')
  })

  it('accepts five attempts in a quarter of an hour', async () => {
    const { codes } = await setUpFactor()
    for (let at = 0; at < 5; at++)
      expect((await logIn(A_PASSWORD, '000000')).body.code).toBe('login_bad_authentication_code')
    expect((await logIn(A_PASSWORD, codes[0])).status).toBe(429)
    expect((await logIn()).body.code, 'an attempt counts only with a code').toBe('login_needs_second_factor')
  })

  it('keeps the second factor after a password reset, and takes both factors to turn it off', async () => {
    const { codes } = await setUpFactor()
    await api('forgot-password/', { body: { email: me.portalEmail } })
    const token = /token=([\w-]+)/.exec((await mail())!.text_body)![1]
    const reset = { token, password1: NEXT, password2: NEXT }
    expect((await api('reset-password/', { body: reset })).status).toBe(200)
    expect((await logIn(NEXT)).body.code).toBe('login_needs_second_factor')
    const signedIn = await logIn(NEXT, codes[0])
    const as = { token: signedIn.body.token }
    const typed = { current_password: NEXT, auth_code: codes[1] }
    const renewed = await mine('second-factor/recovery-codes/', typed, as)
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect(
      (await mine('second-factor/end/', { ...typed, auth_code: codes[2] }, as)).status,
      'a former code',
    ).toBe(400)
    const off = { ...typed, auth_code: renewed.body.recovery_codes[0] }
    expect((await mine('second-factor/end/', off, as)).status).toBe(200)
    expect(await mail()).toMatchObject({ subject: expect.stringContaining('turned off') })
    expect((await logIn(NEXT)).status).toBe(200)
  })

  it('lets a customer undo a second factor by the mailed link, on the company’s own portal', async () => {
    await setUpFactor()
    const text = (await mail())!.text_body
    const link = new URL(/https?:\/\/\S+token=\S+/.exec(text)![0])
    expect([link.hostname, link.pathname]).toEqual([acme.host, '/password-reset-confirmation'])
    const token = link.searchParams.get('token')
    expect((await api('portal-link/', { body: { token, purpose: 'reset' } })).body).toEqual({ state: 'open' })
    expect((await api('portal-link/', { body: { token, purpose: 'enrol' } })).body).toEqual({
      state: 'ended',
    })
    const reset = { token, password1: NEXT, password2: NEXT }
    expect((await api('reset-password/', { body: reset })).body.detail).toContain('Two-step login is off')
    expect(await works(here)).toBe(false)
    expect((await logIn(NEXT)).status).toBe(200)
    expect((await api('reset-password/', { body: reset })).body.code).toBe('token_expired')
    expect(await audited('identity.undo-second-factor')).toBe(1)
  })

  it('changes its password with the current one, and ends all other sessions', async () => {
    const next = { password1: NEXT, password2: NEXT }
    const wrong = await mine('change-password/', { current_password: NEXT, ...next })
    expect(wrong).toMatchObject({ status: 400, body: { current_password: [expect.any(String)] } })
    const short = { current_password: A_PASSWORD, password1: 'short', password2: 'short' }
    expect((await mine('change-password/', short)).body).toMatchObject({ password1: [expect.any(String)] })
    const begun = await mine('second-factor/', { current_password: A_PASSWORD })
    const changed = await mine('change-password/', { current_password: A_PASSWORD, ...next })
    expect(changed.status).toBe(200)
    expect([await works(here), await works(elsewhere)]).toEqual([true, false])
    expect((await logIn()).body.code).toBe('login_failed')
    expect((await logIn(NEXT)).status).toBe(200)
    const { subject, text_body } = (await mail())!
    expect(subject).toContain('was changed')
    expect(text_body).toContain(`${acme.host}`)
    expect(text_body).toContain('/customer-portal-site-forgot-password')
    expect(await audited('identity.change-password')).toBe(1)
    const confirmed = await mine('second-factor/confirm/', { auth_code: now(begun.body.secret) })
    expect(confirmed.body.code, 'begun with the former password').toBe('wrong_state')
  })

  it('lists the sessions of the same login only, and ends one or all others', async () => {
    const other = await openPortalSession(test, acme, acme.debtors.second)
    const found = await listedSessions()
    expect(found.map(({ pk }) => pk).sort()).toEqual([here.sessionId, elsewhere.sessionId].sort())
    expect(found[0]).toMatchObject({ pk: here.sessionId, current: true })
    const end = (id: string) => mine(`sessions/${id}/`, undefined, { method: 'DELETE' })
    expect((await end(other.sessionId)).status, 'another login’s').toBe(404)
    expect(await works(other)).toBe(true)
    expect((await end(elsewhere.sessionId)).status).toBe(204)
    expect([await works(here), await works(elsewhere)]).toEqual([true, false])
    const third = await openPortalSession(test, acme, me)
    expect((await mine('sessions/', undefined, { method: 'DELETE' })).status).toBe(204)
    expect([await works(here), await works(third), await works(other)]).toEqual([true, false, true])
    expect(await audited('identity.end-session')).toBe(1)
    expect(await audited('identity.end-other-sessions')).toBe(1)
  })

  it('is independent of the staff login of the same person', async () => {
    const person = await test.transact((ctx) =>
      aMember(ctx, { accountId: acme.accountId, email: me.portalEmail, role: 'viewer' }),
    )
    const token = await staffSession(test, person.id)
    const app = { host: 'localhost', token }
    const ofStaff = await api('sessions/', { ...app, method: 'GET' })
    expect(ofStaff.body).toHaveLength(1)
    expect((await listedSessions()).map(({ pk }) => pk)).not.toContain(
      (ofStaff.body as unknown as { pk: string }[])[0]!.pk,
    )
    await setUpFactor()
    expect((await api('second-factor/', { ...app, method: 'GET' })).body).toMatchObject({ enabled: false })
    const changed = { current_password: A_PASSWORD, password1: NEXT, password2: NEXT }
    expect((await mine('change-password/', changed)).status).toBe(200)
    expect((await api('sessions/', { ...app, method: 'GET' })).body).toHaveLength(1)
    expect((await read('sessions/', token)).status, 'on the portal’s host').toBe(403)
  })

  it('is hidden from a preview and a pay link, and closed to their changes', async () => {
    const preview = await previewSession(test, acme, me)
    const payLink = await payLinkSession(test, acme, me)
    for (const token of [preview, payLink]) {
      for (const path of ['sessions/', 'second-factor/']) expect((await read(path, token)).status).toBe(403)
      const calls = [
        api('change-password/', {
          token,
          body: { current_password: A_PASSWORD, password1: NEXT, password2: NEXT },
        }),
        api('second-factor/', { token, body: { current_password: A_PASSWORD } }),
        api('second-factor/confirm/', { token, body: { auth_code: '123456' } }),
        api('second-factor/end/', { token, body: { current_password: A_PASSWORD, auth_code: '123456' } }),
        api('sessions/', { token, method: 'DELETE' }),
        api(`sessions/${here.sessionId}/`, { token, method: 'DELETE' }),
      ]
      for (const call of calls)
        expect(await call).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    }
    expect([await works(here), await works(elsewhere)]).toEqual([true, true])
  })
})
