import { useState } from 'react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS, AGING_DESCRIPTIONS } from '../../../../domain/invoices/aging.ts'
import { parseAmount } from '../../../../domain/money/money.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { type CustomerOption, loadCustomers } from '../../customer-options.ts'
import type { ListSearch } from '../../list-search.ts'
import type { FilterId } from './invoice-filters.ts'

type Changes = Record<string, string | undefined>

const TITLES: Readonly<Record<FilterId, string>> = {
  remaining: 'Filter by remaining amount',
  overdue: 'Filter by days overdue',
  due: 'Filter by due date',
  dated: 'Filter by invoice date',
  customer: 'Filter by customer',
  aging: 'Filter by age',
  currency: 'Filter by currency',
}

/** Edits one filter of the list. The list changes only on Apply. */
export function FilterDialog({
  filter,
  search,
  customer,
  onApply,
  onClose,
}: {
  filter: FilterId
  search: ListSearch
  customer: CustomerOption | null
  onApply: (changes: Changes) => void
  onClose: () => void
}) {
  const account = useAccount()
  const [changes, setChanges] = useState<Changes>({})
  const value = (name: string): string => (name in changes ? changes[name] : search[name]) ?? ''
  const set = (name: string, text: string) => setChanges({ ...changes, [name]: text })
  const problem = problemOf(filter, value, account.currency)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={TITLES[filter]}
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
          onApply(changes)
          onClose()
        }}
      >
        <Fields {...{ filter, value, set, problem, customer }} />
      </form>
    </Dialog>
  )
}

const SPANS = {
  due: { name: 'Due', params: ['filter_due_date_gte', 'filter_due_date_lte'] },
  dated: { name: 'Dated', params: ['filter_invoice_date_gte', 'filter_invoice_date_lte'] },
} as const
const isSpan = (filter: FilterId): filter is keyof typeof SPANS => filter in SPANS

function problemOf(filter: FilterId, value: (name: string) => string, currency: string): string | null {
  if (filter === 'remaining') {
    const typed = value('filter_remaining_gte')
    return typed === '' || parseAmount(typed, currency).ok ? null : 'Enter a valid number.'
  }
  if (filter === 'overdue') {
    const typed = value('filter_days_past_due_gt')
    return typed === '' || /^\d{1,5}$/.test(typed) ? null : 'Enter a whole number of days.'
  }
  if (filter === 'currency') {
    const typed = value('filter_currency')
    return typed === '' || /^[A-Z]{3}$/.test(typed)
      ? null
      : 'Enter a currency by its three letters, such as USD.'
  }
  if (!isSpan(filter)) return null
  const [from, to] = SPANS[filter].params.map(value)
  return from && to && to < from ? 'This date is before the start date.' : null
}

function Fields({
  filter,
  value,
  set,
  problem,
  customer,
}: {
  filter: FilterId
  value: (name: string) => string
  set: (name: string, text: string) => void
  problem: string | null
  customer: CustomerOption | null
}) {
  const account = useAccount()
  const call = useCall()
  const [chosen, setChosen] = useState(customer)
  const written = (iso: string): string => formatDate(iso, account.date_format)
  if (filter === 'remaining') {
    return (
      <MoneyField
        label="Remaining at least"
        value={value('filter_remaining_gte')}
        onChange={(text) => set('filter_remaining_gte', text)}
        error={problem}
      />
    )
  }
  if (filter === 'overdue') {
    return (
      <TextField
        label="Overdue more than how many days"
        inputMode="numeric"
        maxLength={5}
        value={value('filter_days_past_due_gt')}
        onChange={({ currentTarget }) => set('filter_days_past_due_gt', currentTarget.value.trim())}
        error={problem}
      />
    )
  }
  if (filter === 'currency') {
    return (
      <TextField
        label="Currency"
        maxLength={3}
        value={value('filter_currency')}
        onChange={({ currentTarget }) => set('filter_currency', currentTarget.value.trim().toUpperCase())}
        error={problem}
      />
    )
  }
  if (isSpan(filter)) {
    const { name, params } = SPANS[filter]
    const [from, to] = params
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={`${name} from`}
          formatDate={written}
          value={value(from)}
          onChange={(date) => set(from, date)}
        />
        <DateField
          label={`${name} until`}
          formatDate={written}
          value={value(to)}
          onChange={(date) => set(to, date)}
          error={problem}
        />
      </div>
    )
  }
  if (filter === 'customer') {
    return (
      <Combobox
        label="Customer"
        value={chosen}
        onChange={(option) => {
          setChosen(option)
          set('customer', option?.id ?? '')
        }}
        load={loadCustomers(call, account.pk, { activeOnly: false })}
      />
    )
  }
  return (
    <Select
      label="Age"
      value={value('aging')}
      onChange={(event) => set('aging', event.target.value)}
      options={[
        { value: '', label: 'Any age' },
        ...AGING_BUCKETS.map((bucket) => ({ value: bucket, label: AGING_DESCRIPTIONS[bucket] })),
      ]}
    />
  )
}
