import type { Template } from '../templates/use-templates.ts'
import type { StepValues } from './flow-values.ts'
import type { FlowEditing } from './use-flow-editing.ts'

export interface StepFormProps {
  editing: FlowEditing
  step: StepValues
  templates: readonly Template[]
  readOnly: boolean
}

/** Properties that the groups of fields of a step share. */
export interface StepFieldsProps extends Omit<StepFormProps, 'editing'> {
  error: (field: keyof StepValues) => string | undefined
  set: (values: Partial<StepValues>, field: keyof StepValues) => void
}
