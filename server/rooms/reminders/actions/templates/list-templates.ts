import { languageOf } from '../../../../../domain/mails/languages.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import {
  type MailTextRow,
  selectMailTexts,
  selectTemplates,
  type TemplateRow,
} from '../../../mail-templates/index.ts'
import { selectTemplateUsers } from '../../store/template-users.ts'

/** Lists the templates by name. */
export async function listTemplates(ctx: Ctx) {
  const users = await selectTemplateUsers(ctx)
  const texts = await selectMailTexts(ctx)
  return { results: (await selectTemplates(ctx)).map((row) => showTemplate(row, users, texts)) }
}

/** Converts a template to the API's shape. `users`: names of flows by template. `texts`: of all templates and kinds. */
export const showTemplate = (
  row: TemplateRow,
  users: ReadonlyMap<string, readonly string[]>,
  texts: readonly MailTextRow[],
) => ({
  pk: row.id,
  id: row.id,
  name: row.name,
  subject: row.subject,
  body: row.body,
  texts: texts
    .filter(({ template }) => template === row.id)
    .map(({ language, subject, body }) => ({ language: languageOf(language), subject, body })),
  used_by: [...(users.get(row.id) ?? [])],
  created: isoInstant(row.created_at.getTime()),
  updated: isoInstant(row.updated_at.getTime()),
})
