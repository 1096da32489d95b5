import type { Language } from '../../../../domain/mails/languages.ts'
import type { BuiltInText } from '../../../../domain/mails/mail-kind.ts'
import { isWordedKind, type MailKindName, type WordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import { builtInText, reminderPreheader } from '../../../../domain/mails/texts/built-in-texts.ts'
import type { TemplateTexts } from './template-problem.ts'

/** True when texts equal the built-in ones. */
export function isBuiltIn(kind: WordedKind, language: Language, texts: TemplateTexts): boolean {
  const { subject, body } = builtInText(kind, language)
  return texts.subject === subject && texts.body === body
}

/** Texts of a mail: the account's own subject and body, or the built-in texts. A reminder always has its own. */
export function chooseTexts(
  kind: MailKindName,
  language: Language,
  own: TemplateTexts | null,
): Pick<BuiltInText, 'subject' | 'body' | 'preheader'> & { heading?: string } {
  if (!isWordedKind(kind))
    return { ...(own ?? { subject: '', body: '' }), preheader: reminderPreheader(language) }
  if (own === null || isBuiltIn(kind, language, own)) return builtInText(kind, language)
  return { subject: own.subject, body: own.body, preheader: builtInText(kind, language).preheader }
}
