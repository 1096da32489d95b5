import { currencyDigits } from '../../../../domain/money/money.ts'
import { MAX_REPEATS } from '../../../../domain/reminders/flow.ts'
import { useAccount } from '../../../session/account-context.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { TEMPLATES_PATH, type Template } from '../templates/use-templates.ts'
import type { StepValues } from './flow-values.ts'
import { StepTime } from './step-time.tsx'
import { hourText } from './step-words.ts'
import type { FlowEditing } from './use-flow-editing.ts'

export interface StepFormProps {
  editing: FlowEditing
  step: StepValues
  templates: readonly Template[]
  readOnly: boolean
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))
const EDIT_TEMPLATES = (
  <Link href={TEMPLATES_PATH} className="link-quiet text-12 text-ink-3 hover:text-ink">
    Edit templates
  </Link>
)

/** Fields of one step. */
export function StepForm({ editing, step, templates, readOnly }: StepFormProps) {
  const { currency } = useAccount()
  const error = (field: keyof StepValues) => editing.errors[`${step.id}.${field}`]
  const set = (values: Partial<StepValues>, field: keyof StepValues) =>
    editing.changeStep(step.id, values, field)
  /** Props of a text field. */
  const text = (field: 'name' | 'repeatDays' | 'repeatTimes' | 'copies') => ({
    value: step[field],
    error: error(field),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }, field),
  })
  return (
    <fieldset disabled={readOnly} className="grid min-w-0 gap-3">
      <legend className="sr-only">Step</legend>
      <TextField label="Name" maxLength={80} {...text('name')} />
      <StepTime step={step} error={error} set={set} />
      <div className="grid grid-cols-2 items-start gap-3">
        <Select
          label="Hour"
          options={HOURS}
          value={String(step.hour)}
          error={error('hour')}
          onChange={(event) => set({ hour: Number(event.target.value) }, 'hour')}
        />
        <Select
          label="Template"
          aside={!readOnly && EDIT_TEMPLATES}
          options={templates.map(({ pk, name }) => ({ value: pk, label: name }))}
          value={step.template}
          error={error('template')}
          onChange={(event) => set({ template: event.target.value }, 'template')}
        />
      </div>
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
      <MoneyField
        label="Only if at least this remains"
        decimals={currencyDigits(currency)}
        currency={currency}
        value={step.minRemaining}
        error={error('minRemaining')}
        onChange={(value) => set({ minRemaining: value }, 'minRemaining')}
      />
      <TextField
        label="Copies to"
        optional
        hint="Up to five addresses, separated by commas"
        inputMode="email"
        {...text('copies')}
      />
      <Checkbox
        label="Attach the invoice PDF"
        checked={step.attachPdf}
        onChange={(event) => set({ attachPdf: event.target.checked }, 'attachPdf')}
      />
    </fieldset>
  )
}
