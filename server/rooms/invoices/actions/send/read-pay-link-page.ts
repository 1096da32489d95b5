import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { type BaseCtx, enterAccount } from '../../../../platform/context.ts'
import { statusText } from '../../rules.ts'
import { readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { resolvePayLink } from './resolve-pay-link.ts'

/** Texts of a pay link's page before scripts run. */
export interface PayLinkPage {
  readonly companyName: string
  /** Path of the logo, or null. */
  readonly logo: string | null
  readonly number: string
  /** Remaining amount, or the total once nothing remains: '$1,250.00'. */
  readonly amount: string
  readonly currency: string
  /** 'Dec 20, 2026', in the company's date format. */
  readonly dueDate: string
  /** 'Due in 30 days', 'Overdue by 1 day' or 'Paid'. */
  readonly status: string
}

/**
 * Returns the page of a pay link. Null when the link is unknown, expired, revoked or another company's than
 * the host's, or its invoice is a draft or void. Writes nothing.
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
