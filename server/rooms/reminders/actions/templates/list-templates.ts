import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectFlowsUsing, selectTemplates } from '../../store/templates.ts'
import type { TemplateRow } from '../../tables.ts'

/** Lists the templates by name. */
export async function listTemplates(ctx: Ctx) {
  const results = []
  for (const row of await selectTemplates(ctx)) results.push(await showTemplate(ctx, row))
  return { results }
}

export const showTemplate = async (ctx: Ctx, row: TemplateRow) => ({
  pk: row.id,
  id: row.id,
  name: row.name,
  subject: row.subject,
  body: row.body,
  used_by: await selectFlowsUsing(ctx, row.id),
  created: isoInstant(row.created_at.getTime()),
  updated: isoInstant(row.updated_at.getTime()),
})
