import { currencyDigits } from '../../../../domain/money/money.ts'
import { MAX_REPEATS } from '../../../../domain/reminders/flow.ts'
import { useAccount } from '../../../session/account-context.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { HOURS } from '../../../ui/text/hour-text.ts'
import { EmailFields } from './email-fields.tsx'
import type { StepValues } from './flow-values.ts'
import type { StepFormProps } from './step-form-props.ts'
import { StepKindChoice } from './step-kind-choice.tsx'
import { StepTime } from './step-time.tsx'
import { TextFields } from './text-fields.tsx'

/** Fields of one step: those of its kind, and those that every step has. */
export function StepForm({ editing, ...form }: StepFormProps) {
  const { currency } = useAccount()
  const { step } = form
  const error = (field: keyof StepValues) => editing.errors[`${step.id}.${field}`]
  /** A step that was a thank-you has no template yet. */
  const template = step.template || (form.templates[0]?.pk ?? '')
  const set = (values: Partial<StepValues>, field: keyof StepValues) =>
    editing.changeStep(step.id, values.anchor ? { template, ...values } : values, field)
  /** Props of a text field. */
  const text = (field: 'name' | 'repeatDays' | 'repeatTimes') => ({
    value: step[field],
    error: error(field),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }, field),
  })
  const fields = { ...form, error, set }
  return (
    <fieldset disabled={form.readOnly} className="grid min-w-0 gap-3">
      <legend className="sr-only">Step</legend>
      <StepKindChoice {...fields} />
      <TextField label={step.kind === 'task' ? 'What to do' : 'Name'} maxLength={80} {...text('name')} />
      <StepTime step={step} error={error} set={set} />
      <Select
        label="Hour"
        options={HOURS}
        value={String(step.hour)}
        error={error('hour')}
        onChange={(event) => set({ hour: Number(event.target.value) }, 'hour')}
      />
      {step.kind === 'email' ? <EmailFields {...fields} /> : <TextFields {...fields} />}
      {step.anchor !== 'paid' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label="Repeat every"
            suffix="days"
            placeholder="Never"
            inputMode="numeric"
            {...text('repeatDays')}
          />
          <TextField
            label="Repeat up to"
            suffix="times"
            placeholder={`0 to ${MAX_REPEATS}`}
            inputMode="numeric"
            {...text('repeatTimes')}
          />
        </div>
      )}
      <MoneyField
        label={step.anchor === 'paid' ? 'Only if at least this was paid' : 'Only if at least this remains'}
        decimals={currencyDigits(currency)}
        currency={currency}
        value={step.minRemaining}
        error={error('minRemaining')}
        onChange={(value) => set({ minRemaining: value }, 'minRemaining')}
      />
    </fieldset>
  )
}
