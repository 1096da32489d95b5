import { type CalendarDate, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { isPaused } from '../../../../../domain/reminders/decide-reminder.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type Flow, selectFlows } from '../../store/flows.ts'
import { findUsableChannels } from '../channels/find-channels.ts'
import { showDefinition } from './read-definition.ts'

/** Lists the flows by name, and the channels that their steps may use. */
export async function listFlows(ctx: Ctx) {
  const of = await readAccountDay(ctx)
  const channels = await findUsableChannels(ctx)
  return {
    results: (await selectFlows(ctx)).map((flow) => showFlow(flow, of)),
    channels: channels.map(({ kind, label, help, text, members }) => ({ kind, label, help, text, members })),
  }
}

/** Refuses not_found. */
export async function readFlow(ctx: Ctx, id: string) {
  const of = await readAccountDay(ctx)
  const [flow] = await selectFlows(ctx, id)
  if (!flow) throw refuse('not_found')
  return showFlow(flow, of)
}

interface AccountDay {
  readonly currency: string
  readonly today: CalendarDate
}

async function readAccountDay(ctx: Ctx): Promise<AccountDay> {
  const { currency, timezone } = await readAccountRow(ctx)
  return { currency, today: dateInZone(ctx.now, timezone) }
}

const showFlow = (flow: Flow, { currency, today }: AccountDay) => ({
  pk: flow.id,
  id: flow.id,
  name: flow.name,
  covers: flow.covers,
  groups: flow.groups.map(({ id, name }) => ({ pk: id, name })),
  revision: flow.revision,
  is_on: flow.on_since !== null,
  on_since: flow.on_since,
  live: flow.live && {
    ...showDefinition(flow.live.definition, currency),
    version: flow.live_version!,
    published_at: isoInstant(flow.live.publishedAt.getTime()),
  },
  draft: flow.draft && showDefinition(flow.draft, currency),
  pause: isPaused(flow.pause, today) ? { until: flow.pause.until, note: flow.pause.note } : null,
  created: isoInstant(flow.created_at.getTime()),
  updated: isoInstant(flow.updated_at.getTime()),
})
