import { useAccount } from '../../../session/account-context.ts'
import { InvoiceChoice, type InvoiceOption } from '../preview/invoice-choice.tsx'
import { dayText, type RealDates } from './step-dates.ts'

/** The invoice that the days of a flow are shown for. */
export function DatesHeader({
  chosen,
  onChange,
  real,
}: {
  chosen: InvoiceOption | null
  onChange: (invoice: InvoiceOption | null) => void
  real: RealDates | null
}) {
  const { date_format } = useAccount()
  return (
    <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="w-full max-w-72">
        <InvoiceChoice
          value={chosen}
          onChange={onChange}
          label="Dates for"
          placeholder="The next invoice due"
        />
      </div>
      {real && (
        <p className="pb-2 text-12 text-ink-3">
          {real.number}, due {dayText(real.dueDate, date_format)}
        </p>
      )}
    </div>
  )
}
