import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { formatAmount, parseAmount } from '../../../../../domain/money/money.ts'
import { type FlowDefinition, findFlowProblems, type Step } from '../../../../../domain/reminders/flow.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import type { StoredDefinition } from '../../tables.ts'

/** A definition as the API shows it. */
export type ShownDefinition = NonNullable<InputOf<typeof contract.reminderFlows.update>['body']['draft']>

/**
 * Reads a definition of a request. Refuses invalid_input beside the field of a step, as `draft.steps.2.offset_days`.
 */
export function readDefinition(
  shown: ShownDefinition,
  currency: string,
  templateIds: ReadonlySet<string>,
): FlowDefinition {
  const fields: Record<string, string[]> = {}
  const refused = (position: number, field: string, message: string): void => {
    fields[`draft.steps.${position}.${field}`] = [message]
  }
  const seen = new Set<string>()
  const steps = shown.steps.map((step, position): Step => {
    const minimum = parseAmount(step.min_remaining, currency)
    if (!minimum.ok || minimum.minor < 0n) refused(position, 'min_remaining', 'Enter an amount of 0 or more.')
    if (!templateIds.has(step.template)) refused(position, 'template', 'Choose a template.')
    if (seen.has(step.id)) refused(position, 'id', 'Each step needs an id of its own.')
    seen.add(step.id)
    return {
      id: step.id,
      name: step.name,
      anchor: step.anchor,
      offsetDays: step.offset_days,
      hour: step.hour,
      templateId: step.template,
      repeatDays: step.repeat_days,
      repeatTimes: step.repeat_times,
      minRemainingMinor: minimum.ok ? minimum.minor : 0n,
      attachPdf: step.attach_pdf,
      copies: [...new Set(step.copies)],
    }
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
  steps: steps.map((step) => ({ ...step, minRemainingMinor: BigInt(step.minRemainingMinor) })),
})

export const showDefinition = ({ gapDays, steps }: StoredDefinition, currency: string): ShownDefinition => ({
  gap_days: gapDays,
  steps: steps.map((step) => ({
    id: step.id,
    name: step.name,
    anchor: step.anchor,
    offset_days: step.offsetDays,
    hour: step.hour,
    template: step.templateId,
    repeat_days: step.repeatDays,
    repeat_times: step.repeatTimes,
    min_remaining: formatAmount(BigInt(step.minRemainingMinor), currency),
    attach_pdf: step.attachPdf,
    copies: [...step.copies],
  })),
})
