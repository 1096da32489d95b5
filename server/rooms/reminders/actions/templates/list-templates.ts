import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectTemplates, type TemplateRow } from '../../../mail-templates/index.ts'
import { selectTemplateUsers } from '../../store/template-users.ts'

/** Lists the templates by name. */
export async function listTemplates(ctx: Ctx) {
  const users = await selectTemplateUsers(ctx)
  return { results: (await selectTemplates(ctx)).map((row) => showTemplate(row, users)) }
}

/** Converts a template to the API's shape. `users`: names of flows by template. */
export const showTemplate = (row: TemplateRow, users: ReadonlyMap<string, readonly string[]>) => ({
  pk: row.id,
  id: row.id,
  name: row.name,
  subject: row.subject,
  body: row.body,
  used_by: [...(users.get(row.id) ?? [])],
  created: isoInstant(row.created_at.getTime()),
  updated: isoInstant(row.updated_at.getTime()),
})
