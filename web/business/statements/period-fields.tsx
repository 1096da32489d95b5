import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import type { Kind } from './use-statement.ts'

export const KINDS = [
  { value: 'open_item', label: 'Open items' },
  { value: 'balance_forward', label: 'Balance forward' },
] as const

/** Kind, first and last day of a statement. `errors` are the messages of the API beside the days. */
export function PeriodFields({
  value,
  errors = {},
  onChange,
}: {
  value: { readonly from: string; readonly to: string; readonly kind: Kind }
  errors?: { readonly from?: string | undefined; readonly to?: string | undefined }
  onChange: (changes: { from?: string; to?: string; kind?: Kind }) => void
}) {
  const { today, date_format } = useAccount()
  const written = (iso: string): string => formatDate(iso, date_format)
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-3">
      <DateField
        label="From"
        className="w-38 max-sm:min-w-0 max-sm:flex-1"
        formatDate={written}
        value={value.from}
        max={value.to}
        error={errors.from}
        onChange={(from) => onChange({ from })}
      />
      <DateField
        label="To"
        className="w-38 max-sm:min-w-0 max-sm:flex-1"
        formatDate={written}
        value={value.to}
        min={value.from}
        max={today}
        error={errors.to}
        onChange={(to) => onChange({ to })}
      />
      <Segmented
        label="Kind"
        className="max-sm:w-full"
        options={KINDS}
        value={value.kind}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
  )
}
