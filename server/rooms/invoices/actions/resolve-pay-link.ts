import type { BaseCtx } from '../../../platform/context.ts'
import { findPayLink } from '../store/pay-links.ts'

export interface PresentedPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly payLinkId: string
  /** Epoch milliseconds by the product's clock. */
  readonly expiresAt: number
}

const SHAPE = /^[\w-]{43}$/

/**
 * Whose invoice a pay link's secret opens, in a transaction that has no tenant yet. Null for one that is unknown,
 * expired or revoked, without a difference.
 */
export async function resolvePayLink(ctx: BaseCtx, token: string): Promise<PresentedPayLink | null> {
  if (!SHAPE.test(token)) return null
  const link = await findPayLink(ctx, token)
  return link && { ...link, expiresAt: link.expiresAt.getTime() }
}
