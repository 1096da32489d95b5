import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { SenderFields } from '../senders/sender-fields.tsx'
import { TEMPLATES_PATH } from '../templates/use-templates.ts'
import type { StepFieldsProps } from './step-form-props.ts'

const EDIT_TEMPLATES = (
  <Link href={TEMPLATES_PATH} className="link-quiet text-12 text-ink-3 hover:text-ink">
    Edit templates
  </Link>
)

/** Fields of a step that emails the customer. */
export const EmailFields = ({ step, templates, readOnly, error, set }: StepFieldsProps) => (
  <>
    {step.anchor === 'paid' ? (
      <ThanksText readOnly={readOnly} />
    ) : (
      <Select
        label="Template"
        aside={!readOnly && EDIT_TEMPLATES}
        options={templates.map(({ pk, name }) => ({ value: pk, label: name }))}
        value={step.template}
        error={error('template')}
        onChange={(event) => set({ template: event.target.value }, 'template')}
      />
    )}
    <SenderFields step={step} error={error} set={set} />
    <TextField
      label="Copies to"
      optional
      hint="Up to five addresses, separated by commas"
      inputMode="email"
      autoComplete="off"
      value={step.copies}
      error={error('copies')}
      onChange={(event) => set({ copies: event.target.value }, 'copies')}
    />
    {step.anchor !== 'paid' && (
      <Checkbox
        label="Attach the invoice PDF"
        checked={step.attachPdf}
        onChange={(event) => set({ attachPdf: event.target.checked }, 'attachPdf')}
      />
    )}
  </>
)

/** Says where the text of a thank-you is. Every thank-you of the account has the same one. */
const ThanksText = ({ readOnly }: { readOnly: boolean }) => (
  <p className="flex items-baseline justify-between gap-3">
    <span>
      Sends the text <b className="font-semibold">Thank you</b>
    </span>
    {!readOnly && EDIT_TEMPLATES}
  </p>
)
