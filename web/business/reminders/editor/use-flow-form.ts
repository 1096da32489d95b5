import { useState } from 'react'
import type { Flow } from '../flows/use-flows.ts'
import {
  type History,
  recordChange,
  redoChange,
  settleChange,
  startHistory,
  undoChange,
} from './edit-history.ts'
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
  readonly canRedo: boolean
  /** The usual time from the invoice date to the due date. */
  readonly termDays: number
  /** `field` names the error that the change ends. Typing in one field is undone in one step. */
  change(values: Partial<FlowValues>, field: string | null): void
  changeStep(id: string, values: Partial<StepValues>, field: string): void
  /** Makes the next change of a step one that is undone by itself. */
  settle(): void
  undo(): void
  redo(): void
  showErrors(errors: FlowErrors, problem: string | null): void
  /** Shows a flow as the server returned it, as a change that can be undone. */
  show(flow: Flow): void
  /** Takes over what is not edited here, such as a pause. */
  refresh(flow: Flow): void
  /** Takes over a saved flow. Changes made since `sent`, by default the last save, stay and are not saved yet. */
  keep(flow: Flow, sent?: FlowValues): void
}

/** Fields that are typed. A choice such as an hour or a group is undone by itself. */
const TYPED = /^(name|gapDays|.+\.(name|text|days|repeatDays|repeatTimes|minRemaining|copies))$/

const isSame = (one: FlowValues, other: FlowValues): boolean => JSON.stringify(one) === JSON.stringify(other)

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
    const typed = field !== null && TYPED.test(field) ? field : null
    setHistory((before) => recordChange(before, { ...before.present, ...next }, typed))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
  }
  /** Errors belong to the values that were shown before. */
  const step = (next: (before: History<FlowValues>) => History<FlowValues>) => {
    setHistory(next)
    showErrors({}, null)
  }
  return {
    stored,
    values: sorted(history.present),
    errors,
    problem,
    dirty: textOf(history.present) !== textOf(valuesOf(stored)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    termDays,
    change,
    changeStep(id, next, field) {
      const steps = history.present.steps.map((step) => (step.id === id ? { ...step, ...next } : step))
      change({ steps }, `${id}.${field}`)
    },
    settle: () => setHistory(settleChange),
    undo: () => step(undoChange),
    redo: () => step(redoChange),
    showErrors,
    show(flow) {
      setStored(flow)
      step((before) => recordChange(before, valuesOf(flow), null))
    },
    refresh: setStored,
    keep(flow, sent = sorted(valuesOf(stored))) {
      setStored(flow)
      step((before) =>
        isSame(sorted(before.present), sent) ? { ...before, present: valuesOf(flow), field: null } : before,
      )
    },
  }
}
