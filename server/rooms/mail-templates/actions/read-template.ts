import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findTemplate } from '../store/templates.ts'
import type { TemplateRow } from '../tables.ts'

/** Refuses not_found. */
export async function readTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  const row = await findTemplate(ctx, id)
  if (!row) throw refuse('not_found')
  return row
}
