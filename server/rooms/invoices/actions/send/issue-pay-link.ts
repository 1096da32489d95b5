import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { payLinkOrigin } from '../../../../platform/config.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { addLinkedInvoices, findValidPayLink, insertPayLinks } from '../../store/pay-links.ts'
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
  const [link] = await issuePayLinks(ctx, issuer, [invoiceId])
  return link!
}

interface LinkToReuse {
  readonly invoiceId: string
  /** The link issued before, if any. */
  readonly former: string | null
  /** Returns the secret of a link of this id, the same each time. */
  readonly secretOf: (id: string) => string
  /** Epoch ms at which a new one ends at the latest. */
  readonly endsAt: number | null
}

/** Returns the former link of an invoice while it opens it, and otherwise issues a new one. */
export async function reusePayLink(
  ctx: Ctx,
  issuer: Issuer,
  { invoiceId, former, secretOf, endsAt }: LinkToReuse,
): Promise<NewPayLink> {
  const valid = former === null ? null : await findValidPayLink(ctx, former, invoiceId)
  const expiresAt =
    valid === null
      ? Math.min(ctx.now + LIFE_MS, endsAt ?? Number.POSITIVE_INFINITY)
      : valid.expiresAt.getTime()
  const links =
    valid === null
      ? await insertPayLinks(ctx, [invoiceId], expiresAt, { secretOf })
      : [{ id: valid.id, token: secretOf(valid.id) }]
  return withUrls(ctx, issuer, links, expiresAt)[0]!
}

/** Issues a new link of each invoice, in the same order. */
export async function issuePayLinks(
  ctx: Ctx,
  issuer: Issuer,
  invoiceIds: readonly string[],
): Promise<NewPayLink[]> {
  const expiresAt = ctx.now + LIFE_MS
  const links = await insertPayLinks(ctx, invoiceIds, expiresAt)
  return withUrls(ctx, issuer, links, expiresAt)
}

/** Invoices of one customer, earliest due first. */
export interface InvoicesToLink {
  readonly customerId: string
  readonly invoiceIds: readonly string[]
}

/** Issues a link for each set of invoices, in the same order. The caller has checked that they can be paid. */
export async function issueJointPayLinks(
  ctx: Ctx,
  issuer: Issuer,
  sets: readonly InvoicesToLink[],
): Promise<NewPayLink[]> {
  const expiresAt = ctx.now + LIFE_MS
  const firsts = sets.map(({ invoiceIds }) => invoiceIds[0]!)
  const links = await insertPayLinks(ctx, firsts, expiresAt, { several: true })
  await addLinkedInvoices(
    ctx,
    sets.map((set, at) => ({ ...set, id: links[at]!.id })),
  )
  return withUrls(ctx, issuer, links, expiresAt)
}

function withUrls(
  ctx: Ctx,
  issuer: Issuer,
  links: readonly { readonly id: string; readonly token: string }[],
  expiresAt: number,
): NewPayLink[] {
  const page = `${payLinkOrigin(ctx.app.config, issuer.portalOrigin)}/pay-invoice`
  return links.map(({ id, token }) => ({ id, url: `${page}?token=${token}`, expiresAt }))
}
