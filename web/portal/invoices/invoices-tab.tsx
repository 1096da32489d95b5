import { FileText } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { t } from '../../ui/language/text.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { StatCard } from '../../ui/text/stat-card.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { useSearchParams } from '../location.ts'
import { SITE } from '../portal-session.ts'
import { invoiceColumns, invoiceHref, type PortalInvoice } from './invoice-columns.tsx'
import { pageSizesOf } from './page-sizes.ts'
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx'
import { useChosenInvoices } from './use-chosen-invoices.ts'

/** Loaded when an invoice is opened. */
const InvoiceView = lazyWithRetry(() => import('./invoice-view.tsx'), 'InvoiceView')

/** Loaded with the first selected row. */
const ChosenBar = lazyWithRetry(() => import('./chosen-bar.tsx'), 'ChosenBar')
const PaySeveralDialog = lazyWithRetry(() => import('../several/pay-several-dialog.tsx'), 'PaySeveralDialog')

/** All invoices: three summary cards, search, sorting and pages. The address holds the list's state. */
export function InvoicesTab({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const [search] = useSearchParams()
  const open = search.get('invoice')
  return open === null ? (
    <InvoiceList account={account} company={company} />
  ) : (
    <Suspense fallback={null}>
      <InvoiceView
        invoiceId={open}
        backHref={`${SITE}?${new URLSearchParams([...search].filter(([name]) => name !== 'invoice'))}`}
        account={account}
        company={company}
      />
    </Suspense>
  )
}

function InvoiceList({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const [search, setSearch] = useSearchParams()
  const [paying, setPaying] = useState<PortalInvoice | null>(null)
  const { sizes, usual, mostButtons } = pageSizesOf(company)
  const [several, setSeveral] = useState<readonly string[] | null>(null)
  const state = {
    page: search.get('page') ?? '1',
    page_size: search.get('page_size') ?? String(usual),
    search: search.get('search') ?? '',
    order_by: search.get('order_by') ?? '',
  }
  const set = (changes: Record<string, string>, options?: { replace: true }): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries(changes))
        value === '' ? next.delete(key) : next.set(key, value)
      return next
    }, options)
  const invoices = useQuery({
    key: ['portal-invoices', account.pk, state],
    ask: (signal) =>
      call(
        contract.portal.invoices,
        { query: { ...state, order_by: state.order_by || undefined } },
        { signal },
      ),
    keepPrevious: true,
  })
  const choice = useChosenInvoices(account, invoices.data?.results)
  useEffect(() => {
    if (invoices.error)
      toast({ title: t('Failed to load invoices'), body: invoices.error.message, tone: 'error' })
  }, [invoices.error, toast])
  return (
    <div className="grid gap-6">
      <Totals account={account} />
      <Sheet label={t('All Invoices')} cardsBelow="lg">
        <ListHead
          search={state.search}
          onSearch={(text) => set({ search: text, page: '' })}
          cut={invoices.data?.is_cut ? invoices.data.count : null}
        />
        <DataTable
          cardsBelow="lg"
          label={t('All Invoices')}
          columns={invoiceColumns(
            { currency: account.currency, dateFormat: company.dateFormat },
            setPaying,
            true,
          )}
          rows={invoices.data?.results}
          rowKey={(invoice) => invoice.pk}
          rowHref={(invoice) => invoiceHref(invoice.pk, search)}
          loading={invoices.isFetching}
          selection={choice.selection}
          sort={readSort(state.order_by)}
          onSort={(sort) => set({ order_by: writeSort(sort), page: '' })}
          filtered={state.search !== ''}
          empty={
            <EmptyState icon={<FileText />} title={t('No invoices yet')}>
              {t('Invoices from {company} appear here once they’re sent.', { company: company.name })}
            </EmptyState>
          }
          error={invoices.error && <ListFailed invoices={invoices} error={invoices.error} />}
        />
        {invoices.data && invoices.data.count > 0 && (
          <Pager
            className="@max-md:px-0"
            reply={invoices.data}
            pageSize={Number(state.page_size)}
            sizes={sizes}
            mostButtons={mostButtons}
            onPage={(page, options) => set({ page: page === 1 ? '' : String(page) }, options)}
            onPageSize={(size) => set({ page_size: size === usual ? '' : String(size), page: '' })}
          />
        )}
        <Suspense>
          {choice.chosen.length > 0 && (
            <ChosenBar choice={choice} onPay={() => setSeveral(choice.chosen.map((invoice) => invoice.pk))} />
          )}
        </Suspense>
      </Sheet>
      <PayDialogs
        company={company}
        paying={paying}
        several={several}
        onClose={() => {
          setPaying(null)
          setSeveral(null)
        }}
        onPaid={choice.clear}
      />
    </div>
  )
}

/** `cut`: the number of matches at which the search stopped, when there are more. */
function ListHead({
  search,
  onSearch,
  cut,
}: {
  search: string
  onSearch: (text: string) => void
  cut: number | null
}) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 py-4 @min-md:px-6">
        <h1 className="text-16 font-semibold">{t('All Invoices')}</h1>
        <SearchField value={search} onSearch={onSearch} label={t('Search invoices')} className="w-66" />
      </div>
      {cut !== null && (
        <p role="status" className="pb-4 text-14 text-ink-2 @min-md:px-6">
          {t('More than {count, number} invoices match. Type more of the number to find yours.', {
            count: cut,
          })}
        </p>
      )}
    </>
  )
}

/** The dialog for one invoice, or for the selected ones. */
function PayDialogs({
  company,
  paying,
  several,
  onClose,
  onPaid,
}: {
  company: PortalCompany
  paying: PortalInvoice | null
  several: readonly string[] | null
  onClose: () => void
  onPaid: () => void
}) {
  return (
    <Suspense>
      {several && <PaySeveralDialog company={company} invoices={several} onClose={onClose} onPaid={onPaid} />}
      {paying && <PayInvoiceDialog invoice={paying} company={company} onClose={onClose} />}
    </Suspense>
  )
}

function ListFailed({
  invoices,
  error,
}: {
  invoices: { refetch: () => void; isFetching: boolean }
  error: Error
}) {
  return (
    <Note
      tone="error"
      title={t('Failed to load invoices')}
      onRetry={invoices.refetch}
      retrying={invoices.isFetching}
    >
      {error.message}
    </Note>
  )
}

function Totals({ account }: { account: CustomerAccount }) {
  const money = (amount: string): string => moneyText(amount, account.currency)
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:max-lg:*:last:col-span-2 lg:grid-cols-3">
      <StatCard label={t('Total Amount Unpaid')} value={money(account.total_owed)} />
      <StatCard label={t('Total Amount Paid')} value={money(account.total_paid)} />
      <StatCard label={t('Total unpaid Invoices')} value={String(account.unpaid_invoices_count)} />
    </div>
  )
}
