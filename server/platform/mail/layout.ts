import { renderHtml } from './layout-html.ts'
import { renderText } from './layout-text.ts'
import { checkContent, type MailContent } from './mail-content.ts'

export type { MailContent, MailFact } from './mail-content.ts'

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * Renders an email as HTML and as plain text with the same facts and addresses.
 * @throws Error when a link leads to an origin that is not allowed
 */
export function renderMail(content: MailContent): RenderedMail {
  const mail = checkContent(content)
  return { subject: mail.subject, html: renderHtml(mail), text: renderText(mail) }
}
