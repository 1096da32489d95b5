import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { t } from '../../ui/language/text.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { OLDER_MAX_BUTTONS, OLDER_PAGE_SIZES } from '../../ui/table/page-range.ts'
import { Pager } from '../../ui/table/pager.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { Note } from '../../ui/text/note.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { PayInvoiceDialog } from '../invoices/pay-invoice-dialog.tsx'
import { useSearchParams } from '../location.ts'
import { DOWN_MARK, InstallmentMark, STATUS_TEXTS } from './installment-dots.tsx'
import { planColumns } from './plan-columns.tsx'
import { type Installment, NO_CHOICE, PLANS, type PortalPlan, usePlans } from './use-plans.ts'

const FAILED = t('Failed to load payment plans')

/** The customer's payment plans, a row for each invoice. The address holds the list's state. */
export function PlansTab({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const toast = useToast()
  const [search, setSearch] = useSearchParams()
  const [paying, setPaying] = useState<{ plan: PortalPlan; installment: Installment | null } | null>(null)
  const state = {
    page: search.get('page') ?? NO_CHOICE.page,
    page_size: search.get('page_size') ?? NO_CHOICE.page_size,
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
  const plans = usePlans(account.pk, state)
  const close = (): void => {
    setPaying(null)
    // An installment may have been paid elsewhere, or the plan may have ended.
    invalidateQuery(PLANS)
  }
  useEffect(() => {
    if (plans.error) toast({ title: FAILED, body: plans.error.message, tone: 'error' })
  }, [plans.error, toast])
  return (
    <>
      <Sheet label={t('Payment Plans')} cardsBelow="2xl">
        <div className="flex flex-wrap items-center justify-between gap-3 py-4 @min-md:px-6">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <h1 className="text-16 font-semibold">{t('Payment Plans')}</h1>
            <Key />
          </div>
          <SearchField
            value={state.search}
            onSearch={(text) => set({ search: text, page: '' })}
            label={t('Search payment plans')}
            className="w-66"
          />
        </div>
        <DataTable
          cardsBelow="2xl"
          label={t('Payment Plans')}
          columns={planColumns(
            { currency: account.currency, dateFormat: company.dateFormat },
            (plan, installment) => setPaying({ plan, installment }),
          )}
          rows={plans.data?.results}
          rowKey={(plan) => `${plan.pk} ${plan.invoice.pk}`}
          loading={plans.isFetching}
          skeletonRows={5}
          sort={readSort(state.order_by)}
          onSort={(sort) => set({ order_by: writeSort(sort), page: '' })}
          filtered={state.search !== ''}
          empty={
            <EmptyState icon={<CalendarClock />} title={t('This account does not have any payment plan')}>
              {t('Plans that you agree on with {company} appear here.', { company: company.name })}
            </EmptyState>
          }
          error={
            plans.error && (
              <Note tone="error" title={FAILED} onRetry={plans.refetch} retrying={plans.isFetching}>
                {plans.error.message}
              </Note>
            )
          }
        />
        {plans.data && plans.data.count > 0 && (
          <Pager
            className="@max-md:px-0"
            reply={plans.data}
            pageSize={Number(state.page_size)}
            sizes={OLDER_PAGE_SIZES}
            mostButtons={company.legacy ? OLDER_MAX_BUTTONS : undefined}
            onPage={(page, options) => set({ page: page === 1 ? '' : String(page) }, options)}
            onPageSize={(size) =>
              set({ page_size: String(size) === NO_CHOICE.page_size ? '' : String(size), page: '' })
            }
          />
        )}
      </Sheet>
      {paying && (
        <PayInvoiceDialog
          invoice={paying.plan.invoice}
          installment={paying.installment && { ...paying.installment, of: paying.plan.installment_count }}
          company={company}
          onClose={close}
        />
      )}
    </>
  )
}

/** The marks of the dots with their words. */
const Key = () => (
  <ul aria-label={t('Marks')} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">
    {Object.entries(STATUS_TEXTS).map(([status, text]) => (
      <li key={status} className="flex items-center gap-2">
        <InstallmentMark status={status} />
        {text}
      </li>
    ))}
    <li className="flex items-center gap-2">
      <b className="font-semibold text-ink">{DOWN_MARK}</b>
      {t('Down payment')}
    </li>
  </ul>
)
