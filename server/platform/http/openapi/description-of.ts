import { type Access, idempotencyOf, type Route, scopeOfRoute } from '../../../../contract/route.ts'

const CALLERS: Readonly<Record<Exclude<Access['kind'], 'staff'>, string>> = {
  public: 'Open to everybody.',
  session: 'For anybody who is logged in.',
  user: 'For a person of the business app, before an account is chosen.',
  login: 'For a person, about their own login.',
  customer: 'For a customer in the portal.',
  payer: 'For a customer in the portal, or the holder of a pay link.',
  preview: 'For a member of staff who previews the portal.',
  signed: 'For a service that signs its requests with a shared secret.',
  demo: 'Only in demo mode.',
}

/** Reasons why a call outside an account takes no Idempotency-Key. */
const WITHOUT_KEY: Readonly<Record<Exclude<Access['kind'], 'staff' | 'customer' | 'payer'>, string>> = {
  public: 'the caller is not known, and a kept answer would open to anybody who guesses the key',
  session: 'it renews or ends the caller’s own session',
  user: 'it belongs to a person and to no account, and answers are kept inside an account',
  login: 'it belongs to a person and to no account, and its answer may hold a new secret',
  preview: 'it ends the preview, and a second time changes nothing',
  signed: 'the sender’s own event id makes a repeat harmless',
  demo: 'it moves the clock of a demo',
}

/** Returns who may call a route and what a program must know before it repeats the call. */
export function descriptionOf(route: Route): string {
  return [...callers(route), ...limits(route), idempotency(route)].filter((text) => text !== '').join(' ')
}

function callers(route: Route): string[] {
  const { access } = route
  if (access.kind !== 'staff') return [CALLERS[access.kind]]
  const scope = scopeOfRoute(route)
  return [
    scope === null ? 'API keys may not call it.' : `API keys need the scope \`${scope}\`.`,
    `Members need the right \`${access.right}\`.`,
    access.stepUp ? 'Admins confirm it with their second factor.' : '',
    access.feature ? `The account’s plan must include \`${access.feature}\`.` : '',
  ]
}

function limits({ rateLimit }: Route): string[] {
  if (!rateLimit) return []
  const { limit, windowSeconds } = rateLimit
  return [`At most ${limit} requests in ${windowSeconds} seconds from one network address.`]
}

function idempotency(route: Route): string {
  const { access, method } = route
  const treatment = idempotencyOf(route)
  if (treatment === 'kept' || method === 'GET' || method === 'OPTIONS') return ''
  if (treatment === 'read') return 'It only reads, so it can be repeated without an Idempotency-Key.'
  const reason = WITHOUT_KEY[access.kind as keyof typeof WITHOUT_KEY]
  return `It takes no Idempotency-Key: ${reason}.`
}
