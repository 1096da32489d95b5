import { useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { type Conflict, readConflict } from '../layout/conflict/read-conflict.ts'
import { paymentPlanPath } from '../paths.ts'
import type { PlannedInvoice } from './invoice-choice.tsx'
import { keepMyProposal, type ProposalParts, partsOf } from './plan-differences.ts'
import { type Plan, usePlanChanged } from './use-plans.ts'

interface Typed extends ProposalParts {
  readonly email: boolean
}

/** Saves a new or a changed proposal, and opens its page. Knows what somebody else saved since the plan was read. */
export function useProposal(plan: Plan | null, invoices: readonly PlannedInvoice[], typed: Typed) {
  const account = useAccount()
  const call = useCall()
  const show = useShowSaved(plan, typed.email)
  // A state would be too late: the page is left before the next rendering.
  const isSaved = useRef(false)
  const [conflict, setConflict] = useState<Conflict<Plan> | null>(null)

  const update = async (over: Plan, parts: ProposalParts): Promise<Plan | null> => {
    const params = { account: account.pk, plan: over.pk }
    try {
      const body = { ...bodyOf(parts), email: typed.email, revision: over.revision }
      return await call(contract.paymentPlans.update, { params, body })
    } catch (error) {
      const found = await readConflict(error, { code: 'conflict', over }, () =>
        call(contract.paymentPlans.read, { params }),
      )
      if (found === null) throw error
      setConflict(found)
      return null
    }
  }
  const propose = () =>
    call(contract.paymentPlans.propose, {
      params: { account: account.pk },
      body: { ...bodyOf(typed), email: typed.email, invoices: invoices.map(({ pk }) => pk) },
    })
  const onSuccess = async (saved: Plan | null) => {
    if (saved === null) return
    isSaved.current = true
    await show(saved)
  }
  const saving = useSingleMutation({
    mutationFn: () => (plan ? update(plan, typed) : propose()),
    onSuccess,
  })
  const saveMine = useSingleMutation({
    mutationFn: async () => {
      if (plan === null || conflict === null) return null
      const versions = { read: partsOf(plan), now: partsOf(conflict.now), mine: typed }
      return update(conflict.now, keepMyProposal(versions, plan.currency))
    },
    onSuccess,
  })
  return {
    isSaved,
    saving,
    saveMine,
    conflict,
    closeConflict: () => {
      saveMine.reset()
      setConflict(null)
    },
  }
}

/** Says what was saved, and opens its page. */
function useShowSaved(plan: Plan | null, email: boolean) {
  const toast = useToast()
  const navigate = useNavigateTo()
  const changed = usePlanChanged()
  return async (saved: Plan) => {
    toast({
      title: plan ? 'Proposal changed' : 'Payment plan proposed',
      body: email
        ? `${saved.customer.short_name} got an email with a link to confirm it.`
        : 'Nobody was emailed. Copy the link and hand it over.',
      tone: 'success',
    })
    await changed(saved)
    navigate(paymentPlanPath(saved.pk))
  }
}

const bodyOf = ({ installments, message, fee }: ProposalParts) => ({
  installments: installments.map(({ due, amount, isDown }) => ({
    due_date: due,
    amount,
    down_payment: isDown,
  })),
  message,
  fee,
})
