import { formatAmount } from '../../../../../domain/money/money.ts'
import { type FlowDefinition, findFlowProblems } from '../../../../../domain/reminders/flow.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import type { StoredDefinition } from '../../tables.ts'
import { showSender } from '../senders/read-step-sender.ts'
import { type KnownRecords, readStep, type ShownDefinition } from './read-step.ts'

/**
 * Reads a definition of a request. Refuses invalid_input beside the field of a step, as `draft.steps.2.offset_days`.
 */
export function readDefinition(shown: ShownDefinition, known: KnownRecords): FlowDefinition {
  const fields: Record<string, string[]> = {}
  const refused = (position: number, field: string, message: string): void => {
    fields[`draft.steps.${position}.${field}`] = [message]
  }
  const seen = new Set<string>()
  const steps = shown.steps.map((step, position) => {
    if (seen.has(step.id)) refused(position, 'id', 'Each step needs an id of its own.')
    seen.add(step.id)
    return readStep(step, known, (field, message) => refused(position, field, message))
  })
  for (const { position, field, message } of findFlowProblems(steps)) refused(position, field, message)
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
  return { gapDays: shown.gap_days, steps }
}

export const toStored = ({ gapDays, steps }: FlowDefinition): StoredDefinition => ({
  gapDays,
  steps: steps.map((step) => ({ ...step, minRemainingMinor: step.minRemainingMinor.toString() })),
})

export const fromStored = ({ gapDays, steps }: StoredDefinition): FlowDefinition => ({
  gapDays,
  steps: steps.map((step) => ({
    kind: 'email',
    text: '',
    members: [],
    sender: null,
    ...step,
    minRemainingMinor: BigInt(step.minRemainingMinor),
  })),
})

export const showDefinition = ({ gapDays, steps }: StoredDefinition, currency: string): ShownDefinition => ({
  gap_days: gapDays,
  steps: steps.map((step) => ({
    id: step.id,
    name: step.name,
    kind: step.kind ?? 'email',
    anchor: step.anchor,
    offset_days: step.offsetDays,
    hour: step.hour,
    template: step.templateId,
    text: step.text ?? '',
    members: [...(step.members ?? [])],
    repeat_days: step.repeatDays,
    repeat_times: step.repeatTimes,
    min_remaining: formatAmount(BigInt(step.minRemainingMinor), currency),
    attach_pdf: step.attachPdf,
    copies: [...step.copies],
    sender: showSender(step.sender ?? null),
  })),
})
