import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { asDate } from '../../server/platform/clock.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { issueToken } from '../../server/rooms/identity/index.ts'
import { aUser } from '../../server/rooms/identity/testing.ts'
import { aPortalFactor, aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { SampleCall } from './samples.ts'
import type { Sweep } from './sweep.ts'

const { identity, team } = contract
const PASSWORD = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }

type Subject = Parameters<typeof issueToken>[1]
/** A route that takes a token, its caller, and the rest of the request. */
interface Place {
  readonly route: Route
  readonly by: string
  readonly call: (token: string) => SampleCall
}
const EXPIRED = { status: 400, code: 'token_expired' } as const

/** Emailed links: used and expired ones of each purpose, and links of people who may no longer use them. */
export async function tokenCalls(sweep: Sweep): Promise<RefusedCall[]> {
  return [
    ...(await usedUpCalls(sweep)),
    ...(await closedRecipientCalls(sweep)),
    await guardedLoginCall(sweep),
    ...(await misusedLinkCalls(sweep)),
    ...(await foreignInvitationCalls(sweep)),
  ]
}

const byBody = (route: Route, more: object = {}, host?: string): Place => ({
  ...{ route, by: 'anonymous' },
  call: (token) => ({ ...(host && { host }), body: { token, ...more } }),
})
const byCode = (route: Route, by: string, body?: object): Place => ({
  ...{ route, by },
  call: (code) => ({ params: { code }, ...(body && { body }) }),
})
const signingUp = (email: string): Place => ({
  ...{ route: identity.signUp, by: 'anonymous' },
  call: (invite) => ({ query: { invite }, body: { email, ...PASSWORD } }),
})

const issue = (sweep: Sweep, about: Subject): Promise<string> =>
  sweep.test.transact((ctx) => issueToken(ctx, about, { keepFormer: true }))

const at = (sweep: Sweep, name: string, { route, by, call }: Place, token: string): RefusedCall => ({
  ...{ name, cell: cellOf(sweep, route, by), call: call(token) },
  ...EXPIRED,
})

/** Used and expired links of a valid user, login and invitation. */
async function usedUpCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, test, inspector } = sweep
  const { accountId, host } = own
  const email = 'worn@people.test'
  const user = await test.transact((ctx) => aUser(ctx, { email, homeAccountId: accountId }))
  const { portalEmail, portalUserId: subjectId } = own.debtors.first
  const ofPortal = { email: portalEmail, accountId, subjectId }
  const ofUser = { email, userId: user.id }
  const invited = 'worn-invitation@people.test'
  const { invitation } = await own.run((ctx) => anInvitation(ctx, { email: invited }))
  const ofInvitation = { email: invited, accountId, subjectId: invitation.id }
  const reading = [byBody(identity.verifyEmail), byBody(identity.checkEmailLink)]
  const purposes: [about: Subject, places: Place[]][] = [
    [{ purpose: 'verify_email', ...ofUser }, reading],
    [{ purpose: 'change_email', userId: user.id, email: 'worn-new@people.test' }, reading],
    [{ purpose: 'restore_email', userId: user.id, email: 'worn-old@people.test' }, reading],
    [{ purpose: 'undo_second_factor', ...ofUser }, reading],
    [{ purpose: 'reset_password', ...ofUser }, [byBody(identity.resetPassword, PASSWORD)]],
    [{ purpose: 'portal_reset', ...ofPortal }, [byBody(identity.resetPassword, PASSWORD, host)]],
    [{ purpose: 'portal_undo_second_factor', ...ofPortal }, [byBody(identity.resetPassword, PASSWORD, host)]],
    [{ purpose: 'portal_enrol', ...ofPortal }, [byBody(identity.enrollInPortal, PASSWORD, host)]],
    [
      { purpose: 'invite_user', ...ofInvitation },
      [byCode(team.readInvite, 'anonymous'), byCode(team.acceptInvite, 'viewer', {}), signingUp(invited)],
    ],
  ]
  const now = asDate(test.clock.wallNow())
  const found: RefusedCall[] = []
  for (const [about, places] of purposes)
    for (const [how, column] of [
      ['used', 'used_at'],
      ['expired', 'expires_at'],
    ] as const) {
      const token = await issue(sweep, about)
      await inspector.rows(`update one_time_tokens set ${column} = $2 where token_hash = $1`, [
        sha256(token),
        now,
      ])
      found.push(...places.map((place) => at(sweep, `with ${about.purpose} ${how}`, place, token)))
    }
  return found
}

