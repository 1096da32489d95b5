import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileText, Upload } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCanKeep, usePlatformName } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../../ui/table/table-state.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FilterBar } from '../../layout/filters/filter-bar.tsx'
import { isNarrowed, useFilteredList } from '../../layout/filters/use-filtered-list.ts'
import { ListPager } from '../../layout/list-pager.tsx'
import { ListSums, SUMS } from '../../layout/list-sums.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { ListViews } from '../../layout/saved-views/list-views.tsx'
import { useSelectedRows } from '../../layout/use-selected-rows.ts'
import type { ListState } from '../../list-search.ts'
import { IMPORT_PATH, NEW_INVOICE_PATH, recordPath } from '../../paths.ts'
import type { InvoiceListQuery, InvoiceRow } from '../invoice-look.ts'
import { useInvoiceRuns } from '../runs/use-invoice-runs.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { cleanInvoiceView, INVOICE_FILTERS, INVOICE_ORDERS, INVOICE_VIEWS } from './invoice-filters.ts'

const SelectedInvoicesBar = lazyWithRetry(() => import('./selected-invoices-bar.tsx'), 'SelectedInvoicesBar')

const InvoiceRuns = lazyWithRetry(() => import('../runs/invoice-run-progress.tsx'), 'InvoiceRuns')

/** Lists all invoices by saved view, searched, filtered, sorted and paged by the server. */
export function InvoicesPage() {
  const account = useAccount()
  const list = useFilteredList(INVOICE_FILTERS, ['view'], {
    clean: cleanInvoiceView,
    orders: INVOICE_ORDERS,
  })
  const platform = usePlatformName()
  const mayWrite = useCanKeep('invoices.write')
  const mayImport = useCanKeep('imports.run')
  const invoices = useInvoices(list)
  const { data } = invoices
  const runs = useInvoiceRuns(data !== undefined).data?.runs
  const { page: _page, page_size: _size, ...ordered } = list.query
  const { order_by: _order, ...matching } = ordered
  const rows = data?.results
  const total = data?.count ?? 0
  const selection = useSelectedRows(matching, rows?.map((row) => row.pk) ?? [], total)
  const chosen = useSeenRows(rows, selection.ids)
  const currency = data?.sums.length === 1 ? data.sums[0]!.currency : null
  const columns = invoiceColumns(account.date_format, currency, account.timezone)
  const { button, ...arranged } = useListColumns('invoices', list, columns, data !== undefined)
  const view = list.search.view ?? 'all'
  const filtered = view !== 'all' || isNarrowed(list.search)
  const newInvoice = <NewButton href={NEW_INVOICE_PATH}>New invoice</NewButton>
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          <>
            {mayImport && (
              <ButtonLink href={`${IMPORT_PATH}?kind=invoices`} icon={<Upload />}>
                Import
              </ButtonLink>
            )}
            {mayWrite && newInvoice}
          </>
        }
      />
      <Suspense>{mayWrite && runs?.[0] && <InvoiceRuns runs={runs} />}</Suspense>
      <ListViews
        label="Invoices shown"
        list={list}
        saved="invoices"
        path="/invoices"
        current={view}
        isShown={data !== undefined}
        views={INVOICE_VIEWS.map(({ id, name }) => ({
          id,
          name,
          href: id === 'all' ? '/invoices' : `/invoices?view=${id}`,
          count: invoices.isPending ? null : data?.views[id],
        }))}
      />
      <FilterBar
        list={list}
        fields={INVOICE_FILTERS}
        search="Search invoices"
        tools={
          <>
            <ExportMenu list={list} route={contract.invoices.export} name="Invoices" />
            {button}
          </>
        }
      />
      {data && <Sums data={data} all={filtered ? data.views.all : undefined} />}
      {invoices.isPending && <div className={SUMS} />}
      <DataTable
        label="Invoices"
        {...arranged}
        rows={rows}
        rowKey={(row) => row.pk}
        loading={invoices.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => recordPath('invoice', row.pk)}
        selection={
          mayWrite
            ? { selected: selection.selected, onChange: selection.choose, name: (row) => row.number }
            : undefined
        }
        filtered={filtered}
        empty={
          <EmptyState icon={<FileText />} title="No invoices yet" action={mayWrite && newInvoice}>
            {platform === null
              ? mayWrite && 'Create your first invoice or import a list from a file.'
              : `They appear here once they are read from ${platform}.`}
          </EmptyState>
        }
        error={invoices.error && <FailedNote what="invoices" query={invoices} list={list} />}
      />
      <ListPager list={list} reply={data} />
      {selection.count > 0 && (
        <Suspense>
          <SelectedInvoicesBar rows={chosen} {...{ selection, matching, ordered, total }} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the selected rows, also those of pages that were left since. */
function useSeenRows(
  rows: readonly InvoiceRow[] | undefined,
  ids: ReadonlySet<string>,
): readonly InvoiceRow[] {
  const seen = useRef(new Map<string, InvoiceRow>())
  for (const row of rows ?? []) seen.current.set(row.pk, row)
  return [...ids].flatMap((id) => seen.current.get(id) ?? [])
}

function useInvoices(list: ListState) {
  const account = useAccount()
  const call = useCall()
  const query = list.query as InvoiceListQuery
  return useQuery({
    queryKey: [account.pk, 'invoices', query],
    queryFn: ({ signal }) =>
      call(contract.invoices.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type Listed = NonNullable<ReturnType<typeof useInvoices>['data']>

const Sums = ({ data, all }: { data: Listed; all: number | undefined }) => (
  <ListSums
    count={data.count}
    all={all}
    nouns={['invoice', 'invoices']}
    sums={data.sums.map(({ currency, remaining, past_due }) => ({
      currency,
      figures: [
        ['Remaining', remaining],
        ['Past due', past_due],
      ],
    }))}
  />
)
