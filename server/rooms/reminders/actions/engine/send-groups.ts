import { addDays } from '../../../../../domain/dates/calendar.ts'
import type { HoldReason } from '../../../../../domain/reminders/decide-reminder.ts'
import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { isOutdated } from '../../rules/changed-text.ts'
import { readChangedTexts } from '../../store/changed-texts.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { Outcome } from '../../store/outcomes.ts'
import { findChannels } from '../channels/find-channels.ts'
import type { ReminderToSend } from './read-message-parts.ts'

/** Steps of a customer that leave together: one message, task or note. */
export type StepGroup = Pick<ReminderToSend, 'customer' | 'steps'>

/**
 * Gives each group to the channel of its step. Steps are held when their own text was written for other invoices or amounts, and when
 * the channel does not take them.
 */
export async function sendGroups(ctx: Ctx, groups: readonly StepGroup[]): Promise<Outcome[]> {
  if (groups.length === 0) return []
  const textOf = await readChangedTexts(
    ctx,
    groups.flatMap(({ steps }) => steps),
  )
  const outcomes: Outcome[] = []
  const messages: ReminderToSend[] = []
  for (const { customer, steps } of groups) {
    const ownText = textOf(steps)
    if (ownText !== null && isOutdated(ownText, steps)) outcomes.push(...hold(steps, 'text_outdated'))
    else messages.push({ customer, steps, ownText })
  }
  for (const [kind, own] of Map.groupBy(messages, ({ steps }) => steps[0]!.kind))
    outcomes.push(...(await sendBy(ctx, kind, own)))
  return outcomes
}

/** Steps of a channel that this installation no longer has are held too. */
async function sendBy(ctx: Ctx, kind: string, messages: readonly ReminderToSend[]): Promise<Outcome[]> {
  const channel = findChannels(ctx.app).get(kind)
  const answers: readonly ChannelAnswer[] = channel
    ? await channel.send(ctx, messages)
    : messages.map(() => ({ outcome: 'failed', reason: 'no such channel' }))
  if (answers.length !== messages.length) throw new Error(`the channel ${kind} did not answer each message`)
  const failed = answers.find((answer) => answer.outcome === 'failed')
  if (failed) ctx.app.log.warn('a channel did not take reminders', { channel: kind, reason: failed.reason })
  const tomorrow = failed ? addDays(await todayOf(ctx), 1) : null
  return messages.flatMap(({ steps }, at) => {
    const answer = answers[at]!
    if (answer.outcome === 'failed') return hold(steps, 'channel_failed', tomorrow)
    if (answer.outcome === 'held') return hold(steps, answer.reason)
    const effect =
      'taskId' in answer ? { messageId: null, taskId: answer.taskId } : { messageId: answer.messageId }
    return steps.map((step) => ({ step, decision: { outcome: 'sent' as const }, ...effect }))
  })
}

const hold = (steps: readonly DueRow[], reason: HoldReason, until: string | null = null): Outcome[] =>
  steps.map((step) => ({ step, decision: { outcome: 'held', reason, until }, messageId: null }))
