import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError } from '../../session/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { useSingleMutation } from '../../session/use-single-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import type { ImportRun } from './import-words.ts'

const DATE_ORDERS = [
  { value: 'MDY', label: 'Month, day, year' },
  { value: 'DMY', label: 'Day, month, year' },
  { value: 'YMD', label: 'Year, month, day' },
]
const DECIMAL_MARKS = [
  { value: 'auto', label: 'As each number shows' },
  { value: 'point', label: 'Point: 1,234.56' },
  { value: 'comma', label: 'Comma: 1.234,56' },
]

/** Which column is what: guessed by the server, corrected here, each with what the file holds there. */
export function ImportMapping({ run }: { run: ImportRun }) {
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
  const failure = checking.error instanceof ApiError ? checking.error : null
  const columns = [
    { value: '', label: 'Not in this file' },
    ...run.columns.map((name, at) => ({ value: String(at), label: name })),
  ]
  const sample = (at: number | null | undefined): string | undefined => {
    if (at === null || at === undefined) return undefined
    const values = run.samples.map((row) => row[at] ?? '').filter((value) => value !== '')
    return values.length === 0
      ? 'Empty in the first rows'
      : `e.g. ${values.slice(0, 2).join(' · ').slice(0, 80)}`
  }
  return (
    <section className="grid gap-5 border-t border-line p-4 md:p-6" aria-label="Columns">
      <h2 className="font-semibold">
        {run.status === 'ready' ? 'Columns, if something above looks wrong' : 'Which column is what'}
      </h2>
      {failure && <Note tone="error">{Object.values(failure.fields)[0]?.join(' ') ?? failure.message}</Note>}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {run.targets.map((target) => (
          <Select
            key={target.name}
            label={target.label}
            optional={!target.required}
            hint={sample(mapping[target.name])}
            error={failure?.fields[`mapping.${target.name}`]?.join(' ')}
            options={columns}
            value={
              mapping[target.name] === null || mapping[target.name] === undefined
                ? ''
                : String(mapping[target.name])
            }
            onChange={(event) =>
              setMapping({
                ...mapping,
                [target.name]: event.target.value === '' ? null : Number(event.target.value),
              })
            }
          />
        ))}
        <Select
          label="Dates are written as"
          options={DATE_ORDERS}
          value={dateOrder}
          onChange={(event) => setDateOrder(event.target.value as ImportRun['date_order'])}
        />
        <Select
          label="Decimals are written with"
          options={DECIMAL_MARKS}
          value={decimalMark}
          onChange={(event) => setDecimalMark(event.target.value as ImportRun['decimal_mark'])}
        />
      </div>
      <Button
        variant={run.status === 'ready' ? 'default' : 'primary'}
        className="justify-self-start"
        busy={checking.isPending}
        onClick={() => checking.mutate()}
      >
        {run.status === 'ready' ? 'Preview again' : 'Preview every row'}
      </Button>
    </section>
  )
}
