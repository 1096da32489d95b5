import type { Ctx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { issuePayLink, readIssuer, reusePayLink } from '../../../invoices/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { lockIssuedPayLink, setIssuedPayLink } from '../../store/link-holders.ts'
import type { OpenedProposal } from './open-proposal.ts'

/** Issues a pay link of a plan's first invoice that owes something; null when nothing is owed. */
export async function issuePayUrl(ctx: Ctx, plan: PlanWhole): Promise<string | null> {
  const invoiceId = firstOwing(plan)
  return invoiceId === null ? null : (await issuePayLink(ctx, await readIssuer(ctx), invoiceId)).url
}

/**
 * Returns such a pay link to the holder of a plan's link: the former one while it is valid. It ends no later than the pay link that
 * opened the plan. Its secret isn't stored; whoever holds the plan's link has what it is made of. Refuses token_expired.
 */
export async function payUrlOfHolder({ ctx, link }: OpenedProposal, plan: PlanWhole): Promise<string | null> {
  const invoiceId = firstOwing(plan)
  if (invoiceId === null) return null
  const secretOf = (payLinkId: string) =>
    sha256(`pay link ${payLinkId} of plan link ${link.token}`).toString('base64url')
  const former = await lockIssuedPayLink(ctx, link.id)
  if (former === null) throw refuse('token_expired')
  const { lastId, endsAt } = former
  const issued = await reusePayLink(ctx, await readIssuer(ctx), {
    invoiceId,
    former: lastId,
    secretOf,
    endsAt: endsAt?.getTime() ?? null,
  })
  if (issued.id !== lastId) await setIssuedPayLink(ctx, link.id, issued.id)
  return issued.url
}

/** An accounting platform may have given an invoice to another customer since, which is none of this one's. */
const firstOwing = ({ invoices, row }: PlanWhole): string | null =>
  invoices.find(({ remainingMinor, customerId }) => remainingMinor > 0n && customerId === row.customer_id)
    ?.invoiceId ?? null
