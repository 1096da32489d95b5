import { Plus, RotateCcw, Trash2 } from 'lucide-react'
import { addMonthsClamped, formatDate, isCalendarDate } from '../../../domain/dates/calendar.ts'
import { currencyDigits, displayAmount } from '../../../domain/money/money.ts'
import {
  PLAN_INTERVAL_TEXTS,
  PLAN_INTERVALS,
  type PlanInterval,
} from '../../../domain/payment-plans/plan-terms.ts'
import { useAccount } from '../../session/account-context.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { type Draft, type Row, rowsOf, sumOf } from './schedule-values.ts'

const INTERVALS = PLAN_INTERVALS.map((value) => ({ value, label: PLAN_INTERVAL_TEXTS[value] }))

interface Props {
  readonly draft: Draft
  readonly facts: { readonly totalMinor: bigint; readonly currency: string; readonly today: string }
  /** Problems of the last try to save, by the API's field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (draft: Draft) => void
}

/** Divides what is owed into installments. Dates and amounts can be changed; the sum is shown while typing. */
export function ScheduleEditor({ draft, facts, problems, onChange }: Props) {
  const { date_format } = useAccount()
  const { wish, own } = draft
  const { currency, totalMinor } = facts
  const rows = rowsOf(draft, facts)
  const wishing = (changes: Partial<Draft['wish']>) => onChange({ wish: { ...wish, ...changes }, own: null })
  const change = (index: number, changes: Partial<Row>) =>
    onChange({ wish, own: rows.map((row, at) => (at === index ? { ...row, ...changes } : row)) })
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Installments"
          inputMode="numeric"
          autoComplete="off"
          value={wish.count}
          error={
            own === null && rows.length === 0 && !/^[1-9]\d?$/.test(wish.count)
              ? 'Enter a number from 1 to 60.'
              : undefined
          }
          onChange={(event) => wishing({ count: event.target.value })}
        />
        <Select
          label="How often"
          options={INTERVALS}
          value={wish.interval}
          onChange={(event) => wishing({ interval: event.target.value as PlanInterval })}
        />
        <DateField
          label="First installment"
          value={wish.firstOn}
          min={facts.today}
          formatDate={(date) => formatDate(date, date_format)}
          onChange={(firstOn) => wishing({ firstOn })}
        />
        <MoneyField
          label="Down payment today"
          optional
          hint={wish.down === '' ? undefined : 'The customer can confirm the plan today only.'}
          decimals={currencyDigits(currency)}
          currency={currency}
          value={wish.down}
          onChange={(down) => wishing({ down })}
        />
      </div>
      {rows.length === 0 ? (
        <p className="text-ink-3">
          Enter how many installments there are, and a down payment below{' '}
          {displayAmount(totalMinor, currency)}.
        </p>
      ) : (
        <ol aria-label="Installments" className="grid border-y border-line">
          {rows.map((row, index) => (
            <RowFields
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their position
              key={index}
              row={row}
              number={index + 1}
              currency={currency}
              problems={{
                due: problems[`installments.${index}.due_date`],
                amount: problems[`installments.${index}.amount`],
              }}
              onChange={(changes) => change(index, changes)}
              onRemove={
                rows.length > 1
                  ? () => onChange({ wish, own: rows.filter((_, at) => at !== index) })
                  : undefined
              }
            />
          ))}
        </ol>
      )}
      <Sum draft={draft} rows={rows} facts={facts} onChange={onChange} />
    </div>
  )
}

function RowFields({
  row,
  number,
  currency,
  problems,
  onChange,
  onRemove,
}: {
  row: Row
  number: number
  currency: string
  problems: { due: string | undefined; amount: string | undefined }
  onChange: (changes: Partial<Row>) => void
  onRemove: (() => void) | undefined
}) {
  const { date_format } = useAccount()
  const name = row.isDown ? 'Down payment' : `Installment ${number}`
  return (
    <li className="grid grid-cols-2 items-start gap-x-3 gap-y-1 border-line py-2 not-last:border-b sm:grid-cols-[8rem_11rem_11rem_auto]">
      <span className="self-center text-ink-2">{name}</span>
      <DateField
        label={`Due date of ${name.toLowerCase()}`}
        labelHidden
        value={row.due}
        error={problems.due}
        formatDate={(date) => formatDate(date, date_format)}
        onChange={(due) => onChange({ due })}
      />
      <MoneyField
        label={`Amount of ${name.toLowerCase()}`}
        labelHidden
        decimals={currencyDigits(currency)}
        currency={currency}
        value={row.amount}
        error={problems.amount}
        onChange={(amount) => onChange({ amount })}
      />
      {onRemove ? (
        <IconButton
          className="max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end"
          label={`Remove ${name.toLowerCase()}`}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      ) : (
        <span className="max-sm:col-start-2 max-sm:row-start-1" />
      )}
    </li>
  )
}

function Sum({
  draft: { wish, own },
  rows,
  facts: { totalMinor, currency },
  onChange,
}: Pick<Props, 'draft' | 'onChange'> & { rows: readonly Row[]; facts: Props['facts'] }) {
  if (rows.length === 0) return null
  const { minor, difference } = sumOf(rows, totalMinor, currency)
  const last = rows.at(-1)!
  const next = isCalendarDate(last.due) ? addMonthsClamped(last.due, 1) : ''
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className={difference === null ? 'text-ink-2' : 'text-overdue'}>
        {difference ?? `Adds up to ${displayAmount(minor, currency)}.`}
      </p>
      <span className="ms-auto flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => onChange({ wish, own: [...rows, { due: next, amount: '', isDown: false }] })}
        >
          Add installment
        </Button>
        {own !== null && (
          <Button size="sm" icon={<RotateCcw />} onClick={() => onChange({ wish, own: null })}>
            Divide equally
          </Button>
        )}
      </span>
    </div>
  )
}
