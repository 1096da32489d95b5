import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { payLinkOrigin } from '../../../../platform/config.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { insertPayLink } from '../../store/pay-links.ts'
import type { Issuer } from '../read/read-issuer.ts'

const LIFE_MS = 90 * DAY_MS

export interface NewPayLink {
  readonly id: string
  /** URL with the secret, which cannot be shown again. */
  readonly url: string
  /** Epoch ms by the product's clock. */
  readonly expiresAt: number
}

/** Issues a new link of an invoice. The caller has checked that the invoice can be paid. */
export async function issuePayLink(ctx: Ctx, issuer: Issuer, invoiceId: string): Promise<NewPayLink> {
  const expiresAt = ctx.now + LIFE_MS
  const { id, token } = await insertPayLink(ctx, invoiceId, expiresAt)
  return {
    id,
    url: `${payLinkOrigin(ctx.app.config, issuer.portalOrigin)}/pay-invoice?token=${token}`,
    expiresAt,
  }
}
