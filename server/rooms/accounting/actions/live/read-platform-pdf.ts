import type { FileReply } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { invoicePdfOf } from '../../../invoices/index.ts'
import { liveConnection, toConnection } from '../../store/connections.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { linkOfLocal } from '../../store/links.ts'
import { asSystem } from '../as-system.ts'
import { callPlatform } from '../call-platform.ts'
import { findPlatform } from '../find-platform.ts'
import { withClaim } from '../take-claim.ts'

/**
 * Returns the PDF of an invoice that the actor may see: the platform's own where it has one and answers, otherwise Quittance's. An
 * invoice with a late fee that the platform doesn't know yet is Quittance's too. Refuses as `invoicePdfOf` does.
 */
export async function readPlatformPdf(uow: UnitOfWork, invoiceId: string): Promise<FileReply> {
  // Refuses callers who may not see the invoice.
  const own = { ...(await invoicePdfOf(uow, invoiceId)), inline: true }
  const bytes = await readThere(asSystem(uow), invoiceId)
  return bytes === null ? own : { ...own, bytes }
}

async function readThere(uow: UnitOfWork, invoiceId: string): Promise<Uint8Array | null> {
  const found = await uow.transaction(async (ctx) => {
    const live = await liveConnection(ctx)
    if (!live || !findPlatform(ctx.app, live.provider).features.pdf) return null
    const link = await linkOfLocal(ctx, 'invoice', invoiceId)
    if (link?.connection_id !== live.id || link.state !== 'live') return null
    const fees = (await feesOfInvoices(ctx, [invoiceId]))(invoiceId)
    if (fees.chargedMinor !== fees.knownThereMinor) return null
    return { provider: live.provider, remoteId: link.remote_id, connection: toConnection(ctx, live) }
  })
  if (!found) return null
  const { connection, remoteId } = found
  const platform = findPlatform(uow.app, found.provider)
  const { invoicePdf } = platform
  if (!invoicePdf) return null
  const claimed = await withClaim(uow, (claim) =>
    callPlatform(uow, claim, platform, (one) => invoicePdf(one, remoteId)),
  )
  // While another process has the claim, it keeps the token fresh.
  const answer = claimed === 'busy' || claimed === null ? await invoicePdf(connection, remoteId) : claimed
  return answer.ok ? answer.value : null
}
