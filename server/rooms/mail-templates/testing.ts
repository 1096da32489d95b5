import type { Language } from '../../../domain/mails/languages.ts'
import type { WordedKind } from '../../../domain/mails/mail-kind-names.ts'
import type { Ctx } from '../../platform/context.ts'
import { saveMailText } from './actions/save-mail-text.ts'

/** Words a kind of mail: the subject and the text begin with 'Own words'. */
export const aMailText = (ctx: Ctx, template: WordedKind, language: Language = 'en') =>
  saveMailText(
    ctx,
    { template, language },
    { subject: 'Own words for {{ customer.name }}', body: 'Own words of {{ company.name }}.' },
  )

export { saveMailText }
