import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import type { Caller } from '../../../session/calls/call.ts'
import { useCall } from '../../../session/session-context.tsx'
import type { Flow } from '../flows/use-flows.ts'
import { brokenStep, checkValues, type FlowErrors, flowErrorsOf } from './flow-errors.ts'
import { bodyOf } from './flow-values.ts'
import { type FlowForm, useFlowForm } from './use-flow-form.ts'

const FIX_FIELDS = 'Some fields need fixing. Nothing was saved yet.'

export interface FlowEditing extends Omit<FlowForm, 'show' | 'keep' | 'showErrors'> {
  /** The flow as somebody else changed it since it was read. */
  readonly theirs: Flow | null
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
}

/**
 * Edits a flow and saves the revision that was read. `onBroken` gets the first step with an error after a save that failed.
 */
export function useFlowEditing(start: Flow, termDays: number, onBroken: (step: string) => void): FlowEditing {
  const { pk: account } = useAccount()
  const call = useCall()
  const forgetLists = useForgetLists(account)
  const { show, keep, showErrors, ...form } = useFlowForm(start, termDays)
  const { stored, values } = form
  const [theirs, setTheirs] = useState<Flow | null>(null)
  const { busy, runOnce } = useRunOnce<Flow | null>()
  const params = { account, flow: stored.pk }

  /** Takes over a flow by `use`. */
  const takeBy = (use: (flow: Flow) => void) => (flow: Flow) => {
    use(flow)
    setTheirs(null)
    forgetLists()
  }
  const findConflict = async (error: unknown): Promise<boolean> => {
    const changed = await readChanged(call, account, stored, error)
    if (changed !== null) setTheirs(changed)
    return changed !== null
  }
  const refuse = (errors: FlowErrors, message: string): null => {
    showErrors(errors, message)
    const broken = brokenStep(errors, values)
    if (broken !== undefined) onBroken(broken)
    return null
  }
  const send = async (): Promise<Flow | null> => {
    try {
      const saved = await call(contract.reminderFlows.update, { params, body: bodyOf(values, stored) })
      takeBy((flow) => keep(flow, values))(saved)
      return saved
    } catch (error) {
      if (await findConflict(error)) return null
      const { fields, message } = flowErrorsOf(error, values)
      return refuse(fields, message)
    }
  }
  const save = async (): Promise<Flow | null> => {
    const wrong = checkValues(values)
    if (Object.keys(wrong).length > 0) return refuse(wrong, FIX_FIELDS)
    showErrors({}, null)
    return runOnce(send)
  }
  return {
    ...form,
    theirs,
    busy,
    save,
    findConflict,
    accept: takeBy(keep),
    acceptDiscarded: takeBy(show),
    loadTheirs() {
      if (theirs !== null) takeBy(show)(theirs)
    },
  }
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
function useForgetLists(account: string): () => void {
  const queries = useQueryClient()
  return () => {
    for (const name of ['reminder-flows', 'reminder-templates'])
      void queries.invalidateQueries({ queryKey: [account, name] })
  }
}

/** Returns the flow when a refusal comes from a change by somebody else; null for other failures. */
async function readChanged(
  call: Caller,
  account: string,
  stored: Flow,
  error: unknown,
): Promise<Flow | null> {
  if (!(error instanceof ApiError) || error.code !== 'wrong_state') return null
  const params = { account, flow: stored.pk }
  const now = await call(contract.reminderFlows.read, { params }).catch(() => null)
  return now !== null && now.revision !== stored.revision ? now : null
}
