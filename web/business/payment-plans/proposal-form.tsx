import { CalendarRange } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { displayAmount } from '../../../domain/money/money.ts'
import { PLAN_TEXT_MAX_LENGTH } from '../../../domain/payment-plans/plan-terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { placeErrors } from '../../session/forms/place-errors.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { minorOf } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { InvoiceChoice, InvoiceLine, type PlannedInvoice } from './invoice-choice.tsx'
import { PlanConflict } from './plan-conflict.tsx'
import { PlanFee } from './plan-fee.tsx'
import { KeptProposal, ProposeButton } from './proposal-parts.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'
import { type Draft, draftOf, feeOf, newDraft, readFee, rowsOf, sumOf } from './schedule-values.ts'
import type { OpenInvoice } from './use-open-invoices.ts'
import type { Plan } from './use-plans.ts'
import { useProposal } from './use-proposal.ts'

/** A new proposal for invoices that are chosen from a customer's open ones. */
export function ProposalForm({
  invoices,
  named,
  today,
}: {
  invoices: readonly OpenInvoice[]
  /** Ids that are chosen at first. */
  named: readonly string[]
  today: string
}) {
  const free = invoices.filter(({ payment_plan }) => payment_plan === null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(named.length > 0 ? named : free.slice(0, 1).map(({ pk }) => pk)),
  )
  const picked = free.filter(({ pk }) => chosen.has(pk))
  if (invoices.length === 0)
    return (
      <EmptyState icon={<CalendarRange />} title="Nothing is owed">
        This customer has no open invoices, so there is nothing to divide.
      </EmptyState>
    )
  return (
    <PlanForm
      plan={null}
      invoices={picked}
      today={today}
      choice={<InvoiceChoice invoices={invoices} chosen={chosen} onChange={setChosen} />}
      onRestore={(pks) => setChosen(new Set(pks))}
    />
  )
}

/** Changes a proposal. `onTouch` is called when something is typed, `onDiscard` when that is dropped for what somebody else saved. */
export const ChangeForm = ({
  plan,
  today,
  onTouch,
  onDiscard,
}: {
  plan: Plan
  today: string
  onTouch: () => void
  onDiscard: () => void
}) => (
  <PlanForm
    plan={plan}
    onTouch={onTouch}
    onDiscard={onDiscard}
    invoices={plan.invoices.map((one) => ({ ...one, currency: plan.currency }))}
    today={today}
    choice={
      <div className="grid gap-1">
        <h2 className="text-13 font-semibold">Invoices</h2>
        {plan.invoices.map((one) => (
          <InvoiceLine key={one.pk} invoice={{ ...one, currency: plan.currency }} />
        ))}
      </div>
    }
  />
)

const OWN_FIELD = /^installments\.\d+\.(amount|due_date)$/

/** Returns a setter that first calls `note`. */
const after =
  <Value,>(note: () => void, set: (next: Value) => void) =>
  (next: Value): void => {
    note()
    set(next)
  }

function PlanForm({
  plan,
  invoices,
  today,
  choice,
  onRestore,
  onTouch,
  onDiscard,
}: {
  plan: Plan | null
  invoices: readonly PlannedInvoice[]
  today: string
  choice: ReactNode
  /** Called with the ids that were chosen before a session ended. */
  onRestore?: (invoices: readonly string[]) => void
  onTouch?: () => void
  onDiscard?: () => void
}) {
  const account = useAccount()
  const [draft, setDraft] = useState<Draft>(() => (plan ? draftOf(plan) : newDraft(today)))
  const [message, setMessage] = useState(plan?.message ?? '')
  const [fee, setFee] = useState(plan ? feeOf(plan) : '')
  const [email, setEmail] = useState(true)
  const [isTouched, setTouched] = useState(false)
  const currency = invoices[0]?.currency ?? account.currency
  const totalMinor = invoices.reduce((sum, one) => sum + minorOf(one.remaining, one.currency), 0n)
  const facts = { totalMinor, currency, today }
  const rows = rowsOf(draft, facts)
  const typed = { installments: rows, message, fee, email }
  const touch = () => {
    setTouched(true)
    onTouch?.()
  }
  const proposal = useProposal(plan, invoices, typed)
  const { saving } = proposal
  const placed = saving.error && placeErrors(saving.error, (name) => name === 'fee' || OWN_FIELD.test(name))
  const feeMinor = readFee(fee, totalMinor, currency)
  const isReady =
    rows.length > 0 &&
    totalMinor > 0n &&
    feeMinor !== null &&
    sumOf(rows, totalMinor, currency).difference === null
  const label = plan
    ? 'Save the change'
    : `Propose ${displayAmount(totalMinor + (feeMinor ?? 0n), currency)} in ${rows.length}`
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) saving.mutate()
      }}
      onInput={touch}
      className="grid max-w-220 gap-6 px-4 py-5 md:px-6"
    >
      {choice}
      {invoices.length > 0 && (
        <Terms
          draft={draft}
          fee={fee}
          facts={facts}
          problems={placed?.fields ?? {}}
          onDraft={after(touch, setDraft)}
          onFee={after(touch, setFee)}
        />
      )}
      <TextArea
        label="Message to the customer"
        optional
        maxLength={PLAN_TEXT_MAX_LENGTH}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Checkbox
        label="Email the proposal to the customer"
        checked={email}
        onChange={({ currentTarget: { checked } }) => setEmail(checked)}
      />
      {placed && <Note tone="error">{placed.message}</Note>}
      <ProposeButton busy={saving.isPending} label={isReady ? label : null} isEmpty={invoices.length === 0} />
      <KeptProposal
        atRisk={() => isTouched && !proposal.isSaved.current}
        typed={{ draft, message, fee, email, invoices: invoices.map(({ pk }) => pk) }}
        onRestore={(kept) => {
          setDraft(kept.draft)
          setMessage(kept.message)
          setFee(kept.fee)
          setEmail(kept.email)
          touch()
          onRestore?.(kept.invoices)
        }}
      />
      {plan && <PlanConflict plan={plan} mine={typed} proposal={proposal} onDiscard={onDiscard} />}
    </form>
  )
}

/** Installments and the fee of a proposal. */
function Terms({
  draft,
  fee,
  facts,
  problems,
  onDraft,
  onFee,
}: {
  draft: Draft
  fee: string
  facts: { readonly totalMinor: bigint; readonly currency: string; readonly today: string }
  problems: Readonly<Record<string, string>>
  onDraft: (draft: Draft) => void
  onFee: (fee: string) => void
}) {
  const { totalMinor, currency } = facts
  return (
    <>
      <section className="grid gap-3" aria-label="Schedule">
        <h2 className="text-13 font-semibold">
          Installments{' '}
          <span className="font-normal text-ink-3">{displayAmount(totalMinor, currency)} in all</span>
        </h2>
        <ScheduleEditor draft={draft} facts={facts} problems={problems} onChange={onDraft} />
      </section>
      <PlanFee
        value={fee}
        feeMinor={readFee(fee, totalMinor, currency)}
        first={rowsOf(draft, facts)[0]}
        facts={facts}
        problem={problems.fee}
        onChange={onFee}
      />
    </>
  )
}
