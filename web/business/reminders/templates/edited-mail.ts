import type { MailTemplate } from '../../../../contract/reminders/mail-templates.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '../../../../domain/mails/languages.ts'
import type { Texts } from '../preview/use-preview.ts'
import type { Template } from './use-templates.ts'

/** A mail whose texts are edited: a mail of the product, or a reminder template; null for a new one. */
export type EditedMail =
  | { readonly mail: MailTemplate; readonly template: null }
  | { readonly mail: MailTemplate; readonly template: Template | 'new' }

/** A language, or the text of a reminder for all languages without one of their own. */
export type TextLanguage = Language | 'default'

export const templateOf = ({ template }: EditedMail): Template | null =>
  template === 'new' ? null : template

/** Stored texts in a language. A reminder without one starts from its default text. */
export function storedTexts(edited: EditedMail, language: TextLanguage): Texts {
  const template = templateOf(edited)
  const own = (template?.texts ?? edited.mail.texts).find((text) => text.language === language)
  const { subject, body } = own ?? template ?? { subject: '', body: '' }
  return { subject, body }
}

/** True when the account has a text of its own in this language, which can be removed. */
export const hasOwnText = ({ mail, template }: EditedMail, language: TextLanguage): boolean =>
  template === null
    ? mail.texts.some((text) => text.language === language && text.is_changed)
    : template !== 'new' && template.texts.some((text) => text.language === language)

/** Languages to choose from, with those that have a text of their own marked. */
export function languageOptions(edited: EditedMail, accountLanguage: Language) {
  const mark = (language: Language) =>
    hasOwnText(edited, language) ? (edited.template === null ? ' (changed)' : ' (own text)') : ''
  const languages = LANGUAGE_TAGS.map((tag) => ({ value: tag, label: `${LANGUAGES[tag]}${mark(tag)}` }))
  return edited.template === null
    ? languages
    : [{ value: 'default', label: `All languages (${LANGUAGES[accountLanguage]})` }, ...languages]
}

/** True when texts differ. */
export const differs = (one: Texts, other: Texts): boolean =>
  one.subject !== other.subject || one.body !== other.body
