import { arePaidTogether } from '../../../../../domain/payments/several.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { issueJointPayLinks, issuePayLinks, readIssuer } from '../../../invoices/index.ts'
import type { DueRow } from '../../store/find-due.ts'

/** Issues a link of each invoice, and one for all invoices of a message that has several. */
export async function createLinks(ctx: Ctx, invoices: readonly (readonly DueRow[])[]) {
  const issuer = await readIssuer(ctx)
  const ids = invoices.flat().map(({ invoiceId }) => invoiceId)
  const links = await issuePayLinks(ctx, issuer, ids)
  const sets = invoices
    .filter((own) => arePaidTogether(own.length))
    .map((own) => ({ customerId: own[0]!.customerId, invoiceIds: own.map(({ invoiceId }) => invoiceId) }))
  const joint = await issueJointPayLinks(ctx, issuer, sets)
  return {
    links: invoices.map((own) => links.splice(0, own.length)),
    payAll: invoices.map((own) => (arePaidTogether(own.length) ? joint.shift()! : null)),
  }
}
