import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { type Account, useAccount, useCan, usePlatformName } from '../../session/account-context.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { SavedViews } from '../../ui/table/saved-views.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import type { FilterField } from '../layout/filters/filter-field.ts'
import { isNarrowed, useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { KEPT_HINT } from './import-keeping.tsx'
import { type ImportRun, importPath, importState } from './import-words.ts'

type Kind = 'customers' | 'invoices'

const LARGEST_BYTES = 32 * 1024 * 1024
const WORDS = {
  customers: {
    title: 'Import customers',
    hint: 'One customer per row, with column headings. Any delimiter, up to 32 MB.',
  },
  invoices: {
    title: 'Import invoices',
    hint: 'One invoice per row, or one line per row with the number repeated. Up to 32 MB.',
  },
}

/** Uploads a file of customers or invoices and lists former imports, for users with the right to import. */
export function ImportsPage() {
  const { kind } = useSearch({ strict: false }) as { kind: Kind }
  const may = useCan('imports.run')
  const platform = usePlatformName()
  return (
    <>
      <PageHeader
        title={WORDS[kind].title}
        crumbs={[{ label: kind === 'customers' ? 'Customers' : 'Invoices', href: `/${kind}` }]}
      />
      {platform !== null ? (
        <Note className="mx-4 mt-4 max-w-180 md:mx-6" title="Nothing to import">
          {`Add customers and invoices in ${platform}. They are read from there.`}
        </Note>
      ) : may ? (
        <>
          <SavedViews
            label="What to import"
            current={kind}
            views={[
              { id: 'customers', name: 'Customers', href: '/imports?kind=customers' },
              { id: 'invoices', name: 'Invoices', href: '/imports?kind=invoices' },
            ]}
          />
          <Upload kind={kind} />
          <FormerImports kind={kind} />
        </>
      ) : (
        <Note className="mx-4 mt-4 max-w-180 md:mx-6">Owners, admins and advisors can import files.</Note>
      )}
    </>
  )
}

function Upload({ kind }: { kind: Kind }) {
  const account = useAccount()
  const call = useCall()
  const navigate = useNavigateTo()
  const queries = useQueryClient()
  const [tooLarge, setTooLarge] = useState(false)
  const uploading = useSingleMutation({
    mutationFn: (file: File) =>
      call(contract.imports.upload, {
        params: { account: account.pk },
        query: { kind, name: file.name },
        body: new Blob([file], { type: 'text/csv' }),
      }),
    onSuccess: (run) => {
      void queries.invalidateQueries({ queryKey: [account.pk, 'imports'] })
      navigate(importPath(run))
    },
  })
  const problem = tooLarge
    ? 'The file you tried to upload is too large.'
    : uploading.error instanceof ApiError
      ? (uploading.error.fields.file?.join(' ') ?? uploading.error.message)
      : undefined
  return (
    <div className="max-w-180 p-4 md:p-6">
      <FileDrop
        label="Drop a CSV file here"
        hint={`${WORDS[kind].hint} You’ll review every row before anything is imported. ${KEPT_HINT}`}
        accept=".csv,.txt,text/csv"
        busy={uploading.isPending}
        error={problem}
        onFiles={([file]) => {
          if (!file) return
          setTooLarge(file.size > LARGEST_BYTES)
          if (file.size <= LARGEST_BYTES) uploading.mutate(file)
        }}
      />
    </div>
  )
}

const STATUSES = ['mapping', 'previewing', 'ready', 'running', 'done', 'failed'] as const

const IMPORT_FILTERS: readonly FilterField[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'choice',
    options: STATUSES.map((status) => ({ value: status, label: importState({ status }).text })),
  },
  { id: 'created', label: 'Date', kind: 'date' },
  { id: 'total_rows', label: 'Rows', kind: 'count' },
]

const IMPORT_ORDERS = ['file_name', 'created', 'total_rows']

function FormerImports({ kind }: { kind: Kind }) {
  const account = useAccount()
  const call = useCall()
  const list = useFilteredList(IMPORT_FILTERS, ['kind'], { orders: IMPORT_ORDERS })
  const query = { ...list.query, kind }
  const former = useQuery({
    queryKey: [account.pk, 'imports', query],
    queryFn: ({ signal }) =>
      call(contract.imports.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const isShown = former.data !== undefined
  const { button, ...arranged } = useListColumns('imports', list, columnsOf(account), isShown)
  return (
    <>
      <h2 className="px-4 pt-2 font-semibold md:px-6">Past imports</h2>
      <FilterBar
        list={list}
        fields={IMPORT_FILTERS}
        search="Search past imports"
        tools={
          <>
            <ExportMenu list={{ query }} route={contract.imports.export} name="Imports" />
            {button}
          </>
        }
      />
      <DataTable
        label="Past imports"
        skeletonRows={3}
        rows={former.data?.results}
        rowKey={(run) => run.pk}
        rowHref={importPath}
        loading={former.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        filtered={isNarrowed(list.search)}
        empty={<p className="px-4 py-4 text-ink-2 md:px-6">No imports yet</p>}
        {...arranged}
        error={former.error && <FailedNote what="past imports" query={former} list={list} />}
      />
      <ListPager list={list} reply={former.data} />
    </>
  )
}

const columnsOf = ({ timezone, date_format }: Account): readonly Column<ImportRun>[] => [
  {
    id: 'file',
    header: 'File',
    sortable: true,
    sortKey: 'file_name',
    rowHeader: true,
    text: (run) => run.file_name,
    card: 'title',
    cell: (run) => run.file_name,
  },
  {
    id: 'created',
    header: 'Date',
    sortable: true,
    width: 9,
    card: 'detail',
    cell: (run) => formatDate(dayOf(run.created, timezone), date_format),
  },
  {
    id: 'status',
    header: 'Status',
    width: 12,
    card: 'aside',
    cell: (run) => <Tag tone={importState(run).tone}>{importState(run).text}</Tag>,
  },
  {
    id: 'rows',
    header: 'Rows',
    sortable: true,
    sortKey: 'total_rows',
    align: 'end',
    width: 7,
    card: 'value',
    cell: (run) => run.total_rows,
  },
]
