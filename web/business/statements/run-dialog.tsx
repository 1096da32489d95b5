import { useState } from 'react'
import { addMonthsClamped, endOfMonth, startOfMonth } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { PeriodFields } from './period-fields.tsx'
import { type RunChoice, type RunPreview, useRunPreview, useStartRun } from './use-sending.ts'

/** Chooses a period, shows who would get a statement, and sends them. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const start = useStartRun(onClose)
  const { today } = useAccount()
  const lastMonth = addMonthsClamped(startOfMonth(today), -1)
  const [choice, setChoice] = useState<RunChoice>({
    from: lastMonth,
    to: endOfMonth(lastMonth),
    kind: 'open_item',
    only_open: true,
  })
  const preview = useRunPreview(choice)
  const fields = preview.error instanceof ApiError ? preview.error.fields : {}
  const count = preview.data?.statements ?? 0
  const error = start.error ?? (fields.from || fields.to ? null : preview.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send statements"
      description="To every active customer with an email address. Nobody gets two for a period."
      size="lg"
      locked={start.isPending}
      footer={
        <DialogButtons
          label={`Send ${countOf(count)}`}
          busy={start.isPending}
          disabled={count === 0}
          onPress={() => start.mutate(choice)}
          onCancel={onClose}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        <PeriodFields
          value={choice}
          errors={{ from: fields.from?.[0], to: fields.to?.[0] }}
          onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
        />
        <Checkbox
          label="Only customers with something open"
          checked={choice.only_open}
          onChange={({ currentTarget }) =>
            setChoice((before) => ({ ...before, only_open: currentTarget.checked }))
          }
        />
        {preview.data ? <Preview preview={preview.data} /> : !preview.error && <Skeleton className="h-40" />}
      </div>
    </Dialog>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 statement' : `${count} statements`)

const LEFT_OUT = [
  ['off', 'inactive or switched off'],
  ['no_address', 'without an email address that gets statements'],
  ['nothing', 'with nothing to show'],
  ['sent', 'already sent for this period'],
] as const

function Preview({ preview }: { preview: RunPreview }) {
  const leftOut = LEFT_OUT.filter(([name]) => preview.left_out[name] > 0)
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {preview.totals.map(({ currency, count, closing }) => (
          <li key={currency} className="flex justify-between gap-4 font-medium">
            <span>
              {countOf(count)} in {currency}
            </span>
            <span className="num">{moneyText(closing, currency)}</span>
          </li>
        ))}
        {preview.first.map(({ customer, currency, closing, to_address }) => (
          <li key={`${customer.pk} ${currency}`} className="flex justify-between gap-4 text-ink-2">
            <span className="min-w-0 truncate">
              {customer.short_name} <span className="text-ink-3">{to_address}</span>
            </span>
            <span className="num">{moneyText(closing, currency)}</span>
          </li>
        ))}
      </ul>
      {preview.statements > preview.first.length && (
        <p className="text-ink-3">and {preview.statements - preview.first.length} more</p>
      )}
      {leftOut.length > 0 && (
        <p className="text-ink-2">
          Left out: {leftOut.map(([name, text]) => `${preview.left_out[name]} ${text}`).join(', ')}.
        </p>
      )}
    </section>
  )
}
