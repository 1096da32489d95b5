import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { RULE_FIELDS, type RuleField, termsOf, valuesOf } from './rule-values.ts'
import type { Rule } from './use-rules.ts'

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
const COVERS = [
  { value: 'everyone_else', label: 'Everyone else' },
  { value: 'groups', label: 'Customer groups' },
]
const anything: FieldCheck = () => null
const CHECKS = Object.fromEntries(
  RULE_FIELDS.map((name) => [name, name === 'name' || name === 'line_text' ? required : anything]),
) as Record<RuleField, FieldCheck>

/** Edits a rule. A rule that is on charges by the new terms from its next fees on. */
export function RuleForm({ rule }: { rule: Rule }) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [covers, setCovers] = useState(rule.covers)
  const [groups, setGroups] = useState<readonly string[]>(rule.groups.map((group) => group.pk))
  const start = valuesOf(rule)
  const { form, field, busy, problem } = usePlainForm<RuleField>({
    checks: CHECKS,
    async send(values) {
      const saved = await call(contract.lateFeeRules.update, {
        params: { account: pk, rule: rule.pk },
        body: {
          revision: rule.revision,
          name: values.name,
          covers,
          groups: [...groups],
          terms: termsOf(values),
          line_text: values.line_text,
          item: values.item,
        },
      })
      toast({ title: 'Rule saved', body: saved.sentence, tone: 'success' })
      queries.setQueryData([pk, 'late-fee-rule', rule.pk], saved)
      await queries.invalidateQueries({ queryKey: [pk, 'late-fee-rules'] })
      return undefined
    },
  })
  const text = (name: RuleField, label: string, suffix?: string) => (
    <TextField
      label={label}
      defaultValue={start[name]}
      autoComplete="off"
      {...(suffix !== undefined && { suffix })}
      {...field(name)}
    />
  )
  return (
    <form {...form} className="grid gap-4 border-b border-line px-4 py-5 md:px-6">
      {problem && <Note tone="error">{problem}</Note>}
      {text('name', 'Name')}
      <div className="grid gap-4 sm:grid-cols-3">
        <Select label="Fee" options={KINDS} defaultValue={start['terms.kind']} {...field('terms.kind')} />
        {text('terms.flat', 'Amount')}
        {text('terms.rate', 'Percentage', '%')}
        {text('terms.grace_days', 'Days after the due date')}
        <Select
          label="How often"
          options={REPEATS}
          defaultValue={start['terms.repeat']}
          {...field('terms.repeat')}
        />
        <Select
          label="Fees on earlier fees"
          options={COMPOUNDS}
          defaultValue={start['terms.compounds']}
          {...field('terms.compounds')}
        />
        {text('terms.every_days', 'Days between fees')}
        {text('terms.day_of_month', 'Day of the month')}
        {text('terms.min_remaining', 'Skip invoices under')}
        {text('terms.cap', 'Most per invoice')}
        {text('terms.cap_rate', 'Most of the invoice total', '%')}
        {text('terms.yearly_cap_rate', 'Most in a year', '%')}
      </div>
      <Select
        label="Applies to"
        options={COVERS}
        value={covers}
        onChange={(event) => setCovers(event.target.value === 'groups' ? 'groups' : 'everyone_else')}
      />
      {covers === 'groups' && <GroupBoxes rule={rule} chosen={groups} onChange={setGroups} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('line_text', 'Line text')}
        {text('item', 'Post to')}
      </div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}

function GroupBoxes({
  rule,
  chosen,
  onChange,
}: {
  rule: Rule
  chosen: readonly string[]
  onChange: (groups: readonly string[]) => void
}) {
  const groups = useGroups().data?.results ?? rule.groups
  return (
    <fieldset>
      <legend className="text-12 font-medium text-ink-2">Groups</legend>
      <div className="flex flex-wrap gap-x-6">
        {groups.map(({ pk, name }) => (
          <Checkbox
            key={pk}
            label={name}
            checked={chosen.includes(pk)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, pk] : chosen.filter((one) => one !== pk))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
