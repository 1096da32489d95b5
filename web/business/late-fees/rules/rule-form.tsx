import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { type FieldCheck, required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { useGroups } from '../../customers/groups/use-groups.ts'
import { RULE_FIELDS, type RuleField, type RuleValues, readForm, termsOf, valuesOf } from './rule-values.ts'
import { everyoneText, type Rule, useRules } from './use-rules.ts'
import { YearlyRate } from './yearly-rate.tsx'

const KINDS = [
  { value: 'percent', label: 'A percentage of what remains' },
  { value: 'flat', label: 'An amount' },
  { value: 'both', label: 'An amount and a percentage' },
  { value: 'higher', label: 'The higher of an amount and a percentage' },
]
const REPEATS = [
  { value: 'once', label: 'Once' },
  { value: 'days', label: 'Every number of days' },
  { value: 'monthly', label: 'Each month' },
]
const COMPOUNDS = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes, on top of earlier fees' },
]
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
  /** Shown between the fees and whom they are for. */
  readonly children: ReactNode
}

/** Edits a rule. A rule that is on charges by the new terms from its next fees on. */
export function RuleForm({ rule, onType, children }: Props) {
  const { pk, currency } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>({
    covers: rule.covers,
    groups: rule.groups.map((group) => group.pk),
  })
  const start = valuesOf(rule)
  const [values, setValues] = useState(start)
  const { form, field, busy, problem } = usePlainForm<RuleField>({
    checks: CHECKS,
    async send(sent) {
      const saved = await call(contract.lateFeeRules.update, {
        params: { account: pk, rule: rule.pk },
        body: {
          revision: rule.revision,
          name: sent.name,
          covers: chosen.covers,
          groups: [...chosen.groups],
          terms: termsOf(sent),
          line_text: sent.line_text,
          item: sent.item,
        },
      })
      toast({ title: 'Rule saved', body: saved.sentence, tone: 'success' })
      queries.setQueryData([pk, 'late-fee-rule', rule.pk], saved)
      await queries.invalidateQueries({ queryKey: [pk, 'late-fee-rules'] })
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
        <Covers rule={rule} chosen={chosen} onChange={setChosen} />
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

interface Chosen {
  readonly covers: Rule['covers']
  readonly groups: readonly string[]
}

/** Everyone whose group has no rule, or the customers of groups. */
function Covers({
  rule,
  chosen: { covers, groups },
  onChange,
}: {
  rule: Rule
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}) {
  const all = useGroups().data?.results ?? rule.groups
  const isOnly = useRules().data?.results.length === 1
  const withGroup = (pk: string, isChosen: boolean) =>
    isChosen ? [...groups, pk] : groups.filter((one) => one !== pk)
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
                checked={groups.includes(pk)}
                onChange={(event) => onChange({ covers, groups: withGroup(pk, event.target.checked) })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
