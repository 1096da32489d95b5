import type { BaseCtx } from '../../../../platform/context.ts'
import { isPayLinkToken, PAID_LINK_LIFE_MS } from '../../rules.ts'
import { findPayLink, readLinkState } from '../../store/pay-links.ts'

export interface PresentedPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly payLinkId: string
  readonly several: boolean
  /** Epoch ms by the product's clock. */
  readonly expiresAt: number
}

/**
 * Returns the invoice of a pay link's secret, in a transaction without an account. Null for an unknown,
 * expired or revoked link alike. A link ends 90 days after it was created, or 30 days after the invoice was
 * paid; it works again when the invoice is owed again. A link for several ends after the 90 days.
 */
export async function resolvePayLink(ctx: BaseCtx, token: string): Promise<PresentedPayLink | null> {
  if (!isPayLinkToken(token)) return null
  const link = await findPayLink(ctx, token)
  if (!link) return null
  const state = await readLinkState(ctx, link)
  if (state.isClosed) return null
  // One for several ends by its date alone, because its invoices are paid one by one.
  const settledAt = link.several ? null : state.settledAt
  const expiresAt = Math.min(
    link.expiresAt.getTime(),
    settledAt === null ? Number.POSITIVE_INFINITY : settledAt.getTime() + PAID_LINK_LIFE_MS,
  )
  return expiresAt > ctx.now ? { ...link, expiresAt } : null
}
