import type { BaseCtx } from '../../../../platform/context.ts'
import { isPayLinkToken, PAID_LINK_LIFE_MS } from '../../rules.ts'
import { findPayLink, settledAtOf } from '../../store/pay-links.ts'

export interface PresentedPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly payLinkId: string
  /** Epoch milliseconds by the product's clock. */
  readonly expiresAt: number
}

/**
 * Whose invoice a pay link's secret opens, in a transaction that has no tenant yet. Null for one that is unknown,
 * expired or revoked, without a difference. It ends 90 days after it was made, or 30 days after the invoice was
 * paid; an invoice that is owed again has its links back.
 */
export async function resolvePayLink(ctx: BaseCtx, token: string): Promise<PresentedPayLink | null> {
  if (!isPayLinkToken(token)) return null
  const link = await findPayLink(ctx, token)
  if (!link) return null
  const settledAt = await settledAtOf(ctx, link)
  const expiresAt = Math.min(
    link.expiresAt.getTime(),
    settledAt === null ? Number.POSITIVE_INFINITY : settledAt.getTime() + PAID_LINK_LIFE_MS,
  )
  return expiresAt > ctx.now ? { ...link, expiresAt } : null
}
