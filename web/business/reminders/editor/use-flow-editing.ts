import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import type { Caller } from '../../../session/calls/call.ts'
import { useCall } from '../../../session/session-context.tsx'
import { type Conflict, readConflict } from '../../layout/conflict/read-conflict.ts'
import { keepMyFlow } from '../conflict/flow-differences.ts'
import type { Flow } from '../flows/use-flows.ts'
import { brokenStep, checkValues, type FlowErrors, flowErrorsOf } from './flow-errors.ts'
import { bodyOf, type FlowValues, sortSteps, valuesOf } from './flow-values.ts'
import { type FlowForm, useFlowForm } from './use-flow-form.ts'

const FIX_FIELDS = 'Some fields need fixing. Nothing was saved yet.'

export interface FlowEditing extends Omit<FlowForm, 'show' | 'keep' | 'showErrors'> {
  /** The flow as somebody else changed it since it was read, and who and when. */
  readonly theirs: Conflict<Flow> | null
  readonly busy: boolean
  /** Saves the values. Resolves to null when it fails; a second call during a save does nothing. */
  save(): Promise<Flow | null>
  /** Takes over the flow as an action on its saved values returned it. */
  accept(flow: Flow): void
  /** Shows the flow without its draft. Undo brings the draft back. */
  acceptDiscarded(flow: Flow): void
  /** Looks for somebody else's change after a refusal, and returns whether there is one. */
  findConflict(error: unknown): Promise<boolean>
  /** Shows their flow. Undo brings the own values back. */
  loadTheirs(): void
  /** Saves what was changed here over their flow. Undo brings the own values back. */
  saveMine(): Promise<Flow | null>
  closeConflict(): void
}

/**
 * Edits a flow and saves the revision that was read. `onBroken` gets the first step with an error after a save that failed.
 */
export function useFlowEditing(start: Flow, termDays: number, onBroken: (step: string) => void): FlowEditing {
  const update = useUpdate()
  const forgetLists = useForgetLists()
  const { show, keep, showErrors, ...form } = useFlowForm(start, termDays)
  const { stored, values } = form
  const { theirs, setTheirs, findConflict } = useTheirs(stored)
  const { busy, runOnce } = useRunOnce<Flow | null>()

  /** Takes over a flow by `use`. */
  const takeBy = (use: (flow: Flow) => void) => (flow: Flow) => {
    use(flow)
    setTheirs(null)
    forgetLists()
  }
  const refuse = (sent: FlowValues, errors: FlowErrors, message: string): null => {
    showErrors(errors, message)
    const broken = brokenStep(errors, sent)
    if (broken !== undefined) onBroken(broken)
    return null
  }
  const send = async (sent: FlowValues, over: Flow): Promise<Flow | null> => {
    try {
      const saved = await update(sent, over)
      takeBy((flow) => keep(flow, sent))(saved)
      return saved
    } catch (error) {
      if (await findConflict(error, over)) return null
      const { fields, message } = flowErrorsOf(error, sent)
      return refuse(sent, fields, message)
    }
  }
  const save = async (sent = values, over = stored): Promise<Flow | null> => {
    const wrong = checkValues(sent)
    if (Object.keys(wrong).length > 0) return refuse(sent, wrong, FIX_FIELDS)
    showErrors({}, null)
    return runOnce(() => send(sent, over))
  }
  const saveMine = async (): Promise<Flow | null> => {
    if (theirs === null) return null
    const merged = mergeMine(stored, theirs.now, values, termDays)
    form.refresh(theirs.now)
    form.change(merged, null)
    setTheirs(null)
    return save(merged, theirs.now)
  }
  return {
    ...form,
    theirs,
    busy,
    save: () => save(),
    saveMine,
    closeConflict: () => setTheirs(null),
    findConflict: (error) => findConflict(error),
    accept: takeBy(keep),
    acceptDiscarded: takeBy(show),
    loadTheirs() {
      if (theirs !== null) takeBy(show)(theirs.now)
    },
  }
}

/** Returns the call that saves values over a revision. */
function useUpdate() {
  const { pk: account } = useAccount()
  const call = useCall()
  return (sent: FlowValues, over: Flow): Promise<Flow> =>
    call(contract.reminderFlows.update, {
      params: { account, flow: over.pk },
      body: bodyOf(sent, over),
    })
}

/** A flow as somebody else changed it since it was read, found after a refusal. */
function useTheirs(stored: Flow) {
  const { pk: account } = useAccount()
  const call = useCall()
  const [theirs, setTheirs] = useState<Conflict<Flow> | null>(null)
  const findConflict = async (error: unknown, over = stored): Promise<boolean> => {
    const changed = await readChanged(call, account, over, error)
    if (changed !== null) setTheirs(changed)
    return changed !== null
  }
  return { theirs, setTheirs, findConflict }
}

/** Returns their flow with what was changed here, in the order of the days. */
function mergeMine(stored: Flow, theirs: Flow, mine: FlowValues, termDays: number): FlowValues {
  const kept = keepMyFlow({ read: valuesOf(stored), now: valuesOf(theirs), mine })
  return { ...kept, steps: sortSteps(kept.steps, termDays) }
}

/** Runs work unless some is under way, which it reports. Work must not throw. */
function useRunOnce<Result>() {
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const runOnce = async (work: () => Promise<Result>): Promise<Result | null> => {
    if (underWay.current) return null
    underWay.current = true
    setBusy(true)
    const result = await work()
    underWay.current = false
    setBusy(false)
    return result
  }
  return { busy, runOnce }
}

/** Returns a function that makes the lists, which show what flows use, read again. */
function useForgetLists(): () => void {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  return () => {
    for (const name of ['reminder-flows', 'reminder-templates'])
      void queries.invalidateQueries({ queryKey: [account, name] })
  }
}

/** Returns the flow when a refusal comes from a change by somebody else; null for other failures. */
function readChanged(
  call: Caller,
  account: string,
  stored: Flow,
  error: unknown,
): Promise<Conflict<Flow> | null> {
  const params = { account, flow: stored.pk }
  return readConflict(error, { code: 'wrong_state', over: stored }, () =>
    call(contract.reminderFlows.read, { params }),
  )
}
