import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { usedColumns } from './column-choice.ts'
import { ImportColumns } from './import-columns.tsx'
import type { ImportRun } from './import-words.ts'

const DATE_ORDERS = [
  { value: 'MDY', label: 'Month, day, year' },
  { value: 'DMY', label: 'Day, month, year' },
  { value: 'YMD', label: 'Year, month, day' },
]
const DECIMAL_MARKS = [
  { value: 'auto', label: 'Detect automatically' },
  { value: 'point', label: 'Point: 1,234.56' },
  { value: 'comma', label: 'Comma: 1.234,56' },
]

/** Column mapping: guessed by the server, corrected here. Collapses once every row has been checked. */
export function ImportMapping({ run }: { run: ImportRun }) {
  const checked = run.status === 'ready'
  return (
    <details open={!checked} className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 md:px-6">
        <h2 className="font-semibold">{checked ? 'Columns' : 'Match your columns'}</h2>
        <span className="text-ink-3">
          {`${usedColumns(run.mapping)} of ${run.columns.length} used.`}
          {checked && ' Change them if a row looks wrong.'}
        </span>
        <ChevronDown className="ms-auto text-ink-3 group-open:rotate-180" />
      </summary>
      <MappingForm key={run.status} run={run} />
    </details>
  )
}

function MappingForm({ run }: { run: ImportRun }) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const [mapping, setMapping] = useState(run.mapping)
  const [dateOrder, setDateOrder] = useState(run.date_order)
  const [decimalMark, setDecimalMark] = useState(run.decimal_mark)
  const checking = useSingleMutation({
    mutationFn: () =>
      call(contract.imports.check, {
        params: { account: account.pk, import: run.pk },
        body: { mapping, date_order: dateOrder, decimal_mark: decimalMark },
      }),
    onSuccess: (next) => queries.setQueryData([account.pk, 'import', run.pk], next),
  })
  const checked = run.status === 'ready'
  return (
    <section className="grid gap-5 pb-5" aria-label="Columns">
      {checking.error && (
        <div className="px-4 md:px-6">
          <Note tone="error">{failureText(run, checking.error)}</Note>
        </div>
      )}
      <ImportColumns run={run} mapping={mapping} onChange={setMapping} />
      {run.kind === 'invoices' && (
        <div className="grid max-w-180 gap-4 px-4 sm:grid-cols-2 md:px-6">
          <Select
            label="Date format"
            options={DATE_ORDERS}
            value={dateOrder}
            onChange={(event) => setDateOrder(event.target.value as ImportRun['date_order'])}
          />
          <Select
            label="Decimal mark"
            options={DECIMAL_MARKS}
            value={decimalMark}
            onChange={(event) => setDecimalMark(event.target.value as ImportRun['decimal_mark'])}
          />
        </div>
      )}
      <Button
        variant={checked ? 'default' : 'primary'}
        className="mx-4 justify-self-start md:mx-6"
        busy={checking.isPending}
        onClick={() => checking.mutate()}
      >
        {checked ? 'Preview again' : 'Preview all rows'}
      </Button>
    </section>
  )
}

/** Lists the server's messages, each with the field's name on screen. */
function failureText(run: ImportRun, error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  const texts = Object.entries(error.fields).map(([field, texts]) => {
    const target = run.targets.find(({ name }) => field === `mapping.${name}`)
    return target ? `${target.label}: ${texts.join(' ')}` : texts.join(' ')
  })
  return texts.join(' ') || error.message
}
