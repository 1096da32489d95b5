import type { FileReply } from '../../../../contract/route.ts'
import { consumeRateLimit } from '../../../platform/auth/rate-limit.ts'
import type { Actor, Ctx, UnitOfWork } from '../../../platform/context.ts'
import type { NamedDocument } from '../drawing/document-contents.ts'
import { drawDocument } from './draw-document.ts'

const WINDOW_S = 60
const MAX_OF_STAFF = 120
const MAX_OF_PAYER = 30

/**
 * Answers a download with a PDF. `read` runs in a transaction; the document is drawn after that has ended. Throws what
 * `read` throws, busy while too many documents wait, and too_many_requests beyond 120 a minute for a staff member and 30
 * for a payer or a pay link.
 */
export async function serveDocument(
  uow: UnitOfWork,
  read: (ctx: Ctx) => Promise<NamedDocument>,
): Promise<FileReply & { readonly bytes: Buffer }> {
  const caller = callerOf(uow.actor)
  await consumeRateLimit(
    uow.app,
    `pdf ${caller}`,
    uow.actor.kind === 'staff' ? MAX_OF_STAFF : MAX_OF_PAYER,
    WINDOW_S,
  )
  const { name, contents } = await uow.transaction(read)
  const bytes = await drawDocument(contents, { caller, accountId: uow.accountId })
  return { mediaType: 'application/pdf', name, bytes }
}

function callerOf(actor: Actor): string {
  if (actor.kind === 'staff') return actor.userId
  if (actor.kind === 'customer') return actor.portalUserId
  if (actor.kind === 'pay_link') return actor.payLinkId
  if (actor.kind === 'preview') return actor.sessionId
  throw new Error(`An actor of the kind ${actor.kind} downloads no documents.`)
}
