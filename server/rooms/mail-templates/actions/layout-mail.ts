import type { CalendarDate, DateFormat } from '../../../../domain/dates/calendar.ts'
import { formatsOf } from '../../../../domain/mails/formats.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import type { BuiltInText, MailKind, Writing } from '../../../../domain/mails/mail-kind.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import { type FactsByKind, MAIL_KINDS } from '../../../../domain/mails/mail-kinds.ts'
import { wordsOf } from '../../../../domain/mails/words/words-of.ts'
import { type RenderedMail, renderMail } from '../../../platform/mail/layout.ts'
import type { Letterhead } from '../../accounts/index.ts'
import { documentedValues } from '../rules/documented-values.ts'
import type { TemplateTexts } from '../rules/template-problem.ts'
import { paragraphsOf, renderLine, renderTemplate, usesVariable } from './render-template.ts'

/** Subject and body of a mail, and the built-in lines around them. Without a heading, the subject is the heading. */
export interface ChosenTexts extends Pick<BuiltInText, 'subject' | 'body' | 'preheader'> {
  readonly heading?: string
}

/** The customer's name and the language of the mail. */
export interface MailReader {
  readonly name: string
  readonly language: Language
}

export interface MailParts<Kind extends MailKindName> {
  readonly letterhead: Letterhead
  readonly reader: MailReader
  readonly texts: ChosenTexts
  readonly facts: FactsByKind[Kind]
  readonly today: CalendarDate
  readonly dateFormat: DateFormat
  readonly allowedOrigins: readonly string[]
  /** Text of a person for this mail alone, as it is to be read. */
  readonly ownText?: TemplateTexts | null
  /** Page on which the reader stops reminders and statements. */
  readonly unsubscribeUrl?: string | undefined
}

/**
 * Writes a mail. The texts give the subject and the paragraphs; amounts, tables, links and buttons follow from the facts.
 * Throws a TemplateProblem when a text can't be rendered.
 */
export function layoutMail<Kind extends MailKindName>(
  kind: Kind,
  parts: MailParts<Kind>,
): RenderedMail & { readonly paragraphs: readonly string[] } {
  const { letterhead, texts, facts, ownText, unsubscribeUrl } = parts
  const { language } = parts.reader
  const { layout, writing, values } = valuesOf(kind, parts)
  const { subject, paragraphs } = ownText
    ? { subject: ownText.subject, paragraphs: paragraphsOf(ownText.body) }
    : renderTemplate(texts, values)
  const shown = [...leftOutMessage(texts, values.message), ...paragraphs]
  const { figure, rows, button, afterword } = layout.fixedParts(facts, writing)
  const mail = renderMail({
    company: letterhead.company,
    language,
    subject,
    preheader: renderLine(texts.preheader, values),
    heading: texts.heading === undefined ? subject : renderLine(texts.heading, values),
    paragraphs: shown,
    figure,
    facts: rows,
    button,
    afterword,
    unsubscribe: unsubscribeUrl ? { label: stopLabel(kind, writing), url: unsubscribeUrl } : undefined,
    allowedOrigins: parts.allowedOrigins,
  })
  return { ...mail, paragraphs: shown }
}

/** A mark stops reminders and statements alike, and the label names the kind of the mail. */
const stopLabel = (kind: MailKindName, { words }: Writing): string =>
  kind === 'statement' ? words.stopStatements : words.stopReminders

type ValueParts<Kind extends MailKindName> = Pick<
  MailParts<Kind>,
  'letterhead' | 'reader' | 'facts' | 'today' | 'dateFormat'
>

function valuesOf<Kind extends MailKindName>(kind: Kind, parts: ValueParts<Kind>) {
  const { name, language } = parts.reader
  const writing: Writing = {
    companyName: parts.letterhead.company.name,
    bank: parts.letterhead.bank,
    customerName: name,
    words: wordsOf(language),
    formats: formatsOf(language, parts.dateFormat, parts.today),
    today: parts.today,
  }
  const layout: MailKind<FactsByKind[Kind]> = MAIL_KINDS[kind]
  return { layout, writing, values: documentedValues(layout, layout.values(parts.facts, writing)) }
}

/** Renders a text with the variables of a kind of mail to paragraphs. Throws a TemplateProblem. */
export const renderBody = <Kind extends MailKindName>(
  kind: Kind,
  body: string,
  parts: ValueParts<Kind>,
): readonly string[] => renderTemplate({ subject: 'Text', body }, valuesOf(kind, parts).values).paragraphs

/** The message that a person wrote comes first where the text has no variable for it. */
const leftOutMessage = ({ body }: ChosenTexts, message: unknown): string[] =>
  typeof message === 'string' && message !== '' && !usesVariable(body, 'message') ? [message] : []
