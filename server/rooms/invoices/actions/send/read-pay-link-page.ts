import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { type BaseCtx, enterAccount } from '../../../../platform/context.ts'
import { statusText } from '../../rules.ts'
import { readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { resolvePayLink } from './resolve-pay-link.ts'

/** What the page of a pay link says before any script has run. Texts for people. */
export interface PayLinkPage {
  readonly companyName: string
  /** Path of the logo, or null. */
  readonly logo: string | null
  readonly number: string
  /** What remains, or what it came to once nothing does: '$1,250.00'. */
  readonly amount: string
  readonly currency: string
  /** 'Dec 20, 2026', as the company writes dates. */
  readonly dueDate: string
  /** 'Due in 30 days', 'Overdue by 1 day', 'Paid' */
  readonly status: string
}

/**
 * The page of a pay link; null for one that is unknown, expired or revoked, of another company than the one on whose host it
 * was opened, or whose invoice was voided. Writes nothing.
 */
export async function payLinkPage(
  base: BaseCtx,
  token: string,
  hostAccountId: string | null,
): Promise<PayLinkPage | null> {
  const link = await resolvePayLink(base, token)
  if (!link || (hostAccountId ?? link.accountId) !== link.accountId) return null
  const ctx = {
    ...(await enterAccount(base, link.accountId)),
    actor: { kind: 'system', job: 'pay-link-page' } as const,
  }
  const [invoice] = await readInvoiceFacts(ctx, [link.invoiceId])
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') return null
  const issuer = await readIssuer(ctx)
  return {
    companyName: issuer.companyName,
    logo: issuer.logo,
    number: invoice.number,
    amount: displayAmount(invoice.remainingMinor || invoice.totalMinor, invoice.currency),
    currency: invoice.currency,
    dueDate: formatDate(invoice.dueDate, issuer.dateFormat),
    status: statusText(
      invoice.state,
      invoice.remainingMinor,
      invoice.currency,
      daysPastDue(invoice.dueDate, issuer.today),
    ),
  }
}
