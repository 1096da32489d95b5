import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { TemplateRow } from '../tables.ts'

export interface TemplateFields {
  readonly name: string
  readonly subject: string
  readonly body: string
}

export const selectTemplates = (ctx: Ctx): Promise<TemplateRow[]> =>
  ctx.db
    .selectFrom('reminder_templates')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .orderBy('name')
    .execute()

/** Returns null when there is none. */
export async function findTemplate(ctx: Ctx, id: string): Promise<TemplateRow | null> {
  const [row] = await findTemplates(ctx, [id])
  return row ?? null
}

export const findTemplates = (ctx: Ctx, ids: readonly string[]): Promise<TemplateRow[]> =>
  ctx.db
    .selectFrom('reminder_templates')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Returns the new template, or null when the name is taken. */
export async function insertTemplate(ctx: Ctx, fields: TemplateFields): Promise<TemplateRow | null> {
  const at = asDate(ctx.now)
  const row = await ctx.db
    .insertInto('reminder_templates')
    .values({ account_id: ctx.accountId, id: nextId(ctx), ...fields, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function updateTemplate(ctx: Ctx, id: string, fields: TemplateFields): Promise<void> {
  await ctx.db
    .updateTable('reminder_templates')
    .set({ ...fields, updated_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a template with its texts in other languages. */
export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('mail_texts')
    .where('account_id', '=', ctx.accountId)
    .where('template', '=', id)
    .execute()
  await ctx.db
    .deleteFrom('reminder_templates')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
