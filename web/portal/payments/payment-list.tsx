import { ReceiptText } from 'lucide-react'
import { useEffect } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { PAGE_SIZES } from '../../ui/table/page-range.ts'
import { Pager } from '../../ui/table/pager.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { Note } from '../../ui/text/note.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { useSearchParams } from '../location.ts'
import { SITE } from '../portal-session.ts'
import { paymentColumns, paymentHref } from './payment-columns.tsx'

const USUAL_SIZE = 10
const FAILED = t('Failed to load payments')

/** The customer's own payments with sorting and pages. The address holds the list's state. */
export function PaymentList({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const [search, setSearch] = useSearchParams()
  const state = {
    page: search.get('page') ?? '1',
    page_size: search.get('page_size') ?? String(USUAL_SIZE),
    order_by: search.get('order_by') ?? '',
  }
  const set = (changes: Record<string, string>, options?: { replace: true }): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries(changes))
        value === '' ? next.delete(key) : next.set(key, value)
      return next
    }, options)
  const payments = useQuery({
    key: ['own-payments', account.pk, state],
    ask: (signal) =>
      call(
        contract.ownPayments.list,
        { query: { ...state, order_by: state.order_by || undefined } },
        { signal },
      ),
    keepPrevious: true,
  })
  useEffect(() => {
    if (payments.error) toast({ title: FAILED, body: payments.error.message, tone: 'error' })
  }, [payments.error, toast])
  return (
    <Sheet label={t('Payments')} cardsBelow="xl">
      <h1 className="py-4 text-16 font-semibold @min-md:px-6">{t('Payments')}</h1>
      <DataTable
        cardsBelow="xl"
        label={t('Payments')}
        columns={paymentColumns(account.currency, company.dateFormat)}
        rows={payments.data?.results}
        rowKey={(payment) => payment.pk}
        rowHref={(payment) => paymentHref(payment.pk, search)}
        loading={payments.isFetching}
        sort={readSort(state.order_by)}
        onSort={(sort) => set({ order_by: writeSort(sort), page: '' })}
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title={t('No payments yet')}
            action={<ButtonLink href={`${SITE}?tab=2`}>{t('View and pay invoices')}</ButtonLink>}
          >
            {t('Your payments to {company} appear here with their receipts.', { company: company.name })}
          </EmptyState>
        }
        error={
          payments.error && (
            <Note tone="error" title={FAILED} onRetry={payments.refetch} retrying={payments.isFetching}>
              {payments.error.message}
            </Note>
          )
        }
      />
      {payments.data && payments.data.count > 0 && (
        <Pager
          className="@max-md:px-0"
          reply={payments.data}
          pageSize={Number(state.page_size)}
          sizes={PAGE_SIZES}
          onPage={(page, options) => set({ page: page === 1 ? '' : String(page) }, options)}
          onPageSize={(size) => set({ page_size: size === USUAL_SIZE ? '' : String(size), page: '' })}
        />
      )}
    </Sheet>
  )
}
