import type { ErrorCode } from '../../contract/errors.ts'
import { contract } from '../../contract/index.ts'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { asDate } from '../../server/platform/clock.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { A_PASSWORD, aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { aLink, aProviderToken } from '../../server/rooms/login/testing.ts'
import { aPortalFactor, aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { staffSession } from './company.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { Sweep } from './sweep.ts'

const { identity, socialLogins } = contract
const WRONG = 'another horse 5 staples'
const NEW = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }
const QUARTER_MS = 15 * MINUTE_MS

/** Logins with a wrong or missing password, second-factor code or provider token. */
export async function signInCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const guarded = await createGuardedUser(sweep)
  return [
    ...(await passwords(sweep)),
    ...secondFactorCalls(sweep, guarded),
    ...secondFactorCalls(sweep, await createGuardedCustomer(sweep), sweep.own.host),
    ...(await confirmationCalls(sweep, guarded)),
    ...(await providerTokens(sweep, guarded)),
  ]
}

/** A login with a second factor, and two codes of it that are no longer accepted. */
interface GuardedLogin {
  readonly email: string
  readonly spentCode: string
  readonly shownCode: string
}
interface Guarded extends GuardedLogin {
  readonly token: string
  readonly subject: string
}

const GUARDED = 'guarded@people.test'

/** Creates a member with a second factor and a linked provider. */
async function createGuardedUser({ own, test, inspector }: Sweep): Promise<Guarded> {
  const email = GUARDED
  const { id } = await test.transact((ctx) =>
    aMember(ctx, { accountId: own.accountId, email, role: 'viewer' }),
  )
  const { recoveryCodes, code } = await test.transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
  const subject = await test.transact((ctx) => aLink(ctx, id))
  await inspector.rows('update recovery_codes set used_at = $2 where user_id = $1', [
    id,
    asDate(test.clock.wallNow()),
  ])
  // Marks all codes of the app as used.
  await inspector.rows('update users set second_factor_last_step = $2 where id = $1', [id, 2_000_000_000])
  const token = await staffSession(test, id)
  return { email, token, spentCode: recoveryCodes[0]!, shownCode: code, subject }
}

/** Creates a customer whose portal login has a second factor. */
async function createGuardedCustomer({ own, test, inspector }: Sweep): Promise<GuardedLogin> {
  const email = 'guarded-customer@people.test'
  const factor = await own.run(async (ctx) => {
    const { id } = await aCustomer(ctx)
    const login = await aPortalLogin(ctx, { email, customerIds: [id] })
    return { id: login.id, ...(await aPortalFactor(ctx, login.id, 'confirmed'))! }
  })
  await inspector.rows('update portal_recovery_codes set used_at = $2 where portal_user_id = $1', [
    factor.id,
    asDate(test.clock.wallNow()),
  ])
  await inspector.rows('update portal_users set second_factor_last_step = $2 where id = $1', [
    factor.id,
    2_000_000_000,
  ])
  return { email, spentCode: factor.recoveryCodes[0]!, shownCode: factor.code }
}

async function passwords(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, test, inspector } = sweep
  const cell = cellOf(sweep, identity.logIn, 'anonymous')
  const now = asDate(test.clock.wallNow())
  const closed = 'closed-login@people.test'
  const { id } = await test.transact((ctx) =>
    aMember(ctx, { accountId: own.accountId, email: closed, role: 'viewer' }),
  )
  const [login, nobodys] = await own.run(async (ctx) => {
    const [one, other] = [await aCustomer(ctx), await aCustomer(ctx)]
    return [
      await aPortalLogin(ctx, { email: closed, customerIds: [one.id] }),
      await aPortalLogin(ctx, { email: 'no-customer@people.test', customerIds: [other.id] }),
    ]
  })
  await inspector.rows('update users set disabled_at = $2 where id = $1', [id, now])
  await inspector.rows('update portal_users set disabled_at = $2 where id = $1', [login.id, now])
  await inspector.rows('delete from portal_user_customers where portal_user_id = $1', [nobodys.id])
  const logIn = (name: string, body: object, host?: string): RefusedCall => ({
    ...{ name, cell, status: 400, code: 'login_failed' },
    call: { ...(host && { host }), body: { password: A_PASSWORD, ...body } },
  })
  return [
    logIn('with another password', { email: GUARDED, password: WRONG }),
    logIn('of nobody', { email: 'nobody@people.test' }),
    logIn('of a closed account', { email: closed }),
    logIn('with another password', { email: own.debtors.first.portalEmail, password: WRONG }, own.host),
    logIn('of a closed login', { email: closed }, own.host),
    logIn('of a login of no customer', { email: 'no-customer@people.test' }, own.host),
  ]
}

