import type { Language } from '../../../domain/mails/languages.ts'
import { wordsOf } from '../../../domain/mails/words/words-of.ts'
import { checkLink, headerText, oneLine, plainLines } from './mail-text.ts'

export interface MailFact {
  readonly label: string
  readonly value: string
  /** Page about it. */
  readonly url?: string | undefined
}

/** Texts of an email. Everything is plain text; paragraphs may contain line breaks. */
export interface MailContent {
  readonly company: {
    readonly name: string
    /** Content id of an inline attachment with the company's logo. */
    readonly logoCid?: string | undefined
    /** Postal address, email or phone that identify the sender. */
    readonly contactLines?: readonly string[] | undefined
    /** '#0e6553'; empty or left out for the product's own color. */
    readonly accentColor?: string | undefined
  }
  /** Language of the texts; English when left out. */
  readonly language?: Language | undefined
  readonly subject: string
  /** Preview text beside the subject: the amount and the due date first. */
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The main figure: Amount due, $2,641.69, Due Dec 20, 2026. */
  readonly figure?: { readonly label: string; readonly value: string; readonly note?: string } | undefined
  readonly facts?: readonly MailFact[] | undefined
  readonly button?: { readonly label: string; readonly url: string } | undefined
  /** Small print below the button. */
  readonly afterword?: readonly string[] | undefined
  /** A link that unsubscribes the reader from emails of this kind. */
  readonly unsubscribe?: { readonly label: string; readonly url: string } | undefined
  /** Origins that links may lead to, such as 'https://pay.example.com'. */
  readonly allowedOrigins: readonly string[]
}

/** Checked content: single lines have no breaks and addresses are allowed. */
export interface CheckedMail {
  readonly language: Language
  readonly companyName: string
  readonly logoCid: string | undefined
  readonly contactLines: readonly string[]
  readonly accentColor: string
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly figure: { readonly label: string; readonly value: string; readonly note: string } | null
  readonly facts: readonly MailFact[]
  readonly button: { readonly label: string; readonly url: string } | null
  readonly afterword: readonly string[]
  readonly unsubscribe: { readonly label: string; readonly url: string } | null
  readonly allowedOrigins: readonly string[]
}

/**
 * Removes breaks from single lines and checks every address.
 * @throws Error when a link leads to an origin that is not allowed
 */
export function checkContent(content: MailContent): CheckedMail {
  const { company, figure, button, unsubscribe } = content
  const link = (given: { label: string; url: string } | undefined) =>
    given ? { label: oneLine(given.label), url: checkLink(given.url, content.allowedOrigins) } : null
  if (company.logoCid !== undefined && !/^[\w.@-]{1,200}$/.test(company.logoCid))
    throw new Error('The logo’s content id has characters that don’t belong there.')
  return {
    language: content.language ?? 'en',
    companyName: oneLine(company.name),
    logoCid: company.logoCid,
    contactLines: filled((company.contactLines ?? []).map(oneLine)),
    accentColor: company.accentColor ?? '',
    subject: headerText(content.subject),
    preheader: oneLine(content.preheader),
    heading: oneLine(content.heading),
    paragraphs: filled(content.paragraphs.map(plainLines)),
    figure: figure
      ? { label: oneLine(figure.label), value: oneLine(figure.value), note: oneLine(figure.note ?? '') }
      : null,
    facts: (content.facts ?? []).map(({ label, value, url }) => ({
      label: oneLine(label),
      value: plainLines(value),
      ...(url !== undefined && { url: checkLink(url, content.allowedOrigins) }),
    })),
    button: link(button),
    afterword: filled((content.afterword ?? []).map(plainLines)),
    unsubscribe: link(unsubscribe),
    allowedOrigins: content.allowedOrigins,
  }
}

const PRODUCT = 'Quittance'

/** Names the sender. Emails of the product itself, such as at sign-up, name no company. */
export const sentBy = ({ companyName, language }: Pick<CheckedMail, 'companyName' | 'language'>): string =>
  companyName === PRODUCT ? `Sent by ${PRODUCT}` : wordsOf(language).sentBy(PRODUCT, companyName)

const filled = (lines: readonly string[]): string[] => lines.filter((line) => line !== '')
