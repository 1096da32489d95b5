import { useId, useState } from 'react'
import type { z } from 'zod'
import { contract } from '../../../../contract/index.ts'
import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import { PLAN_INTERVAL_TEXTS, PLAN_SIGNER_MAX_LENGTH } from '../../../../domain/payment-plans/plan-terms.ts'
import { invalidateQuery } from '../../../session/calls/use-query.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { usePayer } from '../payer.ts'
import { ChoiceFeeNote } from '../plan-fee-note.tsx'
import { type AnswerFormProps, askForInvoiceAgain, problemOf } from './answer-form.ts'

export type PlanOffer = z.output<typeof contract.paymentPlans.readOffer.reply>
type Choice = PlanOffer['choices'][number]

/** Lets a payer choose one of the schedules that the company allows, and agree to it. */
export function PlanForm({ invoice, plans, onSent, onClose }: AnswerFormProps & { plans: PlanOffer }) {
  const id = useId()
  const payer = usePayer()
  const { choices, currency, total, fee } = plans
  const [wanted, setWanted] = useState({ interval: choices[0]!.interval, count: choices[0]!.count })
  const [name, setName] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  // The offer is read again when the amount owed has changed.
  const chosen =
    choices.find(({ interval, count }) => interval === wanted.interval && count === wanted.count) ??
    choices.find(({ interval }) => interval === wanted.interval) ??
    choices[0]!
  const intervals = [...new Set(choices.map(({ interval }) => interval))]
  const counts = choices.filter(({ interval }) => interval === chosen.interval)
  const sending = useSingleMutation({
    mutationFn: () =>
      payer.call(contract.paymentPlans.choose, {
        params: { invoice: invoice.pk },
        body: { interval: chosen.interval, count: chosen.count, total, name: name.trim(), agreed: true },
      }),
    onSuccess: ({ installments }) => {
      onSent({
        title: t('Your payment plan is agreed.'),
        text: agreedText(installments, payer.dateFormat),
      })
      payer.paid()
      askForInvoiceAgain()
      invalidateQuery('payment-options')
    },
    onError: () => {
      setAgreed(false)
      setPressed(false)
      invalidateQuery('payment-plan-offer')
    },
  })
  const problem = problemOf(sending.error, ['name', 'agreed', 'count', 'interval'])
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (name.trim() !== '' && agreed) sending.mutate()
      }}
    >
      {problem.form !== null && <Note tone="error">{problem.form}</Note>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('How often')}
          options={intervals.map((value) => ({ value, label: PLAN_INTERVAL_TEXTS[value] }))}
          value={chosen.interval}
          error={problem.of('interval')}
          onChange={(event) => {
            const interval = intervals.find((one) => one === event.target.value)
            if (interval) setWanted({ ...wanted, interval })
          }}
        />
        <Select
          label={countLabel(chosen)}
          options={counts.map((one) => ({ value: String(one.count), label: countText(one, currency) }))}
          value={String(chosen.count)}
          error={problem.of('count')}
          onChange={(event) => setWanted({ interval: chosen.interval, count: Number(event.target.value) })}
        />
      </div>
      <Schedule installments={chosen.installments} currency={currency} />
      <ChoiceFeeNote fee={fee} currency={currency} />
      <div className="rounded-10 bg-sunken p-4 text-14 whitespace-pre-line text-ink-2">
        {chosen.agreement_text}
      </div>
      <TextField
        label={t('Your name')}
        autoComplete="name"
        maxLength={PLAN_SIGNER_MAX_LENGTH}
        value={name}
        error={pressed && name.trim() === '' ? t('Enter your name.') : problem.of('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox
        label={t('I agree to this payment plan')}
        checked={agreed}
        error={pressed && !agreed ? t('Agree to the payment plan to continue.') : problem.of('agreed')}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogButtons
          label={t('Pay in {count, plural, one {# installment} other {# installments}}', {
            count: chosen.installments.length,
          })}
          busy={sending.isPending}
          form={id}
          onCancel={onClose}
        />
      </div>
    </form>
  )
}

const agreedText = (installments: Choice['installments'], dateFormat: DateFormat): string =>
  t(
    'The first of {count, plural, one {# payment} other {# payments}} is due {date}. No payment was taken now.',
    { count: installments.length, date: formatDate(installments[0]!.due_date, dateFormat) },
  )

const countLabel = ({ installments }: Choice): string =>
  installments.some((one) => one.down_payment) ? t('Payments after the down payment') : t('Payments')

/** '4 of $250.00': odd cents are in the earliest payments, so the last one is the usual one. */
const countText = ({ count, installments }: Choice, currency: string): string =>
  t('{count} of {amount}', { count, amount: moneyText(installments.at(-1)!.amount, currency) })

function Schedule({ installments, currency }: { installments: Choice['installments']; currency: string }) {
  const { dateFormat } = usePayer()
  return (
    <ol aria-label={t('Installments')} className="divide-y divide-line border-y border-line text-14">
      {installments.map((one) => (
        <li key={one.due_date + one.down_payment} className="flex justify-between gap-3 py-2">
          <span className="num">
            {formatDate(one.due_date, dateFormat)}
            {one.down_payment && <span className="text-ink-3"> {t('· down payment')}</span>}
          </span>
          <span className="num font-medium">{moneyText(one.amount, currency)}</span>
        </li>
      ))}
    </ol>
  )
}
