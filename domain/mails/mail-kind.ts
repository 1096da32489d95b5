import type { CalendarDate } from '../dates/calendar.ts'
import type { BankDetails } from '../payments/bank-details.ts'
import type { Formats } from './formats.ts'
import type { VariableName } from './variables.ts'
import type { Words } from './words/words.ts'

/** Parts of a mail that a template can't change. */
export interface FixedParts {
  readonly figure?: { readonly label: string; readonly value: string; readonly note?: string }
  readonly rows: readonly { readonly label: string; readonly value: string; readonly url?: string }[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly afterword?: readonly string[]
}

/** Values of a template's variables by name: { 'invoice.number': 'INV-1001' }. */
export type Values = Partial<Record<Exclude<VariableName, 'invoices'>, string | number | boolean>> & {
  readonly invoices?: readonly Readonly<Record<string, string | number>>[]
}

/** Everything that writing a mail needs beside its facts. */
export interface Writing {
  readonly companyName: string
  readonly customerName: string
  /** Where the company takes bank transfers and checks. */
  readonly bank: BankDetails
  readonly words: Words
  readonly formats: Formats
  readonly today: CalendarDate
}

/** One kind of mail to customers. */
export interface MailKind<Facts> {
  readonly name: string
  /** When it is sent, in one sentence. */
  readonly sentWhen: string
  readonly variables: readonly VariableName[]
  /** Facts that a text is tried with when it is saved, one for each case. */
  readonly samples: readonly Facts[]
  values(facts: Facts, writing: Writing): Values
  fixedParts(facts: Facts, writing: Writing): FixedParts
}

/** Texts of a mail as Liquid. */
export interface BuiltInText {
  readonly subject: string
  readonly heading: string
  /** Preview text of mailboxes beside the subject. */
  readonly preheader: string
  /** Paragraphs are separated by blank lines. */
  readonly body: string
}
