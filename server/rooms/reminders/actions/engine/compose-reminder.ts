import type { CalendarDate, DateFormat } from '../../../../../domain/dates/calendar.ts'
import type { Language } from '../../../../../domain/mails/languages.ts'
import type { RenderedMail } from '../../../../platform/mail/layout.ts'
import type { Letterhead } from '../../../accounts/index.ts'
import type { NextFee } from '../../../fee-schedule/index.ts'
import { type ChosenTexts, layoutMail, type TemplateTexts } from '../../../mail-templates/index.ts'

/** An invoice of a message. Amounts in minor units. */
export interface MessageInvoice {
  readonly number: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly remainingMinor: bigint
  /** Late fees in the total. */
  readonly feesMinor?: bigint
  /** The late fee that comes next while nobody pays. */
  readonly nextFee?: NextFee | null
  /** Page on which the customer pays it. */
  readonly payUrl: string
}

export interface ReminderParts {
  readonly letterhead: Letterhead
  readonly texts: ChosenTexts
  /** Language of the texts. */
  readonly language: Language
  /** Text of a person for this message alone, as it is to be read; null uses the template. */
  readonly ownText: TemplateTexts | null
  readonly customerName: string
  /** The longest due first; at least one, all in `currency`. */
  readonly invoices: readonly MessageInvoice[]
  /** Page on which the customer pays all of them at once; null for a single one. */
  readonly payAllUrl: string | null
  readonly currency: string
  readonly today: CalendarDate
  readonly dateFormat: DateFormat
  /** Page on which the reader stops reminders; absent in a preview. */
  readonly unsubscribeUrl?: string
}

/** Facts that the text of a step sees. */
export interface FactsParts
  extends Omit<ReminderParts, 'texts' | 'ownText' | 'invoices' | 'payAllUrl' | 'unsubscribeUrl'> {
  readonly invoices: readonly Omit<MessageInvoice, 'payUrl' | 'nextFee'>[]
}

/** Writes the email of a step. Throws a TemplateProblem when its texts can't be rendered. */
export function composeReminder(
  parts: ReminderParts,
): RenderedMail & { readonly paragraphs: readonly string[] } {
  const { invoices, payAllUrl, currency, customerName, language } = parts
  return layoutMail('reminder', {
    ...parts,
    reader: { name: customerName, language },
    facts: { invoices: invoices.map((one) => ({ ...one, currency })), payAllUrl },
    allowedOrigins: [new URL(invoices[0]!.payUrl).origin],
  })
}
