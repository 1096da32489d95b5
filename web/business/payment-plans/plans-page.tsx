import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarRange, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { RequestOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import type { FilterField } from '../layout/filters/filter-field.ts'
import { isNarrowed, useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { customerColumn } from '../layout/list-columns.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import type { ListState } from '../list-search.ts'
import { PAYMENT_PLANS_PATH, paymentPlanPath } from '../paths.ts'
import { numbersText, stateLook } from './plan-words.ts'
import type { PlanRow } from './use-plans.ts'

const PolicyDialog = lazyWithRetry(() => import('./policy-dialog.tsx'), 'PolicyDialog')

const PLAN_FILTERS: readonly FilterField[] = [
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
]

const PLAN_ORDERS = ['next_due_date', 'created', 'customer', 'remaining', 'missed']

const VIEWS = [
  ['live', 'Current'],
  ['proposed', 'Proposed'],
  ['confirmed', 'Confirmed'],
  ['missed', 'Missed installments'],
  ['defaulted', 'Defaulted'],
  ['completed', 'Completed'],
  ['canceled', 'Canceled'],
  ['all', 'All'],
] as const
type View = (typeof VIEWS)[number][0]

const readView = (text: string | undefined): View => VIEWS.find(([id]) => id === text)?.[0] ?? 'live'

/** Payment plans by state, with their next due dates and missed installments. */
export function PlansPage() {
  const list = useFilteredList(PLAN_FILTERS, ['state'], { orders: PLAN_ORDERS })
  const navigate = useNavigateTo()
  const mayWrite = useCan('payment_plans.write')
  const maySet = useCan('settings.write')
  const [setting, setSetting] = useState(false)
  const proposeButton = mayWrite && (
    <NewButton onPress={() => navigate(`${PAYMENT_PLANS_PATH}/new`)}>Propose a plan</NewButton>
  )
  return (
    <>
      <PageHeader
        title="Payment plans"
        actions={
          <>
            {maySet && (
              <Button icon={<Settings2 />} onClick={() => setSetting(true)}>
                Policy
              </Button>
            )}
            {proposeButton}
          </>
        }
      />
      <HelpNote topic="payment_plans" />
      <PlanTable list={list} view={readView(list.search.state)} action={proposeButton} />
      <Suspense>{setting && <PolicyDialog onClose={() => setSetting(false)} />}</Suspense>
    </>
  )
}

function PlanTable({ list, view, action }: { list: ListState; view: View; action: React.ReactNode }) {
  const account = useAccount()
  const call = useCall()
  const { page, page_size = '25', search, order_by, customer } = list.query
  const query = {
    state: view,
    page_size,
    ...(page !== undefined && { page }),
    ...(search !== undefined && { search }),
    ...(customer !== undefined && { customer }),
    ...(order_by !== undefined && { order_by }),
  } satisfies RequestOf<typeof contract.paymentPlans.list>['query']
  const plans = useQuery({
    queryKey: [account.pk, 'payment-plans', query],
    queryFn: ({ signal }) =>
      call(contract.paymentPlans.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  const counts = plans.data?.counts
  const isShown = plans.data !== undefined
  const columns = columnsOf((date) => formatDate(date, account.date_format))
  const { button, ...arranged } = useListColumns('payment_plans', list, columns, isShown)
  return (
    <>
      <ListViews
        label="Plans shown"
        list={list}
        saved="payment_plans"
        path={PAYMENT_PLANS_PATH}
        isShown={isShown}
        current={view}
        views={VIEWS.map(([id, name]) => ({
          id,
          name,
          href: id === 'live' ? PAYMENT_PLANS_PATH : `${PAYMENT_PLANS_PATH}?state=${id}`,
          count: counts?.[id] ?? null,
        }))}
      />
      <FilterBar
        list={list}
        fields={PLAN_FILTERS}
        search="Search payment plans"
        placeholder="Customer or invoice"
        tools={
          <>
            <ExportMenu list={{ query }} route={contract.paymentPlans.export} name="Payment plans" />
            {button}
          </>
        }
      />
      <DataTable
        label="Payment plans"
        {...arranged}
        rows={plans.data?.results}
        rowKey={(plan) => plan.pk}
        rowHref={(plan) => paymentPlanPath(plan.pk)}
        loading={plans.isFetching}
        filtered={isNarrowed(list.search)}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        error={plans.error && <FailedNote what="payment plans" query={plans} list={list} />}
        empty={
          <EmptyState
            icon={<CalendarRange />}
            title={EMPTY[view]}
            action={(view === 'live' || view === 'all') && action}
          >
            A customer who can’t pay at once pays open invoices in installments. You propose a plan, and they
            confirm it by a link.
          </EmptyState>
        }
      />
      <ListPager list={list} reply={plans.data} />
    </>
  )
}

const EMPTY: Readonly<Record<View, string>> = {
  live: 'No current payment plans',
  proposed: 'No proposals wait for an answer',
  confirmed: 'No confirmed plans',
  missed: 'No installment was missed',
  defaulted: 'No plan defaulted',
  completed: 'No plan was paid yet',
  canceled: 'No plan was canceled',
  all: 'No payment plans yet',
}

const columnsOf = (day: (date: string) => string): readonly Column<PlanRow>[] => [
  { ...customerColumn, rowHeader: true },
  {
    id: 'invoices',
    header: 'Invoices',
    hideBelow: 'md',
    card: 'detail',
    text: (plan) => plan.invoices.map(({ number }) => number).join(', '),
    cell: (plan) => numbersText(plan.invoices),
  },
  {
    id: 'state',
    header: 'Status',
    width: 8,
    card: 'state',
    cell: (plan) => {
      const { text, tone } = stateLook(plan)
      return <Tag tone={tone}>{text}</Tag>
    },
  },
  {
    id: 'installments',
    header: 'Paid',
    width: 6,
    hideBelow: 'lg',
    card: 'foot',
    cell: (plan) => (
      <span className="num">
        {`${plan.paid_count} of ${plan.installment_count}`}
        <span className="@min-md:hidden"> paid</span>
      </span>
    ),
  },
  {
    id: 'missed',
    header: 'Missed',
    width: 6,
    align: 'end',
    sortable: true,
    hideBelow: 'xl',
    card: 'hidden',
    cell: (plan) => (plan.missed_count === 0 ? '–' : plan.missed_count),
  },
  {
    id: 'next_due_date',
    header: 'Next due',
    width: 11,
    sortable: true,
    card: 'aside',
    cell: (plan) =>
      plan.next_due_date && (
        <span className="num">
          <span className="@min-md:hidden">Next </span>
          {day(plan.next_due_date)}{' '}
          <span className="text-ink-3">{moneyText(plan.next_amount ?? '', plan.currency)}</span>
        </span>
      ),
  },
  {
    id: 'remaining',
    header: 'Remaining',
    align: 'end',
    width: 8,
    sortable: true,
    card: 'value',
    text: (plan) => moneyText(plan.remaining, plan.currency),
    cell: (plan) => moneyText(plan.remaining, plan.currency),
  },
]
