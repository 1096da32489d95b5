import type { Ctx } from '../../../../platform/context.ts'
import type { RenderedMail } from '../../../../platform/mail/layout.ts'
import { portalOriginOf } from '../../../accounts/index.ts'
import { issueUnsubscribeUrls } from '../../../email-addresses/index.ts'
import { findNextFees } from '../../../fee-schedule/index.ts'
import type { NewPayLink } from '../../../invoices/index.ts'
import { TemplateProblem } from '../../../mail-templates/index.ts'
import { withPayAllUrl } from '../../rules/preview-links.ts'
import type { DueRow } from '../../store/find-due.ts'
import { composeReminder, type ReminderParts } from './compose-reminder.ts'
import { createLinks } from './create-links.ts'
import { findRecipients } from './find-recipients.ts'
import { type MessageParts, type ReminderToSend, readMessageParts } from './read-message-parts.ts'

/** A reminder as it leaves. */
export interface WrittenReminder {
  readonly customerId: string
  /** The longest due first. */
  readonly invoices: readonly DueRow[]
  /** One for each invoice. */
  readonly links: readonly NewPayLink[]
  /** One for all invoices; null for a single invoice. */
  readonly payAll: NewPayLink | null
  readonly parts: ReminderParts & Pick<MessageParts, 'sender'>
  /** The customer's first. */
  readonly mails: readonly MailToAddress[]
}

interface MailToAddress extends RenderedMail {
  readonly to: string
  readonly unsubscribeUrl: string
}

/**
 * Writes emails and their copies, with links that pay the invoices and unsubscribe the reader, in the same order. Null for one
 * whose texts can't be rendered.
 */
export async function writeReminders(
  ctx: Ctx,
  reminders: readonly ReminderToSend[],
): Promise<(WrittenReminder | null)[]> {
  const about = await readMessageParts(ctx, reminders)
  const invoices = reminders.map(({ steps }) => steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1)))
  const { links, payAll } = await createLinks(ctx, invoices)
  const portal = await portalOriginOf(ctx)
  const nextFees = await findNextFees(
    ctx,
    invoices.flat().map(({ invoiceId }) => invoiceId),
  )
  const recipients = await findRecipients(ctx, reminders)
  const urls = await issueUnsubscribeUrls(ctx, recipients.flat())
  return reminders.map(({ customer }, at) => {
    const own = invoices[at]!.map((one, of) => ({
      ...one,
      payUrl: links[at]![of]!.url,
      nextFee: nextFees.get(one.invoiceId) ?? null,
    }))
    const payAllUrl = payAll[at]?.url ?? null
    const ownText = withPayAllUrl(about[at]!.ownText, portal, payAllUrl)
    const parts = { ...about[at]!, ownText, invoices: own, payAllUrl }
    const readers = recipients[at]!.map((to) => ({ to, unsubscribeUrl: urls.shift()! }))
    const mails = composeAll(parts, readers)
    return (
      mails && {
        customerId: customer.id,
        invoices: invoices[at]!,
        links: links[at]!,
        payAll: payAll[at]!,
        parts,
        mails,
      }
    )
  })
}

function composeAll(
  parts: ReminderParts,
  readers: readonly Pick<MailToAddress, 'to' | 'unsubscribeUrl'>[],
): MailToAddress[] | null {
  try {
    return readers.map((reader) => {
      const { subject, html, text } = composeReminder({ ...parts, unsubscribeUrl: reader.unsubscribeUrl })
      return { ...reader, subject, html, text }
    })
  } catch (error) {
    if (error instanceof TemplateProblem) return null
    throw error
  }
}
