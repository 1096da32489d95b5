import { type Access, scopeOfRoute } from '../../contract/route.ts'
import { featureMissing, hasFeature } from '../../domain/accounts/plans.ts'
import { needsSubscription } from '../../domain/accounts/subscription.ts'
import { includesScope } from '../../domain/people/api-scopes.ts'
import { type Right, roleCan, type StaffRole } from '../../domain/people/roles.ts'
import { type Actor, actingAs, type BaseCtx, type Ctx, enterAccount } from '../platform/context.ts'
import type { Authorizer, CallerFacts, IdentifyKey } from '../platform/http/caller.ts'
import { isId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { accountOfSubDomain, enterAsMember, readStanding, type Standing } from '../rooms/accounts/index.ts'
import { enterAsKey, noteKeyUse } from '../rooms/api-keys/index.ts'
import { recognizeSession, type Session, STEP_UP_LIFE_MS } from '../rooms/identity/index.ts'
import {
  loadPayLinkCaller,
  loadPortalCaller,
  loadPreviewCaller,
  type PortalCaller,
} from '../rooms/portal/index.ts'

/** Authorizes a caller by the route's access declaration. Refuses everything that no case allows. */
export const authorize: Authorizer = async (ctx, access, facts) => {
  if (facts.subDomain !== null && isAppRoute(access)) throw refuse('not_found')
  if (facts.apiKey !== null && !isOpen(access)) return admitKey(ctx, access, facts, facts.apiKey)
  switch (access.kind) {
    case 'public':
      return admitVisitor(ctx, access, facts)
    case 'signed':
      // The action verifies the signature. There is no actor before.
      return ctx
    case 'demo':
      if (!ctx.app.config.demo) throw refuse('not_found')
      return ctx
    case 'session':
      return admitSession(ctx, facts)
    case 'user':
      return admitUser(ctx, access, facts)
    case 'login':
      return facts.subDomain === null ? admitUser(ctx, access, facts) : admitPayer(ctx, access, facts)
    case 'staff':
      return admitStaff(ctx, access, facts)
    case 'customer':
    case 'payer':
    case 'preview':
      return admitPayer(ctx, access, facts)
  }
}

/** Returns the id of a live key, by which its requests are counted. */
export const identifyKey: IdentifyKey = async (ctx, key) => (await enterAsKey(ctx, key))?.id ?? null

/** Routes that admit everybody take no notice of a key. */
const isOpen = ({ kind }: Access): boolean => kind === 'public' || kind === 'signed' || kind === 'demo'

/**
 * Admits a key to its own account, by the scope of the route. Answers 404 for other accounts, 403 for routes of people and
 * for a missing scope, 401 while the account is closed, and 402 as for staff.
 */
async function admitKey(ctx: BaseCtx, access: Access, facts: CallerFacts, text: string): Promise<Ctx> {
  const key = await enterAsKey(ctx, text)
  if (key === null) throw refuse('api_key_refused')
  if (access.kind !== 'staff') throw refuse('not_allowed')
  const accountId = facts.accountInPath ?? facts.accountHeader ?? key.ctx.accountId
  if (accountId.toLowerCase() !== key.ctx.accountId) throw refuse('not_found')
  const scope = scopeOfRoute({ access })
  if (scope === null) throw refuse('not_allowed')
  if (!includesScope(key.scopes, scope))
    throw refuse('scope_missing', `This API key needs the scope ${scope}.`)
  const standing = await readStanding(key.ctx)
  if (standing.isClosed)
    throw refuse('api_key_refused', 'This account is closed. Its API keys work again once it is reopened.')
  checkStanding(standing, access)
  await noteKeyUse(key)
  return actingAs(key.ctx, { kind: 'api_key', keyId: key.id, name: key.name, scopes: key.scopes })
}

/** Refuses what an account’s state forbids: account_blocked, account_closed, subscription_inactive or feature_not_in_plan. */
function checkStanding(
  { isBlocked, isClosed, isActive, plan }: Standing,
  { right, feature }: Access & { kind: 'staff' },
): void {
  if (isBlocked && needsSubscription(right)) throw refuse('account_blocked')
  if (isClosed && needsSubscription(right)) throw refuse('account_closed')
  if (!isActive && needsSubscription(right)) throw refuse('subscription_inactive')
  if (feature !== undefined && !hasFeature(plan, feature))
    throw refuse('feature_not_in_plan', featureMissing(feature))
}

/** Routes of the business app answer 404 on a portal's host for every caller. */
const isAppRoute = (access: Access): boolean =>
  access.kind === 'user' || access.kind === 'staff' || (access.kind === 'public' && access.host === undefined)

/** The company is determined by the Host header only. */
async function admitVisitor(
  ctx: BaseCtx,
  access: Access & { kind: 'public' },
  facts: CallerFacts,
): Promise<BaseCtx | Ctx> {
  if (access.host === undefined || access.host === 'any') return ctx
  if (facts.subDomain === null) {
    if (access.host === 'company') throw refuse('not_found')
    return ctx
  }
  const accountId = await accountOfSubDomain(ctx, facts.subDomain)
  if (accountId === null) throw refuse('not_found')
  return enterAccount(ctx, accountId)
}

async function recognize(ctx: BaseCtx, facts: CallerFacts): Promise<Session> {
  if (facts.claims === null) throw refuse(facts.badToken ? 'session_ended' : 'not_signed_in')
  const session = await recognizeSession(ctx, facts.claims)
  if (session === null) throw refuse('session_ended')
  return session
}

/**
 * Accepts any live session of any audience on any host, because a session must always be endable. A preview
 * has a separate route, which leaves a customer's session in the same browser alone.
 */
async function admitSession(ctx: BaseCtx, facts: CallerFacts): Promise<BaseCtx | Ctx> {
  const session = await recognize(ctx, facts)
  if (session.audience === 'preview') throw refuse('preview_only_reads')
  if (session.person) return actingAs(ctx, staffActor(session, session.person, null))
  const caller =
    session.audience === 'portal'
      ? await loadPortalCaller(ctx, session, null)
      : await loadPayLinkCaller(ctx, session)
  if (caller === null) throw refuse('session_ended')
  return actingAs(caller.ctx, caller.actor)
}

async function admitUser(
  ctx: BaseCtx,
  access: Access & { kind: 'user' | 'login' },
  facts: CallerFacts,
): Promise<BaseCtx> {
  const session = await recognize(ctx, facts)
  if (session.audience !== 'staff' || session.person === null) throw refuse('not_allowed')
  if (!session.person.emailVerified && !('unverified' in access)) throw refuse('email_not_verified')
  return actingAs(ctx, staffActor(session, session.person, null))
}

/**
 * Answers 404 for non-members of the account, 403 for a member without the right or without the second factor
 * that the account requires or in a blocked account, and 402 in one without an active subscription. Never 401, which ends
 * sessions.
 */
async function admitStaff(
  ctx: BaseCtx,
  access: Access & { kind: 'staff' },
  facts: CallerFacts,
): Promise<Ctx> {
  const accountId = facts.accountInPath ?? facts.accountHeader
  // Both run in parallel. The token's claims about the person count only after the session confirms them.
  const [session, member] = await Promise.all([recognize(ctx, facts), findMember(ctx, facts, accountId)])
  if (session.audience !== 'staff' || session.person === null) throw refuse('not_allowed')
  if (!session.person.emailVerified) throw refuse('email_not_verified')
  if (member === null) throw refuse('not_found')
  if (!roleCan(member.role, access.right)) throw refuse('not_allowed')
  if (member.needsSecondFactor && !session.person.secondFactor && access.right !== LEAVE)
    throw refuse('second_factor_required')
  checkStanding(member, access)
  if (access.stepUp && member.role === 'admin' && !hasRecentSecondFactor(ctx, session))
    throw refuse('second_factor_needed')
  return actingAs(member.ctx, staffActor(session, session.person, member.role))
}

/** Right to edit one's own membership. A member who is otherwise refused may still leave. */
const LEAVE: Right = 'profile.write'

/** True also for a person without a second factor. */
const hasRecentSecondFactor = (ctx: BaseCtx, { person, provedAtMs }: Session): boolean =>
  !person?.secondFactor || (provedAtMs !== null && ctx.app.clock.wallNow() - provedAtMs <= STEP_UP_LIFE_MS)

const findMember = async (ctx: BaseCtx, { claims }: CallerFacts, accountId: string | null) =>
  claims?.audience === 'staff' && accountId !== null && isId(accountId.toLowerCase())
    ? enterAsMember(ctx, claims.subject, accountId.toLowerCase())
    : null

/**
 * Admits a customer on their own company's host and, for `payer`, also the holder of a pay link there or on
 * the app's own host. A preview is admitted as the customer it shows, for read requests only.
 */
async function admitPayer(
  ctx: BaseCtx,
  access: Access & { kind: 'customer' | 'payer' | 'preview' | 'login' },
  facts: CallerFacts,
): Promise<Ctx> {
  const session = await recognize(ctx, facts)
  const caller = await callerOf(ctx, session, access, facts)
  const elsewhere = facts.accountHeader !== null && facts.accountHeader !== caller.ctx.accountId
  if (elsewhere) throw refuse('not_found')
  return actingAs(caller.ctx, caller.actor)
}

async function callerOf(
  ctx: BaseCtx,
  session: Session,
  access: Access & { kind: 'customer' | 'payer' | 'preview' | 'login' },
  facts: CallerFacts,
): Promise<PortalCaller> {
  // Only the owner may read a login; a preview or a pay link may not.
  if (access.kind === 'login' && session.audience !== 'portal') throw refuse('not_allowed')
  if (session.audience === 'preview') {
    // This rule makes previews read-only, whatever a route allows to customers.
    if (!facts.isRead && access.kind !== 'preview') throw refuse('preview_only_reads')
    return previewOf(ctx, session, facts)
  }
  if (access.kind === 'preview') throw refuse('not_allowed')
  if (session.audience === 'portal') {
    const caller = await loadPortalCaller(ctx, session, facts.customerHeader)
    if (caller === null) throw refuse('session_ended')
    if (caller.subDomain !== facts.subDomain) throw refuse('not_found')
    return caller
  }
  if (session.audience !== 'paylink' || access.kind !== 'payer') throw refuse('not_allowed')
  const caller = await loadPayLinkCaller(ctx, session)
  const onOtherHost = facts.subDomain !== null && caller?.subDomain !== facts.subDomain
  if (caller === null || onOtherHost || !choosesOwn(facts, caller.actor)) throw refuse('not_found')
  return caller
}

async function previewOf(ctx: BaseCtx, session: Session, facts: CallerFacts): Promise<PortalCaller> {
  const caller = await loadPreviewCaller(ctx, session)
  if (caller === null) throw refuse('session_ended')
  if (caller.subDomain !== facts.subDomain || !choosesOwn(facts, caller.actor)) throw refuse('not_found')
  return caller
}

const choosesOwn = (facts: CallerFacts, actor: Actor): boolean =>
  facts.customerHeader === null ||
  ((actor.kind === 'pay_link' || actor.kind === 'preview') && facts.customerHeader === actor.customerId)

const staffActor = (
  session: Session,
  person: NonNullable<Session['person']>,
  role: StaffRole | null,
): Actor => ({
  kind: 'staff',
  userId: session.subject,
  sessionId: session.id,
  email: person.email,
  emailVerified: person.emailVerified,
  role,
})
