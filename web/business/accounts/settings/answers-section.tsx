import type { UseFormReturn } from 'react-hook-form'
import { Select } from '../../../ui/fields/select.tsx'
import type { PaymentForm } from './payment-form.ts'
import { PaymentSwitch } from './payment-switch.tsx'
import { SettingsSection } from './settings-layout.tsx'

const PROMISE_DAYS = [7, 14, 30, 60, 90]

/** Ranges to choose from, with the present one. */
const promiseDays = (present: number) =>
  [...new Set([...PROMISE_DAYS, present])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: `${days} ${days === 1 ? 'day' : 'days'} ahead` }))

/** Answers that customers can give on the page of an invoice instead of paying it. */
export function AnswersSection({
  form,
  days,
  disabled,
}: {
  form: UseFormReturn<PaymentForm>
  /** Days ahead that customers can promise now. */
  days: number
  disabled: boolean
}) {
  return (
    <SettingsSection
      title="Customers who can’t pay now"
      description="Choose what customers can tell you when they view an invoice. Each answer opens a task and pauses reminders."
    >
      <PaymentSwitch
        form={form}
        name="customers_may_promise"
        label="Let customers promise a day"
        disabled={disabled}
      />
      <Select
        label="Latest day"
        className="max-w-48"
        disabled={disabled}
        options={promiseDays(days)}
        error={form.formState.errors.promise_max_days?.message}
        {...form.register('promise_max_days')}
      />
      <PaymentSwitch
        form={form}
        name="customers_may_dispute"
        label="Let customers say that something is wrong"
        disabled={disabled}
      />
    </SettingsSection>
  )
}
