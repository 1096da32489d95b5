import { EMAIL_ROLES } from '../../../domain/people/email-roles.ts'
import { NativeSelect } from '../../ui/fields/select.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { chooseTarget, type Mapping, targetOf } from './column-choice.ts'
import type { ImportRun } from './import-words.ts'

const SAMPLES_SHOWN = 3

/** Lists the file's columns with sample values and their target fields. */
export function ImportColumns({
  run,
  mapping,
  onChange,
}: {
  run: ImportRun
  mapping: Mapping
  onChange: (next: Mapping) => void
}) {
  const options = [
    { value: '', label: 'Don’t import' },
    ...run.targets.map(({ name, label }) => ({ value: name, label })),
  ]
  return (
    <DataTable
      label="File columns"
      rows={run.columns.map((name, at) => ({ at, name: name.trim() || `Column ${at + 1}` }))}
      rowKey={({ at }) => String(at)}
      columns={[
        { id: 'name', header: 'Column', rowHeader: true, card: 'title', cell: ({ name }) => name },
        {
          id: 'samples',
          header: 'First rows',
          card: 'detail',
          cell: ({ at }) => <Samples values={run.samples.map((row) => row[at] ?? '')} />,
        },
        {
          id: 'becomes',
          header: 'Imports as',
          card: 'foot',
          cell: ({ at, name }) => (
            <>
              <NativeSelect
                aria-label={`${name} imports as`}
                className="max-w-72"
                options={options}
                value={targetOf(mapping, at)}
                onChange={(event) => onChange(chooseTarget(mapping, at, event.target.value))}
              />
              {targetOf(mapping, at) === 'email_roles' && (
                <p className="max-w-72 pt-1 pb-1.5 text-12 whitespace-normal text-ink-3">
                  {EMAIL_ROLES.join(', ')}: one for each other email, in their order.
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

function Samples({ values }: { values: readonly string[] }) {
  const shown = values.filter((value) => value.trim() !== '').slice(0, SAMPLES_SHOWN)
  if (shown.length === 0) return <span className="text-ink-3">Empty in the first rows</span>
  return <span className="block max-w-120 truncate text-ink-2">{shown.join(' · ')}</span>
}
