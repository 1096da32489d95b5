import { dayOff } from '../../../../../domain/reminders/working-day.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectFlows } from '../../store/flows.ts'
import { selectCustomers, selectDays, selectReasons, selectTotals } from '../../store/read-rehearsal.ts'
import { findRehearsal } from '../../store/rehearsals.ts'
import type { RehearsalRow } from '../../tables.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'

/** Returns the last rehearsal of a flow with its figures; null before the first. Refuses not_found. */
export async function readRehearsal(ctx: Ctx, flowId: string) {
  const [flow] = await selectFlows(ctx, flowId)
  if (!flow) throw refuse('not_found')
  const row = await findRehearsal(ctx, flowId)
  if (row === null) return { rehearsal: null }
  const played = JSON.stringify(row.definition)
  const isCurrent = played === JSON.stringify(flow.draft ?? flow.live?.definition)
  return { rehearsal: { ...showState(row), is_current: isCurrent, result: await readResult(ctx, row) } }
}

const showState = (row: RehearsalRow) => ({
  period: row.period,
  from: row.from_day,
  until: row.until_day,
  state: row.state,
  failure: row.failure,
  customers_total: row.customers_total,
  customers_done: row.customers_done,
  started_at: isoInstant(row.created_at.getTime()),
})

/** Returns the figures of a rehearsal that is done; null before. */
async function readResult(ctx: Ctx, { id, state, definition, ...row }: RehearsalRow) {
  if (state !== 'done') return null
  const { daysOff } = await readAccountFacts(ctx)
  const days = await selectDays(ctx, id)
  const totals = await selectTotals(ctx, id)
  const gap = totals.shortest_gap_days
  return {
    messages: totals.messages,
    customers: totals.customers,
    invoices: totals.invoices,
    invoices_total: row.invoices_count,
    held: totals.held,
    most_in_30_days: totals.most_in_30_days,
    live: row.live === null ? null : { messages: row.live_messages, held: row.live_held },
    gap_days: definition.gapDays,
    broken: {
      twice: totals.twice,
      after_payment: totals.after_payment,
      day_off: days.filter(({ day }) => dayOff(day, daysOff) !== null).length,
      gap: gap !== null && gap < definition.gapDays ? 1 : 0,
    },
    days: days.map(({ day, before, after }) => ({ day, before_due: before, after_due: after })),
    reasons: await selectReasons(ctx, id),
    top_customers: (await selectCustomers(ctx, id)).map(({ customer, messages }) => ({
      pk: customer.id,
      short_name: customer.name,
      messages,
    })),
  }
}
