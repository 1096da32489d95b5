import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { formatsOf } from '../../../../../domain/mails/formats.ts'
import type { Language } from '../../../../../domain/mails/languages.ts'
import { type BaseCtx, enterAccount } from '../../../../platform/context.ts'
import { chooseLanguage, type LanguageSources } from '../../../../platform/languages/choose-language.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { readOwnLanguage } from '../../../mail-templates/index.ts'
import { readInvoiceFacts } from '../../store/facts.ts'
import { describeStatus } from '../read/describe-status.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { resolvePayLink } from './resolve-pay-link.ts'

/** Texts of a pay link's page before scripts run. */
export interface PayLinkPage {
  readonly language: Language
  readonly companyName: string
  /** Path of the logo, or null. */
  readonly logo: string | null
  readonly number: string
  /** Remaining amount, or the total once nothing remains: '$1,250.00'. */
  readonly amount: string
  readonly currency: string
  /** 'Dec 20, 2026', in the company's date format and the page's language. */
  readonly dueDate: string
  /** 'Due in 30 days', 'Overdue by 1 day' or 'Paid'. */
  readonly status: string
}

/**
 * Returns the page of a pay link. Null when the link is unknown, expired, revoked or another company's than
 * the host's, or its invoice is a draft or void. `requested` comes from the request. Writes nothing.
 */
export async function payLinkPage(
  base: BaseCtx,
  token: string,
  hostAccountId: string | null,
  requested: Pick<LanguageSources, 'chosen' | 'browser'>,
): Promise<PayLinkPage | null> {
  const link = await resolvePayLink(base, token)
  // Several invoices have no one number, amount or date.
  if (!link || link.several || (hostAccountId ?? link.accountId) !== link.accountId) return null
  const ctx = {
    ...(await enterAccount(base, link.accountId)),
    actor: { kind: 'system', job: 'pay-link-page' } as const,
  }
  const [invoice] = await readInvoiceFacts(ctx, [link.invoiceId])
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') return null
  const issuer = await readIssuer(ctx)
  const language = chooseLanguage({
    ...requested,
    customer: await readOwnLanguage(ctx, invoice.customerId),
    account: (await readAccountRow(ctx)).language,
  })
  const formats = formatsOf(language, issuer.dateFormat, issuer.today)
  return {
    language,
    companyName: issuer.companyName,
    logo: issuer.logo,
    number: invoice.number,
    amount: formats.amount(invoice.remainingMinor || invoice.totalMinor, invoice.currency),
    currency: invoice.currency,
    dueDate: formats.date(invoice.dueDate),
    status: describeStatus(language, invoice, daysPastDue(invoice.dueDate, issuer.today)),
  }
}
