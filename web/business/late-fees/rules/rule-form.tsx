import { type ReactNode, useState } from 'react'
import { useAccount } from '../../../session/account-context.ts'
import { type FieldCheck, required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useGroups } from '../../customers/groups/use-groups.ts'
import { RuleConflict } from './rule-conflict.tsx'
import type { Covered } from './rule-differences.ts'
import { COMPOUNDS, KINDS, REPEATS } from './rule-options.ts'
import { RULE_FIELDS, type RuleField, type RuleValues, readForm, valuesOf } from './rule-values.ts'
import { everyoneText, type Rule, useRules } from './use-rules.ts'
import { useSavedRule } from './use-saved-rule.ts'
import { YearlyRate } from './yearly-rate.tsx'

const coversOptions = (isOnly: boolean) => [
  { value: 'everyone_else', label: everyoneText(isOnly) },
  { value: 'groups', label: 'Customer groups' },
]
const anything: FieldCheck = () => null
const CHECKS = Object.fromEntries(
  RULE_FIELDS.map((name) => [name, name === 'name' || name === 'line_text' ? required : anything]),
) as Record<RuleField, FieldCheck>

interface Props {
  readonly rule: Rule
  /** Called at every change. */
  readonly onType: (values: RuleValues) => void
  /** Called when what was typed is saved, or dropped for what somebody else saved. */
  readonly onSaved: () => void
  /** Shown between the fees and whom they are for. */
  readonly children: ReactNode
}

/** Edits a rule. A rule that is on charges by the new terms from its next fees on. */
export function RuleForm({ rule, onType, onSaved, children }: Props) {
  const { currency } = useAccount()
  const [covered, setCovered] = useState<Covered>(rule)
  const start = valuesOf(rule)
  const [values, setValues] = useState(start)
  const saving = useSavedRule(rule, onSaved)
  const { form, field, busy, problem } = usePlainForm<RuleField>({
    checks: CHECKS,
    async send(typed) {
      await saving.save({ values: typed, covered })
      return undefined
    },
  })
  const text = (
    name: RuleField,
    label: string,
    more?: { prefix?: string; suffix?: string; hint?: string },
  ) => <TextField label={label} defaultValue={start[name]} autoComplete="off" {...more} {...field(name)} />
  const choice = (name: RuleField, label: string, options: typeof KINDS) => (
    <Select label={label} options={options} defaultValue={start[name]} {...field(name)} />
  )
  const kind = values['terms.kind']
  const repeat = values['terms.repeat']
  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event)
        const typed = readForm(event.currentTarget)
        setValues(typed)
        onType(typed)
      }}
    >
      <Part title="Fee">
        {problem && <Note tone="error">{problem}</Note>}
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {choice('terms.kind', 'Fee', KINDS)}
          {kind !== 'percent' && text('terms.flat', 'Amount', { suffix: currency })}
          {kind !== 'flat' && text('terms.rate', 'Percentage', { suffix: '%' })}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {text('terms.grace_days', 'First fee', { suffix: 'days after the due date' })}
          {choice('terms.repeat', 'How often', REPEATS)}
          {repeat === 'days' && text('terms.every_days', 'Days between fees')}
          {repeat === 'monthly' &&
            text('terms.day_of_month', 'Day of the month', { hint: 'Empty for the day of the first fee' })}
          {repeat !== 'once' &&
            kind !== 'flat' &&
            choice('terms.compounds', 'Fees on earlier fees', COMPOUNDS)}
          {text('terms.min_remaining', 'Skip invoices under', { suffix: currency })}
        </div>
      </Part>
      <Part title="Caps" note="The lowest one wins">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {text('terms.cap', 'Most per invoice', { suffix: currency })}
          {text('terms.cap_rate', 'Most of the invoice total', { suffix: '%' })}
          {text('terms.yearly_cap_rate', 'Most in a year', { suffix: '%' })}
        </div>
        {kind !== 'flat' && <YearlyRate values={values} />}
      </Part>
      {children}
      <Part title="Applies to">
        <Covers rule={rule} chosen={covered} onChange={setCovered} />
      </Part>
      <Part title="On the invoice">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text('line_text', 'Line text', { hint: '{month} becomes the month of the fee' })}
          {text('item', 'Post to', { hint: 'Item of your accounting; empty for none' })}
        </div>
        {text('name', 'Name of the rule')}
      </Part>
      <div className="border-b border-line px-4 py-4 md:px-6">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
      <RuleConflict saving={saving} />
    </form>
  )
}

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section className="grid gap-4 border-b border-line px-4 py-5 md:px-6">
    <h2 className="text-13 font-semibold">
      {title} {note && <span className="font-normal text-ink-3">{note}</span>}
    </h2>
    {children}
  </section>
)

/** Everyone whose group has no rule, or the customers of groups. */
function Covers({
  rule,
  chosen: { covers, groups },
  onChange,
}: {
  rule: Rule
  chosen: Covered
  onChange: (chosen: Covered) => void
}) {
  const all = useGroups().data?.results ?? rule.groups
  const isOnly = useRules().data?.results.length === 1
  const withGroup = (group: Covered['groups'][number], isChosen: boolean) => [
    ...groups.filter(({ pk }) => pk !== group.pk),
    ...(isChosen ? [group] : []),
  ]
  return (
    <>
      <Select
        label="Customers"
        options={coversOptions(isOnly)}
        value={covers}
        onChange={(event) =>
          onChange({ covers: event.target.value === 'groups' ? 'groups' : 'everyone_else', groups })
        }
      />
      {covers === 'groups' && (
        <fieldset>
          <legend className="text-12 font-medium text-ink-2">Groups</legend>
          <div className="flex flex-wrap gap-x-6">
            {all.map(({ pk, name }) => (
              <Checkbox
                key={pk}
                label={name}
                checked={groups.some((group) => group.pk === pk)}
                onChange={(event) =>
                  onChange({ covers, groups: withGroup({ pk, name }, event.target.checked) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
