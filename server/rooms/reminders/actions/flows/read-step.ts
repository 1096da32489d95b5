import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { parseAmount } from '../../../../../domain/money/money.ts'
import type { Step } from '../../../../../domain/reminders/flow.ts'
import type { StepChannelFacts } from '../../../../../domain/reminders/step-channels.ts'
import { isThanks } from '../../../../../domain/reminders/thank-yous.ts'
import { findTextProblem } from '../../../mail-templates/index.ts'
import { readStepSender } from '../senders/read-step-sender.ts'

/** A definition as the API shows it. */
export type ShownDefinition = NonNullable<InputOf<typeof contract.reminderFlows.update>['body']['draft']>
export type ShownStep = ShownDefinition['steps'][number]

/** Records of the account that a step may name. */
export interface KnownRecords {
  readonly currency: string
  readonly templateIds: ReadonlySet<string>
  readonly memberIds: ReadonlySet<string>
  /** By the kind of their steps. */
  readonly channels: ReadonlyMap<string, StepChannelFacts>
}

type Refuse = (field: keyof ShownStep, message: string) => void

/** Reads a step of a request, and calls `refuse` for each field that is wrong. Fields of other kinds are dropped. */
export function readStep(shown: ShownStep, known: KnownRecords, refuse: Refuse): Step {
  const minimum = parseAmount(shown.min_remaining, known.currency)
  if (!minimum.ok || minimum.minor < 0n) refuse('min_remaining', 'Enter an amount of 0 or more.')
  return {
    id: shown.id,
    name: shown.name,
    anchor: shown.anchor,
    offsetDays: shown.offset_days,
    hour: shown.hour,
    repeatDays: shown.repeat_days,
    repeatTimes: shown.repeat_times,
    minRemainingMinor: minimum.ok ? minimum.minor : 0n,
    ...readEffect(shown, known, refuse),
  }
}

type Effect = Pick<Step, 'kind' | 'templateId' | 'text' | 'members' | 'attachPdf' | 'copies' | 'sender'>

function readEffect(shown: ShownStep, known: KnownRecords, refuse: Refuse): Effect {
  const channel = known.channels.get(shown.kind)
  if (channel?.text === 'template') return readEmail(shown, known, refuse)
  if (channel !== undefined) return readText(shown, channel, known, refuse)
  refuse('kind', 'You can’t use this kind of step. Choose another one.')
  return readText(shown, { text: 'optional', members: 'none' }, known, refuse)
}

/** A thank-you has the text of its kind of mail, and attaches nothing. */
function readEmail(step: ShownStep, known: KnownRecords, refuse: Refuse): Effect {
  const { template, attach_pdf, copies, sender } = step
  const isReminder = !isThanks(step)
  if (isReminder && (template === null || !known.templateIds.has(template)))
    refuse('template', 'Choose a template.')
  return {
    kind: 'email',
    templateId: isReminder ? template : null,
    text: '',
    members: [],
    attachPdf: isReminder && attach_pdf,
    copies: [...new Set(copies)],
    sender: readStepSender(sender, known, (message) => refuse('sender', message)),
  }
}

/** Reads a step with a text of its own. */
function readText(
  { kind, anchor, text, ...shown }: ShownStep,
  channel: Pick<StepChannelFacts, 'text' | 'members'>,
  known: KnownRecords,
  refuse: Refuse,
): Effect {
  const about = isThanks({ anchor }) ? 'thank-you' : 'reminder'
  const problem = text === '' ? null : findTextProblem(about, { subject: 'Note', body: text })
  if (problem !== null) refuse('text', problem)
  if (channel.text === 'required' && text === '') refuse('text', 'Write the text.')
  const members = channel.members === 'none' ? [] : shown.members
  if (members.some((one) => !known.memberIds.has(one)))
    refuse('members', 'One of these people is not on your team any more. Choose somebody else.')
  if (channel.members === 'one' && members.length > 1) refuse('members', 'Choose one person.')
  return {
    kind,
    templateId: null,
    text,
    members: [...new Set(members)],
    attachPdf: false,
    copies: [],
    sender: null,
  }
}
