import type { RenderedMail } from '../../../../platform/mail/layout.ts'
import { layoutMail } from '../../../mail-templates/index.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { ThanksParts } from './read-thanks-parts.ts'

/** Text of a thank-you, and the paid invoices that it is about. */
interface ThanksText extends Omit<ThanksParts, 'steps' | 'sender'> {
  readonly invoices: ReturnType<typeof paidInvoices>
}

/** Facts of thank-yous about these steps: `paidOn` of each is a day, and the remaining amount is the paid one. */
export const paidInvoices = (steps: readonly DueRow[]) =>
  steps.map(({ number, currency, totalMinor, remainingMinor, paidOn }) => ({
    number,
    currency,
    totalMinor,
    paidMinor: remainingMinor,
    paidOn: paidOn!,
  }))

/** Writes a thank-you, which has no link that pays. Throws a TemplateProblem when its texts can't be rendered. */
export function composeThanks(
  { invoices, ...parts }: ThanksText,
  unsubscribeUrl?: string,
): RenderedMail & { readonly paragraphs: readonly string[] } {
  return layoutMail('thank-you', {
    ...parts,
    reader: { name: parts.customerName, language: parts.language },
    facts: { invoices },
    unsubscribeUrl,
    allowedOrigins: unsubscribeUrl === undefined ? [] : [new URL(unsubscribeUrl).origin],
  })
}
