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
  const row = await ctx.db
    .selectFrom('reminder_templates')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

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

/** Returns the names of the flows that use templates in their live version or draft, by template. */
export async function selectTemplateUsers(ctx: Ctx): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ template: string; flows: string[] }>`
    select u.template, array_agg(u.name order by u.name) as flows from (
      select s.template_id::text as template, f.name from reminder_steps s
        join reminder_flows f on f.account_id = s.account_id and f.id = s.flow_id where s.account_id = ${ctx.accountId}
      union select d.step->>'templateId', f.name from reminder_flows f, jsonb_array_elements(f.draft->'steps') as d(step)
        where f.account_id = ${ctx.accountId}) u
    group by u.template`.execute(ctx.db)
  return new Map(rows.map(({ template, flows }) => [template, flows]))
}

export async function updateTemplate(ctx: Ctx, id: string, fields: TemplateFields): Promise<void> {
  await ctx.db
    .updateTable('reminder_templates')
    .set({ ...fields, updated_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('reminder_templates')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
