import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatDate, isCalendarDate, weekday } from '../../../../domain/dates/calendar.ts'
import {
  dueDate,
  PAYMENT_TERM_LABELS,
  PAYMENT_TERMS,
  type PaymentTerms,
} from '../../../../domain/dates/terms.ts'
import { useAccount } from '../../../session/account-context.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DraftValues } from './draft-values.ts'

type Form = UseFormReturn<DraftValues>

/** Sets the terms and the due date that results from them. */
export function setTerms(form: Form, terms: PaymentTerms): void {
  form.setValue('terms', terms)
  followTerms(form)
}

function followTerms(form: Form): void {
  const { invoice_date, terms } = form.getValues()
  const due = isCalendarDate(invoice_date) ? dueDate(invoice_date, terms) : null
  if (due === null) return
  form.setValue('due_date', due)
  form.clearErrors('due_date')
}

const SUNDAY = 0
const SATURDAY = 6

function weekendText(date: string): string | undefined {
  if (!isCalendarDate(date)) return undefined
  const day = weekday(date)
  if (day === SUNDAY) return 'This is a Sunday.'
  return day === SATURDAY ? 'This is a Saturday.' : undefined
}

/** Number, dates and terms. Editing the due date makes the terms custom. */
export function EditorDetails({ form, issued }: { form: Form; issued: boolean }) {
  const account = useAccount()
  const { errors } = form.formState
  const weekend = weekendText(form.watch('due_date'))
  const written = (iso: string): string => (isCalendarDate(iso) ? formatDate(iso, account.date_format) : '')
  return (
    <section aria-label="Details" className="@container border-b border-line p-4 md:px-6">
      <div className="grid gap-3 @xs:grid-cols-2 @md:grid-cols-4">
        <TextField
          label="Number"
          maxLength={40}
          readOnly={issued}
          autoComplete="off"
          hint={issued ? 'Can’t be changed after sending.' : undefined}
          error={errors.number?.message}
          {...form.register('number')}
        />
        <Controller
          control={form.control}
          name="invoice_date"
          render={({ field, fieldState }) => (
            <DateField
              label="Invoice date"
              value={field.value}
              formatDate={written}
              error={fieldState.error?.message}
              onChange={(date) => {
                field.onChange(date)
                followTerms(form)
              }}
            />
          )}
        />
        <Controller
          control={form.control}
          name="terms"
          render={({ field, fieldState }) => (
            <Select
              label="Terms"
              value={field.value}
              error={fieldState.error?.message}
              onChange={(event) => setTerms(form, event.target.value as PaymentTerms)}
              options={PAYMENT_TERMS.map((terms) => ({ value: terms, label: PAYMENT_TERM_LABELS[terms] }))}
            />
          )}
        />
        <Controller
          control={form.control}
          name="due_date"
          render={({ field, fieldState }) => (
            <DateField
              label="Due date"
              value={field.value}
              formatDate={written}
              hint={weekend && <span className="text-soon">{weekend}</span>}
              error={fieldState.error?.message}
              onChange={(date) => {
                field.onChange(date)
                form.setValue('terms', 'custom')
              }}
            />
          )}
        />
      </div>
    </section>
  )
}