/** Valid links of closed users and logins, and of a withdrawn invitation. */
async function closedRecipientCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, test, inspector } = sweep
  const { accountId, host } = own
  const now = asDate(test.clock.wallNow())
  const email = 'closed@people.test'
  const { id: userId } = await test.transact((ctx) => aUser(ctx, { email, homeAccountId: accountId }))
  const [closed, nobodys] = await own.run(async (ctx) => {
    const [one, other] = [await aCustomer(ctx), await aCustomer(ctx)]
    return [
      await aPortalLogin(ctx, { email, customerIds: [one.id] }),
      await aPortalLogin(ctx, { email: 'nobodys@people.test', customerIds: [other.id] }),
    ]
  })
  await inspector.rows('update users set disabled_at = $2 where id = $1', [userId, now])
  await inspector.rows('update portal_users set disabled_at = $2 where id = $1', [closed.id, now])
  await inspector.rows('delete from portal_user_customers where portal_user_id = $1', [nobodys.id])
  const { invitation, code } = await own.run((ctx) => anInvitation(ctx, { email: 'withdrawn@people.test' }))
  await inspector.rows("update invitations set ended_at = $2, ended_because = 'withdrawn' where id = $1", [
    invitation.id,
    now,
  ])
  const resetting = byBody(identity.resetPassword, PASSWORD)
  const enrolling = byBody(identity.enrollInPortal, PASSWORD, host)
  const ofPortal = { purpose: 'portal_enrol', accountId } as const
  return [
    at(
      sweep,
      'of a closed account',
      resetting,
      await issue(sweep, { purpose: 'reset_password', email, userId }),
    ),
    at(
      ...([sweep, 'to a new address of a closed account', byBody(identity.verifyEmail)] as const),
      await issue(sweep, { purpose: 'change_email', email: 'closed-new@people.test', userId }),
    ),
    at(
      ...([sweep, 'of a closed login', enrolling] as const),
      await issue(sweep, { ...ofPortal, email, subjectId: closed.id }),
    ),
    at(
      ...([sweep, 'of a login of no customer', enrolling] as const),
      await issue(sweep, { ...ofPortal, email: 'nobodys@people.test', subjectId: nobodys.id }),
    ),
    at(sweep, 'of a withdrawn invitation', byCode(team.readInvite, 'anonymous'), code),
    at(sweep, 'of a withdrawn invitation', byCode(team.acceptInvite, 'viewer', {}), code),
  ]
}

/** A valid invitation of a login that has got a second factor since. */
async function guardedLoginCall(sweep: Sweep): Promise<RefusedCall> {
  const { accountId, host, run } = sweep.own
  const email = 'guarded-since@people.test'
  const { id: subjectId } = await run(async (ctx) => {
    const customer = await aCustomer(ctx)
    const login = await aPortalLogin(ctx, { email, customerIds: [customer.id] })
    await aPortalFactor(ctx, login.id, 'confirmed')
    return login
  })
  const token = await issue(sweep, { purpose: 'portal_enrol', email, accountId, subjectId })
  return at(sweep, 'of a login with a second factor', byBody(identity.enrollInPortal, PASSWORD, host), token)
}

/** Valid links used for another purpose, at another company, for a former address, or without a user. */
async function misusedLinkCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, test } = sweep
  const { accountId, host } = own
  const email = 'misplaced@people.test'
  const user = await test.transact((ctx) => aUser(ctx, { email, homeAccountId: accountId }))
  const { portalEmail, portalUserId } = rival.debtors.first
  const rivals = { email: portalEmail, accountId: rival.accountId, subjectId: portalUserId }
  const reading = byBody(identity.verifyEmail)
  const resetting = byBody(identity.resetPassword, PASSWORD)
  const verify = await issue(sweep, { purpose: 'verify_email', email, userId: user.id })
  const reset = await issue(sweep, { purpose: 'reset_password', email, userId: user.id })
  const former = { purpose: 'verify_email', email: 'former@people.test', userId: user.id } as const
  const enroll = await issue(sweep, { purpose: 'portal_enrol', ...rivals })
  const ofNobody = await issue(sweep, { purpose: 'reset_password', email })
  const toNowhere = await issue(sweep, { purpose: 'invite_user', email })
  return [
    at(sweep, 'with a link that resets a password', reading, reset),
    at(sweep, 'with a link that resets a password', byBody(identity.checkEmailLink), reset),
    at(sweep, 'with a link that verifies an address', resetting, verify),
    at(sweep, 'with a link that verifies an address', byCode(team.readInvite, 'anonymous'), verify),
    at(sweep, 'of a former address', reading, await issue(sweep, former)),
    at(sweep, 'of another company’s portal', byBody(identity.enrollInPortal, PASSWORD, host), enroll),
    at(sweep, 'without a user', resetting, ofNobody),
    at(sweep, 'without a company', byCode(team.readInvite, 'anonymous'), toNowhere),
  ]
}

/** Valid invitations, for somebody else or to a company that the caller does not own. */
async function foreignInvitationCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival } = sweep
  const { code } = await own.run((ctx) => anInvitation(ctx, { email: 'elsewhere@people.test' }))
  const email = `viewer@${own.host.replace('.localhost', '.test')}`
  const client = await rival.run((ctx) => anInvitation(ctx, { email, kind: 'client' }))
  const accept = cellOf(sweep, team.acceptInvite, 'viewer')
  return [
    {
      ...{ name: 'for somebody else', cell: accept, status: 409, code: 'wrong_state' },
      call: { params: { code }, body: {} },
    },
    {
      ...{ name: 'to a company that the caller does not own', cell: accept, status: 400 },
      call: { params: { code: client.code }, body: { account: own.accountId } },
    },
    {
      ...{ name: 'for somebody else', cell: cellOf(sweep, identity.signUp, 'anonymous'), status: 400 },
      call: signingUp('other@people.test').call(code),
    },
  ]
}
