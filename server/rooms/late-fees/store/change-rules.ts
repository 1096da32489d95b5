import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { RuleRow } from '../../fee-schedule/index.ts'
import type { RuleCover, RuleState } from '../tables.ts'

/** The part of a rule that people write. */
export interface RuleText {
  readonly name: string
  readonly covers: RuleCover
  readonly terms: FeeTerms
  readonly lineText: string
  readonly item: string
}

const columnsOf = ({ name, covers, terms, lineText, item }: RuleText) => ({
  name,
  covers,
  kind: terms.kind,
  flat_minor: terms.flatMinor,
  rate_ppm: terms.ratePpm,
  compounds: terms.compounds,
  grace_days: terms.graceDays,
  repeat: terms.repeat,
  every_days: terms.everyDays,
  day_of_month: terms.dayOfMonth,
  cap_minor: terms.capMinor,
  cap_ppm: terms.capPpm,
  yearly_cap_ppm: terms.yearlyCapPpm,
  min_remaining_minor: terms.minRemainingMinor,
  line_text: lineText,
  item,
})

export async function countRules(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('late_fee_rules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds a draft. */
export async function insertRule(ctx: Ctx, id: string, text: RuleText): Promise<void> {
  const at = asDate(ctx.now)
  await ctx.db
    .insertInto('late_fee_rules')
    .values({
      account_id: ctx.accountId,
      id,
      ...columnsOf(text),
      on_since: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute()
}

/** Locks a rule until the transaction ends; null when there is none. */
export async function lockRule(ctx: Ctx, id: string): Promise<RuleRow | null> {
  const row = await ctx.db
    .selectFrom('late_fee_rules')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export interface RuleChanges {
  readonly text?: RuleText
  readonly state?: RuleState
  readonly on_since?: CalendarDate | null
  readonly includes_late?: boolean
  readonly deleted_at?: Date
}

/** Changes a rule and counts the change. */
export async function changeRule(ctx: Ctx, id: string, { text, ...changes }: RuleChanges): Promise<void> {
  await ctx.db
    .updateTable('late_fee_rules')
    .set({ ...changes, ...(text && columnsOf(text)), updated_at: asDate(ctx.now) })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** True when another rule has the name. */
export async function hasRuleNamed(ctx: Ctx, name: string, exceptId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('late_fee_rules')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the name of the other rule that is on for everyone else. */
export async function findDefaultRule(ctx: Ctx, exceptId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('late_fee_rules')
    .select('name')
    .where('account_id', '=', ctx.accountId)
    .where('covers', '=', 'everyone_else')
    .where('state', '=', 'on')
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Keeps groups from being deleted until the transaction ends. Returns how many of them exist. */
export async function keepGroups(ctx: Ctx, groupIds: readonly string[]): Promise<number> {
  const { rows } = await sql`select id from customer_groups
    where account_id = ${ctx.accountId} and id = any(${groupIds}::uuid[]) order by id for key share`.execute(
    ctx.db,
  )
  return rows.length
}

/** Replaces the groups of a rule. Returns the names of those that belong to another rule, and changes nothing then. */
export async function setRuleGroups(
  ctx: Ctx,
  ruleId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const { rows: taken } = await sql<{ name: string }>`
    select g.name from late_fee_rule_groups m join customer_groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = ${ctx.accountId} and m.rule_id <> ${ruleId} and m.group_id = any(${groupIds}::uuid[])
    order by lower(g.name)`.execute(ctx.db)
  if (taken.length > 0) return taken.map(({ name }) => name)
  await ctx.db
    .deleteFrom('late_fee_rule_groups')
    .where('account_id', '=', ctx.accountId)
    .where('rule_id', '=', ruleId)
    .execute()
  if (groupIds.length > 0)
    await ctx.db
      .insertInto('late_fee_rule_groups')
      .values(groupIds.map((id) => ({ account_id: ctx.accountId, group_id: id, rule_id: ruleId })))
      .execute()
  return []
}
