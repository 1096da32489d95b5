import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Returns the names of the flows that use templates in their live version or draft, by template. */
export async function selectTemplateUsers(ctx: Ctx): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ template: string; flows: string[] }>`
    select u.template, array_agg(u.name order by u.name) as flows from (
      select s.template_id::text as template, f.name from reminder_steps s
        join reminder_flows f on f.account_id = s.account_id and f.id = s.flow_id where s.account_id = ${ctx.accountId}
          and s.template_id is not null
      union select d.step->>'templateId', f.name from reminder_flows f, jsonb_array_elements(f.draft->'steps') as d(step)
        where f.account_id = ${ctx.accountId} and d.step->>'templateId' is not null) u
    group by u.template`.execute(ctx.db)
  return new Map(rows.map(({ template, flows }) => [template, flows]))
}
