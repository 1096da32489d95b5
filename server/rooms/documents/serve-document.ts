import type { FileReply } from '../../../contract/route.ts'
import { consumeRateLimit } from '../../platform/auth/rate-limit.ts'
import type { Actor, Ctx, UnitOfWork } from '../../platform/context.ts'
import { drawDocument } from './drawing/draw-document.ts'
import type { NamedDocument } from './drawing/pdf-data.ts'

const WINDOW_S = 60
const MOST_OF_STAFF = 120
const MOST_OF_PAYER = 30

/**
 * A document for whoever asks: `read` in a transaction, drawn when that is over. Refuses what `read` refuses, busy while
 * too many are drawn, and too_many_requests beyond 120 a minute for one of the staff, 30 for a payer or a pay link.
 */
export async function serveDocument(
  uow: UnitOfWork,
  read: (ctx: Ctx) => Promise<NamedDocument>,
): Promise<FileReply & { readonly bytes: Buffer }> {
  const caller = callerOf(uow.actor)
  await consumeRateLimit(
    uow.app,
    `pdf ${caller}`,
    uow.actor.kind === 'staff' ? MOST_OF_STAFF : MOST_OF_PAYER,
    WINDOW_S,
  )
  const { name, paper } = await uow.transaction(read)
  return { mediaType: 'application/pdf', name, bytes: await drawDocument(paper, { caller }) }
}

function callerOf(actor: Actor): string {
  if (actor.kind === 'staff') return actor.userId
  if (actor.kind === 'customer') return actor.portalUserId
  if (actor.kind === 'pay_link') return actor.payLinkId
  if (actor.kind === 'preview') return actor.sessionId
  throw new Error(`No document is served to ${actor.kind}.`)
}
