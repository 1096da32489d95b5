import { useId, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import {
  ANSWER_TEXT_MAX_LENGTH,
  DISPUTE_REASON_TEXTS,
  DISPUTE_REASONS,
  type DisputeReason,
} from '../../../../domain/invoices/answers.ts'
import { currencyDigits } from '../../../../domain/money/money.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RadioTiles } from '../../../ui/fields/radio-tiles.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { t } from '../../../ui/language/text.ts'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { usePayer } from '../payer.ts'
import { type AnswerFormProps, askForInvoiceAgain, problemOf } from './answer-form.ts'

const REASONS = DISPUTE_REASONS.map((value) => ({ value, label: DISPUTE_REASON_TEXTS[value] }))

/** Reasons that may concern a part of the invoice. */
const IN_PART: readonly (DisputeReason | null)[] = ['wrong_amount', 'not_received']

/** Fields in which a payer says what is wrong with the invoice. */
export function DisputeForm({ invoice, onSent, onClose }: AnswerFormProps) {
  const id = useId()
  const { call } = usePayer()
  const [reason, setReason] = useState<DisputeReason | null>(null)
  const [amount, setAmount] = useState('')
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const needsText = reason === 'other' && text.trim() === ''
  const sending = useSingleMutation({
    mutationFn: () =>
      call(contract.answers.dispute, {
        params: { invoice: invoice.pk },
        body: {
          reason: reason!,
          text: text.trim(),
          amount: amount !== '' && IN_PART.includes(reason) ? amount : null,
        },
      }),
    onSuccess: () => {
      onSent({
        title: t('Thank you. We’re looking into it.'),
        text: t('We don’t remind you of what is wrong meanwhile, and will get back to you.'),
      })
      askForInvoiceAgain()
    },
  })
  const problem = problemOf(sending.error, ['reason', 'text', 'amount'])
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (reason !== null && !needsText) sending.mutate()
      }}
    >
      {problem.form !== null && <Note tone="error">{problem.form}</Note>}
      <RadioTiles
        legend={t('What is wrong?')}
        options={REASONS}
        value={reason}
        onChange={setReason}
        error={checked && reason === null ? t('Choose a reason.') : problem.of('reason')}
      />
      {IN_PART.includes(reason) && (
        <MoneyField
          label={t('How much of it is wrong?')}
          optional
          hint={t('Empty means all of it.')}
          currency={invoice.currency}
          decimals={currencyDigits(invoice.currency)}
          value={amount}
          onChange={setAmount}
          error={problem.of('amount')}
        />
      )}
      <TextArea
        label={t('Tell us more')}
        optional={reason !== 'other'}
        maxLength={ANSWER_TEXT_MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={checked && needsText ? t('Tell us what is wrong.') : problem.of('text')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogButtons label={t('Send message')} busy={sending.isPending} form={id} onCancel={onClose} />
      </div>
    </form>
  )
}
