import { CalendarRange } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { displayAmount } from '../../../domain/money/money.ts'
import { PLAN_TEXT_MAX_LENGTH } from '../../../domain/payment-plans/plan-terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { placeErrors } from '../../session/forms/place-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { minorOf } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { paymentPlanPath } from '../paths.ts'
import { InvoiceChoice, InvoiceLine, type PlannedInvoice } from './invoice-choice.tsx'
import { PlanFee } from './plan-fee.tsx'
import { KeptProposal, ProposeButton } from './proposal-parts.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'
import { type Draft, draftOf, newDraft, readFee, rowsOf, sumOf } from './schedule-values.ts'
import type { OpenInvoice } from './use-open-invoices.ts'
import { type Plan, usePlanChanged } from './use-plans.ts'

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

/** Changes a proposal. */
export const ChangeForm = ({ plan, today }: { plan: Plan; today: string }) => (
  <PlanForm
    plan={plan}
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

function PlanForm({
  plan,
  invoices,
  today,
  choice,
  onRestore,
}: {
  plan: Plan | null
  invoices: readonly PlannedInvoice[]
  today: string
  choice: ReactNode
  /** Called with the ids that were chosen before a session ended. */
  onRestore?: (invoices: readonly string[]) => void
}) {
  const account = useAccount()
  const [draft, setDraft] = useState<Draft>(() => (plan ? draftOf(plan) : newDraft(today)))
  const [message, setMessage] = useState(plan?.message ?? '')
  const [fee, setFee] = useState(plan && minorOf(plan.fee, plan.currency) > 0n ? plan.fee : '')
  const [email, setEmail] = useState(true)
  const [isTouched, setTouched] = useState(false)
  const currency = invoices[0]?.currency ?? account.currency
  const totalMinor = invoices.reduce((sum, one) => sum + minorOf(one.remaining, one.currency), 0n)
  const facts = { totalMinor, currency, today }
  const rows = rowsOf(draft, facts)
  const body = {
    installments: rows.map(({ due, amount, isDown }) => ({ due_date: due, amount, down_payment: isDown })),
    message,
    fee,
    email,
  }
  const saving = useSaving(plan, invoices, body, () => setTouched(false))
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
      onInput={() => setTouched(true)}
      className="grid max-w-220 gap-6 px-4 py-5 md:px-6"
    >
      {choice}
      {invoices.length > 0 && (
        <Terms
          draft={draft}
          fee={fee}
          facts={facts}
          problems={placed?.fields ?? {}}
          onDraft={(next) => {
            setTouched(true)
            setDraft(next)
          }}
          onFee={(next) => {
            setTouched(true)
            setFee(next)
          }}
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
        atRisk={() => isTouched && saving.data === undefined}
        typed={{ draft, message, fee, email, invoices: invoices.map(({ pk }) => pk) }}
        onRestore={(typed) => {
          setDraft(typed.draft)
          setMessage(typed.message)
          setFee(typed.fee)
          setEmail(typed.email)
          setTouched(true)
          onRestore?.(typed.invoices)
        }}
      />
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

interface ProposalBody {
  readonly installments: { due_date: string; amount: string; down_payment: boolean }[]
  readonly message: string
  readonly fee: string
  readonly email: boolean
}

/** Saves a new or a changed proposal, and opens its page. */
function useSaving(
  plan: Plan | null,
  invoices: readonly PlannedInvoice[],
  body: ProposalBody,
  onSaved: () => void,
) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const navigate = useNavigateTo()
  const changed = usePlanChanged()
  return useSingleMutation({
    mutationFn: () =>
      plan
        ? call(contract.paymentPlans.update, {
            params: { account: account.pk, plan: plan.pk },
            body: { ...body, revision: plan.revision },
          })
        : call(contract.paymentPlans.propose, {
            params: { account: account.pk },
            body: { ...body, invoices: invoices.map(({ pk }) => pk) },
          }),
    onSuccess: async (saved) => {
      onSaved()
      toast({
        title: plan ? 'Proposal changed' : 'Payment plan proposed',
        body: body.email
          ? `${saved.customer.short_name} got an email with a link to confirm it.`
          : 'Nobody was emailed. Copy the link and hand it over.',
        tone: 'success',
      })
      await changed(saved)
      navigate(paymentPlanPath(saved.pk))
    },
  })
}
