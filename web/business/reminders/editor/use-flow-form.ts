import { useState } from 'react'
import type { Flow } from '../flows/use-flows.ts'
import { recordChange, startHistory, undoChange } from './edit-history.ts'
import type { FlowErrors } from './flow-errors.ts'
import { bodyOf, type FlowValues, type StepValues, sortSteps, valuesOf } from './flow-values.ts'

export interface FlowForm {
  /** The flow as last saved. */
  readonly stored: Flow
  /** Steps are in the order of their days. */
  readonly values: FlowValues
  readonly errors: FlowErrors
  readonly problem: string | null
  readonly dirty: boolean
  readonly canUndo: boolean
  /** `field` names the error that the change ends; null for a change that is undone by itself. */
  change(values: Partial<FlowValues>, field: string | null): void
  changeStep(id: string, values: Partial<StepValues>, field: string): void
  undo(): void
  showErrors(errors: FlowErrors, problem: string | null): void
  /** Shows a flow as the server returned it. `undoable` makes its values a change that can be undone. */
  show(flow: Flow, undoable: boolean): void
}

/** Values of a flow's form, with undo and errors by field. */
export function useFlowForm(start: Flow, termDays: number): FlowForm {
  const [stored, setStored] = useState(start)
  const [history, setHistory] = useState(() => startHistory(valuesOf(start)))
  const [errors, setErrors] = useState<FlowErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const sorted = (unsorted: FlowValues): FlowValues => ({
    ...unsorted,
    steps: sortSteps(unsorted.steps, termDays),
  })
  const textOf = (unsorted: FlowValues) => JSON.stringify(bodyOf(sorted(unsorted), stored))
  const showErrors = (found: FlowErrors, text: string | null) => {
    setErrors(found)
    setProblem(text)
  }
  const change = (next: Partial<FlowValues>, field: string | null) => {
    setHistory((before) => recordChange(before, { ...before.present, ...next }, field))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  }
  return {
    stored,
    values: sorted(history.present),
    errors,
    problem,
    dirty: textOf(history.present) !== textOf(valuesOf(stored)),
    canUndo: history.past.length > 0,
    change,
    changeStep(id, next, field) {
      const steps = history.present.steps.map((step) => (step.id === id ? { ...step, ...next } : step))
      change({ steps }, `${id}.${field}`)
    },
    undo: () => setHistory(undoChange),
    showErrors,
    show(flow, undoable) {
      const present = valuesOf(flow)
      setStored(flow)
      setHistory((before) =>
        undoable ? recordChange(before, present, null) : { ...before, present, field: null },
      )
      showErrors({}, null)
    },
  }
}
