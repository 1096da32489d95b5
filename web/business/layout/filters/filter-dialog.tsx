import { useState } from 'react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { isPeriod, PERIOD_TEXTS, PERIODS } from '../../../../domain/dates/periods.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { lowerFirst } from '../../../ui/text/lower-first.ts'
import { type CustomerOption, loadCustomers } from '../../customer-options.ts'
import { type Condition, type FilterField, isAccepted } from './filter-field.ts'
import { operatorsOf } from './filter-words.ts'

const NEW: Readonly<Record<FilterField['kind'], Condition['operator']>> = {
  amount: 'gte',
  count: 'gte',
  days: 'gt',
  date: 'between',
  currency: 'eq',
  choice: 'eq',
  customer: 'eq',
}

/** Edits one condition of a list. The list changes only on Apply. */
export function FilterDialog({
  field,
  condition,
  customer,
  onApply,
  onClose,
}: {
  field: FilterField
  /** Null for a new one. */
  condition: Condition | null
  customer: CustomerOption | null
  /** Null removes the condition. */
  onApply: (condition: Condition | null) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<Condition>(
    condition ?? {
      operator: NEW[field.kind],
      isExcluded: false,
      value: field.kind === 'choice' ? (field.options?.[0]?.value ?? '') : '',
      until: '',
    },
  )
  const problem = problemOf(field, draft)
  const isEmpty = draft.value === '' && (draft.operator !== 'between' || draft.until === '')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`Filter by ${lowerFirst(field.label)}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="filter-form" disabled={problem !== null}>
            Apply
          </Button>
        </>
      }
    >
      <form
        id="filter-form"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (problem !== null) return
          onApply(isEmpty ? null : draft)
          onClose()
        }}
      >
        {!field.plain && <OperatorSelect field={field} draft={draft} onChange={setDraft} />}
        {!isPeriod(draft.value) && <Values {...{ field, draft, problem, customer }} onChange={setDraft} />}
        {!field.plain && draft.operator !== 'between' && !isPeriod(draft.value) && (
          <Checkbox
            label="Exclude what matches"
            checked={draft.isExcluded}
            onChange={({ currentTarget }) => setDraft({ ...draft, isExcluded: currentTarget.checked })}
          />
        )}
      </form>
    </Dialog>
  )
}

const MESSAGES: Readonly<Partial<Record<FilterField['kind'], string>>> = {
  amount: 'Enter a valid number.',
  count: 'Enter a whole number.',
  days: 'Enter a whole number of days.',
  currency: 'Enter a currency by its three letters, such as USD.',
}

function problemOf(field: FilterField, { operator, value, until }: Condition): string | null {
  if (isPeriod(value)) return null
  const wrong = [value, operator === 'between' ? until : ''].some(
    (text) => text !== '' && !isAccepted(field, text),
  )
  if (wrong) return MESSAGES[field.kind] ?? 'Choose a value.'
  if (operator !== 'between' || value === '' || until === '') return null
  if (field.kind === 'date') return until < value ? 'This date is before the start date.' : null
  // not money: only the order of two bounds.
  return Number(until) < Number(value) ? 'This is less than the first value.' : null
}

const PERIOD = 'period:'

/** How the field is compared; for dates also by a period, which moves with the calendar. */
function OperatorSelect({
  field,
  draft,
  onChange,
}: {
  field: FilterField
  draft: Condition
  onChange: (draft: Condition) => void
}) {
  const isDate = field.kind === 'date'
  const isRange = isDate || field.kind === 'amount' || field.kind === 'count' || field.kind === 'days'
  const choose = (chosen: string) => {
    const value = isPeriod(draft.value) ? '' : draft.value
    if (chosen.startsWith(PERIOD))
      onChange({ operator: 'eq', isExcluded: false, value: chosen.slice(PERIOD.length), until: '' })
    else
      onChange({
        ...draft,
        value,
        operator: chosen as Condition['operator'],
        isExcluded: chosen !== 'between' && draft.isExcluded,
      })
  }
  return (
    <Select
      label="Condition"
      value={isPeriod(draft.value) ? `${PERIOD}${draft.value}` : draft.operator}
      onChange={(event) => choose(event.target.value)}
      options={[
        ...(isDate ? [{ value: 'between', label: 'from … until' }] : []),
        ...operatorsOf(field.kind).map(([value, label]) => ({ value, label })),
        ...(isRange && !isDate ? [{ value: 'between', label: 'from … to' }] : []),
        ...(isDate
          ? PERIODS.map((period) => ({ value: `${PERIOD}${period}`, label: PERIOD_TEXTS[period] }))
          : []),
      ]}
    />
  )
}

interface ValueProps {
  readonly field: FilterField
  readonly draft: Condition
  readonly problem: string | null
  readonly customer: CustomerOption | null
  readonly onChange: (draft: Condition) => void
}

function Values({ field, draft, problem, customer, onChange }: ValueProps) {
  const { kind, label, chip = label } = field
  const setValue = (value: string) => onChange({ ...draft, value })
  if (kind === 'customer') return <CustomerValue {...{ customer }} onChange={setValue} />
  if (kind === 'choice')
    return (
      <Select
        label={label}
        value={draft.value}
        onChange={(event) => setValue(event.target.value)}
        options={field.options ?? []}
      />
    )
  if (draft.operator !== 'between')
    return <OneValue {...{ kind, problem }} label={label} value={draft.value} onChange={setValue} />
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <OneValue kind={kind} label={`${chip} from`} value={draft.value} problem={null} onChange={setValue} />
      <OneValue
        {...{ kind, problem }}
        label={`${chip} until`}
        value={draft.until}
        onChange={(until) => onChange({ ...draft, until })}
      />
    </div>
  )
}

function OneValue({
  kind,
  label,
  value,
  problem,
  onChange,
}: {
  kind: FilterField['kind']
  label: string
  value: string
  problem: string | null
  onChange: (value: string) => void
}) {
  const { date_format } = useAccount()
  if (kind === 'amount') return <MoneyField label={label} value={value} onChange={onChange} error={problem} />
  if (kind === 'date')
    return (
      <DateField
        label={label}
        formatDate={(iso) => formatDate(iso, date_format)}
        value={value}
        onChange={onChange}
        error={problem}
      />
    )
  const isCurrency = kind === 'currency'
  return (
    <TextField
      label={label}
      inputMode={isCurrency ? 'text' : 'numeric'}
      maxLength={isCurrency ? 3 : 5}
      value={value}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim()
        onChange(isCurrency ? text.toUpperCase() : text)
      }}
      error={problem}
    />
  )
}

function CustomerValue({
  customer,
  onChange,
}: {
  customer: CustomerOption | null
  onChange: (id: string) => void
}) {
  const account = useAccount()
  const call = useCall()
  const [chosen, setChosen] = useState(customer)
  return (
    <Combobox
      label="Customer"
      value={chosen}
      onChange={(option) => {
        setChosen(option)
        onChange(option?.id ?? '')
      }}
      load={loadCustomers(call, account.pk, { activeOnly: false })}
    />
  )
}
