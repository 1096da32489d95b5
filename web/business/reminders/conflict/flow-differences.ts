import { hourText } from '../../../ui/text/hour-text.ts'
import { compareTexts, type Difference, type Versions } from '../../layout/conflict/differences.ts'
import { kindWord } from '../channels/step-channels.ts'
import { type FlowValues, type StepValues, stepBody } from '../editor/flow-values.ts'
import { whenText } from '../editor/step-words.ts'
import type { Flow } from '../flows/use-flows.ts'
import { senderText } from '../senders/sender-values.ts'

interface Named {
  readonly pk: string
  readonly name: string
}

/** Names of what a flow refers to by id. */
export interface FlowNames {
  readonly groups: readonly Named[]
  readonly templates: readonly Named[]
  readonly members: readonly Named[]
}

type Words<Values> = readonly (readonly [label: string, write: (values: Values) => string])[]

const namesOf = (ids: readonly string[], all: readonly Named[]): string =>
  ids.map((id) => all.find(({ pk }) => pk === id)?.name ?? 'One that is gone').join(', ')

const settingsWith = ({ groups }: FlowNames): Words<FlowValues> => [
  ['Name', ({ name }) => name.trim()],
  ['Covers', (flow) => (flow.covers === 'groups' ? namesOf(flow.groups, groups) : 'Everyone else')],
  ['Between messages', ({ gapDays }) => `${gapDays.trim()} days`],
]

/** The parts of a step, as its form names them. Empty for one that its kind does not have. */
function stepWordsWith({ templates, members }: FlowNames): Words<StepValues> {
  const isEmail = ({ kind }: StepValues) => kind === 'email'
  const isReminder = (step: StepValues) => isEmail(step) && step.anchor !== 'paid'
  return [
    ['name', ({ name }) => name.trim()],
    ['kind', ({ kind }) => kindWord(kind)],
    ['when', (step) => whenText(step)],
    ['hour', ({ hour }) => hourText(hour)],
    ['template', (step) => (isReminder(step) ? namesOf([step.template], templates) : '')],
    ['text', (step) => (isEmail(step) ? '' : step.text.trim())],
    ['recipients', (step) => (isEmail(step) ? '' : namesOf(step.members, members))],
    ['sender', (step) => (isEmail(step) ? (senderText(step.sender, members) ?? 'Your company') : '')],
    ['copies', (step) => (isEmail(step) ? step.copies.trim() : '')],
    ['PDF', (step) => (isReminder(step) ? (step.attachPdf ? 'Attached' : 'Not attached') : '')],
    ['repeats', (step) => repeatsOf(step)],
    ['least amount', ({ minRemaining }) => minRemaining.trim()],
  ]
}

const repeatsOf = ({ repeatDays, repeatTimes }: StepValues): string =>
  repeatDays.trim() === '' && repeatTimes.trim() === ''
    ? ''
    : `Every ${repeatDays.trim()} days, up to ${repeatTimes.trim()} times`

const stepOf = ({ steps }: FlowValues, id: string): StepValues | undefined =>
  steps.find((step) => step.id === id)

const isSame = (one: StepValues | undefined, other: StepValues | undefined): boolean =>
  JSON.stringify(one && stepBody(one)) === JSON.stringify(other && stepBody(other))

/** Ids of the steps of all versions, in the order of the newest. */
const stepIds = ({ read, now, mine }: Versions<FlowValues>): readonly string[] => [
  ...new Set([now, read, mine].flatMap(({ steps }) => steps.map(({ id }) => id))),
]

/** Returns the settings and steps that somebody else changed, in the order of the editor. */
export function flowDifferences(versions: Versions<FlowValues>, names: FlowNames): readonly Difference[] {
  const { read, now, mine } = versions
  return [
    ...settingsWith(names).flatMap(([label, write]) =>
      compareTexts(label, { read: write(read), now: write(now), mine: write(mine) }),
    ),
    ...stepIds(versions).flatMap((id) => {
      const steps = { read: stepOf(read, id), now: stepOf(now, id), mine: stepOf(mine, id) }
      return isSame(steps.read, steps.now) ? [] : stepDifferences(steps, names)
    }),
  ]
}

/** One row for a step that was added or deleted; otherwise one for each of its parts. */
function stepDifferences(
  { read, now, mine }: Versions<StepValues | undefined>,
  names: FlowNames,
): readonly Difference[] {
  const keepsMine = !isSame(read, mine) && !isSame(now, mine)
  const title = `Step ${(now ?? read ?? mine)!.name.trim()}`
  const whole = (step: StepValues | undefined) => (step ? whenText(step) : '')
  if (!read || !now)
    return [{ label: title, before: whole(read), now: whole(now), mine: keepsMine ? whole(mine) : null }]
  return stepWordsWith(names).flatMap(([part, write]) => {
    const [before, after, typed] = [write(read), write(now), mine ? write(mine) : 'Deleted']
    if (before === after) return []
    const own = keepsMine && typed !== after ? typed : null
    return [{ label: `${title}, ${part}`, before, now: after, mine: own }]
  })
}

/** Returns the flow as it is now, with the settings and the steps that were changed here: a step counts as one part. */
export function keepMyFlow(versions: Versions<FlowValues>): FlowValues {
  const { read, now, mine } = versions
  const coverage = ({ covers, groups }: FlowValues) => JSON.stringify([covers, covers === 'groups' && groups])
  const covering = coverage(mine) === coverage(read) ? now : mine
  return {
    name: mine.name === read.name ? now.name : mine.name,
    covers: covering.covers,
    groups: covering.groups,
    gapDays: mine.gapDays === read.gapDays ? now.gapDays : mine.gapDays,
    steps: stepIds(versions).flatMap((id) => {
      const own = stepOf(mine, id)
      const kept = isSame(own, stepOf(read, id)) ? stepOf(now, id) : own
      return kept ? [kept] : []
    }),
  }
}

/** Says what customers get of a flow: 'Version 2, on'. */
export const standingText = ({ is_on, live }: Pick<Flow, 'is_on' | 'live'>): string =>
  live === null ? 'Not published' : `Version ${live.version}, ${is_on ? 'on' : 'off'}`
