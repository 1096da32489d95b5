import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { PLAN_INTERVAL_TEXTS, PLAN_INTERVALS } from '../../../domain/payment-plans/plan-terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { placeErrors } from '../../session/forms/place-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldNote } from '../../ui/fields/field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { type Policy, usePolicy } from './use-plans.ts'

/** Changes which plans customers may choose by themselves, and what follows a missed installment. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const policy = usePolicy()
  if (policy.data) return <PolicyForm policy={policy.data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title="Payment plan policy">
      {policy.error ? (
        <Note tone="error" onRetry={policy.refetch} retrying={policy.isFetching}>
          {policy.error.message}
        </Note>
      ) : (
        <Skeleton className="h-60" />
      )}
    </Dialog>
  )
}

const FIELDS = [
  'fee',
  'min_amount',
  'max_installments',
  'max_days',
  'down_payment_percent',
  'grace_days',
] as const
type PolicyField = (typeof FIELDS)[number]

/** A whole number, or something that the server refuses beside the field. */
const wholeOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

function PolicyForm({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [texts, setTexts] = useState<Record<PolicyField, string>>({
    fee: policy.fee,
    min_amount: policy.min_amount,
    max_installments: String(policy.max_installments),
    max_days: String(policy.max_days),
    down_payment_percent: String(policy.down_payment_percent),
    grace_days: String(policy.grace_days),
  })
  const [mayChoose, setMayChoose] = useState(policy.customers_may_choose)
  const [intervals, setIntervals] = useState<readonly string[]>(policy.intervals)
  const saving = useSingleMutation({
    mutationFn: () =>
      call(contract.paymentPlans.updatePolicy, {
        params: { account: account.pk },
        body: {
          customers_may_choose: mayChoose,
          min_amount: texts.min_amount.trim() || '0',
          max_installments: wholeOf(texts.max_installments),
          max_days: wholeOf(texts.max_days),
          down_payment_percent: wholeOf(texts.down_payment_percent),
          grace_days: wholeOf(texts.grace_days),
          fee: texts.fee.trim(),
          intervals: PLAN_INTERVALS.filter((one) => intervals.includes(one)),
        },
      }),
    onSuccess: (saved) => {
      queries.setQueryData([account.pk, 'payment-plan-policy'], saved)
      toast({ title: 'Policy saved', tone: 'success' })
      onClose()
    },
  })
  const isField = (name: string) => name === 'intervals' || FIELDS.some((field) => field === name)
  const problems = saving.error && placeErrors(saving.error, isField)
  const text = (name: PolicyField, label: string, more: { suffix: string; hint?: string }) => (
    <TextField
      label={label}
      inputMode={name === 'min_amount' || name === 'fee' ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={texts[name]}
      error={problems?.fields[name]}
      onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
      {...more}
    />
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Payment plan policy"
      description="Existing plans don’t change."
      locked={saving.isPending}
      footer={
        <DialogButtons
          label="Save policy"
          busy={saving.isPending}
          onPress={() => saving.mutate()}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-4">
        {problems && <Note tone="error">{problems.message}</Note>}
        {text('grace_days', 'A plan defaults after', {
          suffix: 'days',
          hint: 'Counted from the due date of an installment that was not paid.',
        })}
        <Switch
          label="Customers may choose a plan themselves"
          description="On the page of the invoice, within these limits"
          checked={mayChoose}
          onChange={setMayChoose}
        />
        {mayChoose && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {text('min_amount', 'At least owed', { suffix: account.currency })}
            {text('down_payment_percent', 'Down payment', { suffix: '%', hint: '0 for none' })}
            {text('max_installments', 'Most installments', { suffix: 'with the down payment' })}
            {text('max_days', 'Last installment within', { suffix: 'days' })}
            {text('fee', 'Fee for the plan', {
              suffix: account.currency,
              hint: 'Added to the first installment and owed once they agree. 0 for none.',
            })}
            <Intervals chosen={intervals} error={problems?.fields.intervals} onChange={setIntervals} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Intervals({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-12 font-medium text-ink-2">How often</legend>
      <div className="flex flex-wrap gap-x-6">
        {PLAN_INTERVALS.map((interval) => (
          <Checkbox
            key={interval}
            label={PLAN_INTERVAL_TEXTS[interval]}
            checked={chosen.includes(interval)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, interval] : chosen.filter((one) => one !== interval))
            }
          />
        ))}
      </div>
      <FieldNote id="intervals-note" error={error} />
    </fieldset>
  )
}
