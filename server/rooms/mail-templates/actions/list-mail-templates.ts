import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { LANGUAGE_TAGS, languageOf } from '../../../../domain/mails/languages.ts'
import { isWordedKind, MAIL_KIND_NAMES, type MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import { MAIL_KINDS } from '../../../../domain/mails/mail-kinds.ts'
import { builtInText } from '../../../../domain/mails/texts/built-in-texts.ts'
import { VARIABLES } from '../../../../domain/mails/variables.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { selectMailTexts } from '../store/mail-texts.ts'
import type { MailTextRow } from '../tables.ts'

type Reply = HandlerReplyOf<typeof contract.mailTemplates.list>

/** Lists all kinds of mails with their texts in every offered language. */
export async function listMailTemplates(ctx: Ctx): Promise<Reply> {
  const { language } = await readAccountRow(ctx)
  const own = await selectMailTexts(ctx)
  return { language: languageOf(language), results: MAIL_KIND_NAMES.map((kind) => showKind(kind, own)) }
}

function showKind(kind: MailKindName, own: readonly MailTextRow[]): Reply['results'][number] {
  const { name, sentWhen, variables } = MAIL_KINDS[kind]
  return {
    kind,
    name,
    sent_when: sentWhen,
    variables: variables.map((variable) => ({ name: variable, meaning: VARIABLES[variable] })),
    texts: isWordedKind(kind)
      ? LANGUAGE_TAGS.map((language) => {
          const changed = own.find((row) => row.template === kind && row.language === language)
          const { subject, body } = changed ?? builtInText(kind, language)
          return { language, subject, body, is_changed: changed !== undefined }
        })
      : [],
  }
}