/** The right password, without a valid code. */
function secondFactorCalls(
  sweep: Sweep,
  { email, spentCode, shownCode }: GuardedLogin,
  host?: string,
): RefusedCall[] {
  const cell = cellOf(sweep, identity.logIn, 'anonymous')
  const where = host === undefined ? '' : ' of a portal’s login'
  const logIn = (name: string, auth_code?: string): RefusedCall => ({
    ...{ name: `${name}${where}`, cell, status: 400 },
    code: auth_code === undefined ? 'login_needs_second_factor' : 'login_bad_authentication_code',
    call: { ...(host && { host }), body: { password: A_PASSWORD, email, ...(auth_code && { auth_code }) } },
  })
  return [
    logIn('without a code'),
    logIn('with another code', '000000'),
    logIn('with a used code', spentCode),
    logIn('with an older code of the app', shownCode),
  ]
}

/** Actions that require the password or a code again, so that a stolen session is not enough. Tries five codes in all. */
async function confirmationCalls(sweep: Sweep, { token }: Guarded): Promise<RefusedCall[]> {
  const { own, test } = sweep
  const email = 'begun@people.test'
  const begun = await test.transact(async (ctx) => {
    const { id } = await aMember(ctx, { accountId: own.accountId, email, role: 'viewer' })
    await aSecondFactor(ctx, id, 'begun')
    return id
  })
  const session = await staffSession(test, begun)
  const call = (
    name: string,
    route: (typeof identity)[keyof typeof identity],
    body: object,
  ): RefusedCall => ({
    ...{ name, cell: cellOf(sweep, route, 'viewer'), call: { body }, variation: { token }, status: 400 },
  })
  const current_password = A_PASSWORD
  return [
    call('with another password', identity.changePassword, { current_password: WRONG, ...NEW }),
    call('without a code', identity.endSecondFactor, { current_password, auth_code: ' ' }),
    call('with another code', identity.endSecondFactor, { current_password, auth_code: '000000' }),
    call('with another code', identity.proveSecondFactor, { auth_code: '000000' }),
    {
      ...call('with a code that the app does not show', identity.confirmSecondFactor, {
        auth_code: '000000',
      }),
      variation: { token: session },
    },
  ]
}

/** A provider token is valid once, for ten minutes, unaltered, and only for the linked login. */
async function providerTokens(sweep: Sweep, { subject }: Guarded): Promise<RefusedCall[]> {
  const { own, test, inspector } = sweep
  const cell = cellOf(sweep, socialLogins.logIn, 'anonymous')
  const user = await test.transact((ctx) =>
    aMember(ctx, { accountId: own.accountId, email: 'by-provider@people.test', role: 'viewer' }),
  )
  const linked = await test.transact((ctx) => aLink(ctx, user.id))
  const tokenOf = (whose: string) => aProviderToken(test.app, whose)
  test.clock.advance(-QUARTER_MS)
  const old = tokenOf(linked)
  test.clock.advance(QUARTER_MS)
  const spent = tokenOf(linked)
  await inspector.rows('insert into spent_authorizations (secret_hash, expires_at) values ($1, $2)', [
    sha256(spent),
    asDate(test.clock.wallNow() + QUARTER_MS),
  ])
  const fresh = tokenOf(linked)
  const altered = `${fresh.slice(0, -4)}${fresh.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  const logIn = (name: string, code: ErrorCode, token: string, auth_code?: string): RefusedCall => ({
    ...{ name, cell, status: 400, code },
    call: { body: { token, ...(auth_code !== undefined && { auth_code }) } },
  })
  return [
    logIn('with an expired token', 'authorization_expired', old),
    logIn('with a used token', 'authorization_expired', spent),
    logIn('with an altered token', 'authorization_expired', altered),
    logIn('with a token in another spelling', 'authorization_expired', `${tokenOf(linked)}=`),
    logIn('without a linked login', 'provider_refused', aProviderToken(test.app)),
    logIn('without a code', 'login_needs_second_factor', tokenOf(subject)),
    logIn('with another code', 'login_bad_authentication_code', tokenOf(subject), '000000'),
    {
      ...{ name: 'without the code of a provider', cell: cellOf(sweep, socialLogins.exchange, 'anonymous') },
      ...{ status: 400, code: 'provider_refused' },
      call: {
        query: { provider: 'facebook', redirect_url: `${test.app.config.appOrigin}/facebook-redirect` },
        body: { code: '', extra_data: { state: 'no-state', browser_key: 'no-key' } },
      },
    },
  ]
}
