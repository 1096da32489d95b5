import type { Tone } from '../../../ui/text/tag.tsx'
import type { Definition, Flow, Step } from './use-flows.ts'

interface FlowState {
  readonly text: 'On' | 'Off' | 'Draft' | 'Paused'
  readonly tone: Tone
}

/** A flow's state in one word. A flow is a draft until it is first published. */
export function stateOf({ live, is_on, pause }: Pick<Flow, 'live' | 'is_on' | 'pause'>): FlowState {
  if (live === null) return { text: 'Draft', tone: 'open' }
  if (!is_on) return { text: 'Off', tone: 'quiet' }
  return pause === null ? { text: 'On', tone: 'paid' } : { text: 'Paused', tone: 'soon' }
}

/** Customers whose group has no flow; all of them where there is no other flow. */
export const everyoneText = (isOnly: boolean): string => (isOnly ? 'All customers' : 'Everyone else')

/** 'Everyone else', or the names of groups. */
export const coversText = ({ covers, groups }: Pick<Flow, 'covers' | 'groups'>, isOnly: boolean): string =>
  covers === 'everyone_else' ? everyoneText(isOnly) : groups.map(({ name }) => name).join(', ')

export type StepChange = 'new' | 'changed' | null

/** Compares a step with its live version. */
export function changeOf(step: Step, live: Definition | null): StepChange {
  if (live === null) return null
  const before = live.steps.find(({ id }) => id === step.id)
  if (before === undefined) return 'new'
  const names = Object.keys(before) as (keyof Step)[]
  const isSame = (name: keyof Step) => JSON.stringify(step[name]) === JSON.stringify(before[name])
  return names.every(isSame) ? null : 'changed'
}

/** Counts steps that were added, removed or changed since the live version, and the days between messages. */
export function countChanges(draft: Definition, live: Definition): number {
  const kept = new Set(draft.steps.map(({ id }) => id))
  return (
    draft.steps.filter((step) => changeOf(step, live) !== null).length +
    live.steps.filter(({ id }) => !kept.has(id)).length +
    (draft.gap_days === live.gap_days ? 0 : 1)
  )
}

/** '3 changes not published' beside a live version; null without any. */
export function unpublishedText({ draft, live }: Pick<Flow, 'draft' | 'live'>): string | null {
  if (draft === null || live === null) return null
  return `${changesText(countChanges(draft, live))} not published`
}

export function changesText(count: number): string {
  if (count === 0) return 'No changes'
  return count === 1 ? '1 change' : `${count} changes`
}

export const stepsText = (count: number): string => (count === 1 ? '1 step' : `${count} steps`)
