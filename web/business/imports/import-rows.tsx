import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { type ImportRun, isForgotten, ROW_OUTCOMES, type RowOutcome } from './import-words.ts'

const PAGE_SIZE = 25

/** Lists every row of the file with its outcome and reasons. */
export function ImportRows({ run }: { run: ImportRun }) {
  const account = useAccount()
  const call = useCall()
  const [outcome, setOutcome] = useState<RowOutcome | 'all'>(
    run.outcomes.reject > 0 && !isForgotten(run) ? 'reject' : 'all',
  )
  const [page, setPage] = useState(1)
  const query = { page: String(page), page_size: String(PAGE_SIZE), ...(outcome !== 'all' && { outcome }) }
  const rows = useQuery({
    queryKey: [account.pk, 'import-rows', run.pk, run.status, query],
    queryFn: ({ signal }) =>
      call(contract.imports.rows, { params: { account: account.pk, import: run.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choices: { value: RowOutcome | 'all'; label: string }[] = [
    { value: 'all', label: `All ${run.total_rows}` },
    ...(Object.keys(ROW_OUTCOMES) as RowOutcome[])
      .filter((name) => run.outcomes[name] > 0)
      .map((name) => ({ value: name, label: `${ROW_OUTCOMES[name].name} ${run.outcomes[name]}` })),
  ]
  return (
    <section className="border-t border-line" aria-label="Rows">
      {!isForgotten(run) && (
        <div className="ui-scroll-x px-4 py-3 md:px-6">
          <Segmented
            label="Rows shown"
            options={choices}
            value={outcome}
            onChange={(next) => {
              setOutcome(next)
              setPage(1)
            }}
          />
        </div>
      )}
      <DataTable
        label="Rows"
        rows={rows.data?.results}
        rowKey={(row) => String(row.row_number)}
        loading={rows.isFetching}
        filtered={outcome !== 'all'}
        columns={[
          {
            id: 'row',
            header: 'Row',
            rowHeader: true,
            width: 5.5,
            card: 'detail',
            cell: (row) => <RowNumber of={row.row_number} />,
          },
          {
            id: 'summary',
            header: run.kind === 'customers' ? 'Customer' : 'Invoice',
            text: (row) => row.summary,
            card: 'title',
            cell: (row) => row.summary,
          },
          {
            id: 'outcome',
            header: run.status === 'done' ? 'Result' : 'Result',
            width: 9.5,
            card: 'value',
            cell: (row) => <Tag tone={ROW_OUTCOMES[row.outcome].tone}>{ROW_OUTCOMES[row.outcome].name}</Tag>,
          },
          {
            id: 'why',
            header: 'Reason',
            card: 'foot',
            className: 'whitespace-normal!',
            cell: (row) => reasons(run, row.errors),
          },
        ]}
        error={
          rows.error && (
            <Note tone="error" title="Failed to load the rows" onRetry={() => rows.refetch()}>
              {rows.error.message}
            </Note>
          )
        }
      />
      {rows.data && rows.data.count > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} reply={rows.data} onPage={setPage} />
      )}
    </section>
  )
}

const RowNumber = ({ of: number }: { of: number }) => (
  <>
    <span className="md:sr-only">Row </span>
    {number}
  </>
)

/** Lists a row's problems, each after its field's name. */
function reasons(run: ImportRun, errors: Record<string, string[]>): string {
  const labels = new Map(run.targets.map(({ name, label }) => [name, label]))
  return Object.entries(errors)
    .map(([name, texts]) => [labels.get(name), texts.join(' ')].filter(Boolean).join(': '))
    .join(' ')
}
