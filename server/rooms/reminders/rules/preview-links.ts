import { arePaidTogether } from '../../../../domain/payments/several.ts'

interface Text {
  readonly subject: string
  readonly body: string
}

/** Page of a preview's links, which opens no invoice. */
export const previewPayUrl = (portal: string): string => `${portal}/pay-invoice`

/** Address that stands for the link for all invoices of a message that was not sent yet; null for a single invoice. */
export const previewPayAllUrl = (portal: string, invoices: number): string | null =>
  arePaidTogether(invoices) ? markOf(portal) : null

/** Puts the link into a text that a person wrote from the preview, where its address stands for the link. */
export const withPayAllUrl = (text: Text | null, portal: string, url: string | null): Text | null =>
  text && url ? { subject: text.subject, body: text.body.replaceAll(markOf(portal), url) } : text

const markOf = (portal: string): string => `${previewPayUrl(portal)}#all`
