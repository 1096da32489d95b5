import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { FlowRow, StoredDefinition } from '../tables.ts'

/** A flow with its live version, groups and pause. */
export interface Flow extends FlowRow {
  readonly groups: readonly { readonly id: string; readonly name: string }[]
  readonly live: { readonly definition: StoredDefinition; readonly publishedAt: Date } | null
  readonly pause: { readonly until: CalendarDate | null; readonly note: string } | null
}

interface Row extends FlowRow {
  groups: { id: string; name: string }[]
  live_definition: StoredDefinition | null
  published_at: Date | null
  is_paused: boolean
  paused_until: CalendarDate | null
  pause_note: string | null
}

/** Returns flows by name; with an id, only that one. */
export async function selectFlows(ctx: Ctx, id?: string): Promise<Flow[]> {
  const { rows } = await sql<Row>`
    select f.*, v.definition as live_definition, v.published_at, p.id is not null as is_paused, p.until as paused_until,
      p.note as pause_note, coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name))
        from reminder_flow_groups m join customer_groups g on g.account_id = m.account_id and g.id = m.group_id
        where m.account_id = ${ctx.accountId} and m.flow_id = f.id), '[]') as groups
    from reminder_flows f
      left join reminder_flow_versions v on v.account_id = f.account_id and v.flow_id = f.id and v.version = f.live_version
      left join reminder_pauses p on p.account_id = f.account_id and p.scope = 'flow' and p.subject_id = f.id
    where f.account_id = ${ctx.accountId} ${id === undefined ? sql`` : sql`and f.id = ${id}`}
    order by lower(f.name), f.id`.execute(ctx.db)
  return rows.map(({ live_definition, published_at, is_paused, paused_until, pause_note, ...row }) => ({
    ...row,
    live: live_definition && { definition: live_definition, publishedAt: published_at! },
    pause: is_paused ? { until: paused_until, note: pause_note ?? '' } : null,
  }))
}

export async function countFlows(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('reminder_flows')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks a flow until the transaction ends; null when there is none. */
export async function lockFlow(ctx: Ctx, id: string): Promise<FlowRow | null> {
  const row = await ctx.db
    .selectFrom('reminder_flows')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether it was added; not when the name is taken. */
export async function insertFlow(
  ctx: Ctx,
  flow: { id: string; name: string; draft: StoredDefinition },
): Promise<boolean> {
  const at = asDate(ctx.now)
  const row = await ctx.db
    .insertInto('reminder_flows')
    .values({
      account_id: ctx.accountId,
      id: flow.id,
      name: flow.name,
      covers: 'everyone_else',
      draft: JSON.stringify(flow.draft),
      revision: 1,
      live_version: null,
      on_since: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface FlowChanges {
  readonly name?: string
  readonly covers?: FlowRow['covers']
  readonly draft?: StoredDefinition | null
  readonly live_version?: number
  readonly on_since?: CalendarDate | null
}

/** Changes a flow and counts the change. */
export async function changeFlow(ctx: Ctx, id: string, { draft, ...changes }: FlowChanges): Promise<void> {
  await ctx.db
    .updateTable('reminder_flows')
    .set({
      ...changes,
      ...(draft !== undefined && { draft: draft === null ? null : JSON.stringify(draft) }),
      updated_at: asDate(ctx.now),
    })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether a flow was published. */
export async function hasLiveFlow(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('reminder_flows')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('live_version', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the flow other than this one that has the name. */
export async function findFlowNamed(ctx: Ctx, name: string, exceptId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('reminder_flows')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the name of the other flow that is on for everyone else. */
export async function findDefaultFlow(ctx: Ctx, exceptId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('reminder_flows')
    .select('name')
    .where('account_id', '=', ctx.accountId)
    .where('covers', '=', 'everyone_else')
    .where('on_since', 'is not', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Replaces the groups of a flow. Returns the names of those that belong to another flow, and changes nothing then. */
export async function setFlowGroups(
  ctx: Ctx,
  flowId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const taken = await ctx.db
    .selectFrom('reminder_flow_groups as m')
    .innerJoin('customer_groups as g', (join) =>
      join.onRef('g.account_id', '=', 'm.account_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select('g.name')
    .where('m.account_id', '=', ctx.accountId)
    .where('m.flow_id', '<>', flowId)
    .where('m.group_id', 'in', groupIds.length === 0 ? [flowId] : [...groupIds])
    .execute()
  if (taken.length > 0) return taken.map(({ name }) => name)
  await ctx.db
    .deleteFrom('reminder_flow_groups')
    .where('account_id', '=', ctx.accountId)
    .where('flow_id', '=', flowId)
    .execute()
  if (groupIds.length > 0)
    await ctx.db
      .insertInto('reminder_flow_groups')
      .values(
        [...new Set(groupIds)].map((id) => ({ account_id: ctx.accountId, group_id: id, flow_id: flowId })),
      )
      .execute()
  return []
}

/** Keeps groups from being deleted until the transaction ends. Returns how many of them exist. */
export async function keepGroups(ctx: Ctx, groupIds: readonly string[]): Promise<number> {
  const kept = await ctx.db
    .selectFrom('customer_groups')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('id', 'in', groupIds.length === 0 ? [ctx.accountId] : [...groupIds])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return kept.length
}

/** Records a version and makes its steps the live ones, from `today` on where they are new. */
export async function insertVersion(
  ctx: Ctx,
  flowId: string,
  version: number,
  definition: StoredDefinition,
  today: CalendarDate,
): Promise<void> {
  await ctx.db
    .insertInto('reminder_flow_versions')
    .values({
      account_id: ctx.accountId,
      flow_id: flowId,
      version,
      definition: JSON.stringify(definition),
      published_at: asDate(ctx.now),
      published_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .execute()
  const before = await ctx.db
    .deleteFrom('reminder_steps')
    .where('account_id', '=', ctx.accountId)
    .where('flow_id', '=', flowId)
    .returning(['id', 'anchor', 'live_since'])
    .execute()
  const liveSince = ({ id, anchor }: StoredDefinition['steps'][number]): CalendarDate =>
    before.find((old) => old.id === id && old.anchor === anchor)?.live_since ?? today
  if (definition.steps.length === 0) return
  await ctx.db
    .insertInto('reminder_steps')
    .values(
      definition.steps.map((step, position) => ({
        account_id: ctx.accountId,
        id: step.id,
        flow_id: flowId,
        position,
        name: step.name,
        kind: step.kind ?? 'email',
        anchor: step.anchor,
        offset_days: step.offsetDays,
        hour: step.hour,
        template_id: step.templateId,
        text: step.text ?? '',
        members: [...(step.members ?? [])],
        repeat_days: step.repeatDays,
        repeat_times: step.repeatTimes,
        min_remaining_minor: BigInt(step.minRemainingMinor),
        attach_pdf: step.attachPdf,
        copies: [...step.copies],
        gap_days: definition.gapDays,
        live_since: liveSince(step),
        sender: step.sender ? JSON.stringify(step.sender) : null,
      })),
    )
    .execute()
}

export async function deleteFlow(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('reminder_flows')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
