import { useId, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { ANSWER_NOTE_MAX_LENGTH } from '../../../../domain/invoices/answers.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { usePayer } from '../payer.ts'
import { type AnswerFormProps, askForInvoiceAgain, problemOf } from './answer-form.ts'

/** A payer's day, and a message with it. */
export function PromiseForm({ invoice, offer, onSent, onClose }: AnswerFormProps) {
  const id = useId()
  const { call, dateFormat } = usePayer()
  const [day, setDay] = useState('')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const written = (date: string): string => formatDate(date, dateFormat)
  const sending = useSingleMutation({
    mutationFn: () =>
      call(contract.answers.promise, {
        params: { invoice: invoice.pk },
        body: { promised_on: day, note: note.trim() },
      }),
    onSuccess: () => {
      onSent({
        title: t('Thank you. We expect your payment by {date}.', { date: written(day) }),
        text: t('We pause reminders until then. This page keeps working, so you can pay at any time.'),
      })
      askForInvoiceAgain()
    },
  })
  const problem = problemOf(sending.error, ['promised_on', 'note'])
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(day === '')
        if (day !== '') sending.mutate()
      }}
    >
      {problem.form !== null && <Note tone="error">{problem.form}</Note>}
      <DateField
        label={t('When will you pay?')}
        value={day}
        onChange={setDay}
        min={offer.first_day}
        max={offer.last_day}
        formatDate={written}
        hint={t('Up to {date}. Automatic payments don’t change.', { date: written(offer.last_day) })}
        error={missing && day === '' ? t('Choose a day.') : problem.of('promised_on')}
      />
      <TextArea
        label={t('Message')}
        optional
        rows={2}
        maxLength={ANSWER_NOTE_MAX_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={problem.of('note')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogButtons label={t('Send date')} busy={sending.isPending} form={id} onCancel={onClose} />
      </div>
    </form>
  )
}
