import { ClipboardList, Mail, Send, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { channelOf, useStepChannels } from '../channels/step-channels.ts'
import type { StepFieldsProps } from './step-form-props.ts'

const ICONS = new Map<string, ReactNode>([
  ['email', <Mail key="email" />],
  ['task', <ClipboardList key="task" />],
  ['staff_note', <StickyNote key="staff_note" />],
])

export const kindIcon = (kind: string): ReactNode => ICONS.get(kind) ?? <Send />

/** Chooses the channel of a step, such as an email to the customer, a task or a note to staff. */
export function StepKindChoice({
  step,
  templates,
  error,
  set,
}: Pick<StepFieldsProps, 'step' | 'templates' | 'error' | 'set'>) {
  const channels = useStepChannels()
  return (
    <div className="grid gap-1.5">
      <Segmented
        label="Kind of step"
        className="w-full"
        options={channels.map(({ kind, label }) => ({ value: kind, label, icon: kindIcon(kind) }))}
        value={step.kind}
        onChange={(kind) => set({ kind, template: step.template || (templates[0]?.pk ?? '') }, 'kind')}
      />
      <FieldNote id="kind-note" error={error('kind')} hint={channelOf(channels, step.kind).help} />
    </div>
  )
}
