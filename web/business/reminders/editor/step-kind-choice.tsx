import { ClipboardList, Mail, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { STEP_KINDS, type StepKind } from '../../../../domain/reminders/flow.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import type { StepFieldsProps } from './step-form-props.ts'
import { KIND_WORDS } from './step-words.ts'

export const KIND_ICONS: Readonly<Record<StepKind, ReactNode>> = {
  email: <Mail />,
  task: <ClipboardList />,
  staff_note: <StickyNote />,
}

const OPTIONS = STEP_KINDS.map((value) => ({ value, label: KIND_WORDS[value], icon: KIND_ICONS[value] }))

/** Chooses the effect of a step: an email to the customer, a task, or a note to staff. */
export const StepKindChoice = ({
  step,
  templates,
  set,
}: Pick<StepFieldsProps, 'step' | 'templates' | 'set'>) => (
  <Segmented
    label="Kind of step"
    className="w-full"
    options={OPTIONS}
    value={step.kind}
    onChange={(kind) => set({ kind, template: step.template || (templates[0]?.pk ?? '') }, 'kind')}
  />
)
