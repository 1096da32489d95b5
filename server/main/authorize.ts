import type { Access } from '../../contract/route.ts'
import { needsSubscription } from '../../domain/accounts/subscription.ts'
import { type Right, roleCan, type StaffRole } from '../../domain/people/roles.ts'
import { type Actor, actingAs, type BaseCtx, type Ctx, enterAccount } from '../platform/context.ts'
import type { Authorizer, CallerFacts } from '../platform/http/caller.ts'
import { isId } from '../platform/ids.ts'
import { refuse } from '../platform/refusal.ts'
import { accountOfSubDomain, enterAsMember } from '../rooms/accounts/index.ts'
import { recognizeSession, type Session, STEP_UP_LIFE_MS } from '../rooms/identity/index.ts'
import {
  loadPayLinkCaller,
  loadPortalCaller,
  loadPreviewCaller,
  type PortalCaller,
} from '../rooms/portal/index.ts'

/** Decides who may call, by the one declaration on the route. What isn't admitted here is refused. */
export const admit: Authorizer = async (ctx, access, facts) => {
  if (facts.subDomain !== null && isOfTheAppAlone(access)) throw refuse('not_found')
  switch (access.kind) {
    case 'public':
      return admitVisitor(ctx, access, facts)
    case 'signed':
      // The action believes the signature or refuses; nobody is known before.
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

/** What the business app calls isn't there on a portal's host, whoever calls. */
const isOfTheAppAlone = (access: Access): boolean =>
  access.kind === 'user' || access.kind === 'staff' || (access.kind === 'public' && access.host === undefined)

/** The company comes from the Host and nothing else. */
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

async function recognise(ctx: BaseCtx, facts: CallerFacts): Promise<Session> {
  if (facts.claims === null) throw refuse(facts.badToken ? 'session_ended' : 'not_signed_in')
  const session = await recognizeSession(ctx, facts.claims)
  if (session === null) throw refuse('session_ended')
  return session
}

/**
 * Any live session, whatever it is for and wherever it is used: ending it must always be possible. A preview has an end of
 * its own, which leaves a customer's session in the same browser alone.
 */
async function admitSession(ctx: BaseCtx, facts: CallerFacts): Promise<BaseCtx | Ctx> {
  const session = await recognise(ctx, facts)
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
  const session = await recognise(ctx, facts)
  if (session.audience !== 'staff' || session.person === null) throw refuse('not_allowed')
  if (!session.person.emailVerified && !('unverified' in access)) throw refuse('email_not_verified')
  return actingAs(ctx, staffActor(session, session.person, null))
}

/** No member of the account: it isn't there (404). A member without the right, or without the second factor that the account asks for: 403; in an account without an active subscription: 402. Never 401, which ends sessions. */
async function admitStaff(
  ctx: BaseCtx,
  access: Access & { kind: 'staff' },
  facts: CallerFacts,
): Promise<Ctx> {
  const accountId = facts.accountInPath ?? facts.accountHeader
  // Asked together: what the token says of the person counts once its session is known to say the same.
  const [session, member] = await Promise.all([recognise(ctx, facts), memberOf(ctx, facts, accountId)])
  if (session.audience !== 'staff' || session.person === null) throw refuse('not_allowed')
  if (!session.person.emailVerified) throw refuse('email_not_verified')
  if (member === null) throw refuse('not_found')
  if (!roleCan(member.role, access.right)) throw refuse('not_allowed')
  if (member.needsSecondFactor && !session.person.secondFactor && access.right !== LEAVE)
    throw refuse('second_factor_required')
  if (!member.isActive && needsSubscription(access.right)) throw refuse('subscription_inactive')
  if (access.stepUp && member.role === 'admin' && !hasShownItself(ctx, session))
    throw refuse('second_factor_needed')
  return actingAs(member.ctx, staffActor(session, session.person, member.role))
}

/** What somebody does about their own place in the account: whoever isn't let in may still go. */
const LEAVE: Right = 'profile.write'

/** True also for who has no second factor to show. */
const hasShownItself = (ctx: BaseCtx, { person, provedAtMs }: Session): boolean =>
  !person?.secondFactor || (provedAtMs !== null && ctx.app.clock.wallNow() - provedAtMs <= STEP_UP_LIFE_MS)

const memberOf = async (ctx: BaseCtx, { claims }: CallerFacts, accountId: string | null) =>
  claims?.audience === 'staff' && accountId !== null && isId(accountId.toLowerCase())
    ? enterAsMember(ctx, claims.subject, accountId.toLowerCase())
    : null

/**
 * A customer on their own company's host, or for `payer` also a pay link's holder there or on the app's own host. A
 * preview is let in as the customer that it shows, where nothing but reading is asked for.
 */
async function admitPayer(
  ctx: BaseCtx,
  access: Access & { kind: 'customer' | 'payer' | 'preview' | 'login' },
  facts: CallerFacts,
): Promise<Ctx> {
  const session = await recognise(ctx, facts)
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
  // A login is its owner's alone: whoever looks at a portal in their place sees nothing of it.
  if (access.kind === 'login' && session.audience !== 'portal') throw refuse('not_allowed')
  if (session.audience === 'preview') {
    // The one rule that makes a preview read-only, whatever a route lets a customer do.
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
