import { consumeRateLimit } from '../../../platform/auth/rate-limit.ts'
import type { Actor, UnitOfWork } from '../../../platform/context.ts'
import type { InLine } from '../../../platform/threads/line.ts'

const WINDOW_S = 60
const MAX_OF_STAFF = 120
const MAX_OF_PAYER = 30

/**
 * Counts a download, and returns who waits for its document. Throws too_many_requests beyond 120 a minute for a staff member or
 * an API key and 30 for a payer or a pay link.
 */
export async function admitDownload(uow: UnitOfWork): Promise<InLine> {
  const caller = callerOf(uow.actor)
  const limit = uow.actor.kind === 'staff' || uow.actor.kind === 'api_key' ? MAX_OF_STAFF : MAX_OF_PAYER
  await consumeRateLimit(uow.app, `pdf ${caller}`, limit, WINDOW_S)
  return { caller, accountId: uow.accountId }
}

function callerOf(actor: Actor): string {
  if (actor.kind === 'staff') return actor.userId
  if (actor.kind === 'api_key') return actor.keyId
  if (actor.kind === 'customer') return actor.portalUserId
  if (actor.kind === 'pay_link') return actor.payLinkId
  if (actor.kind === 'preview') return actor.sessionId
  throw new Error(`An actor of the kind ${actor.kind} downloads no documents.`)
}
