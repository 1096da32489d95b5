import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { isCurrency } from '../../../domain/money/money.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall, useSessionControl } from '../../session/session-context.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { NativeSelect } from '../../ui/fields/select.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../ui/table/table-state.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { useDeviceColumns } from '../layout/columns/use-list-columns.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { useFeature } from '../layout/gates/feature-gate.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { type ListSearch, useListState } from '../list-search.ts'
import { CLIENTS_PATH } from '../paths.ts'

type Company = ReplyOf<typeof contract.companies.list>['results'][number]

type Totals = ReplyOf<typeof contract.companies.list>['totals']

const ROLES = { owner: 'Owner', admin: 'Admin', advisor: 'Advisor', viewer: 'Viewer' } as const
const STATES = {
  open: null,
  closed: 'Closed',
  blocked: 'Blocked',
  inactive: 'No active plan',
  second_factor: 'Needs two-step login',
} as const

/** True while the figures are known. Those of a company that the reader can't enter for another reason than its plan are not. */
const hasFigures = ({ state }: Company): boolean => state === 'open' || state === 'inactive'

const amounts = (row: Company, which: 'owed' | 'overdue'): string =>
  row.owed.map((one) => moneyText(one[which], one.currency)).join(' + ')

/** One currency a line, so that amounts of one company don’t push its name away. A card has no headings, so it labels each. */
const stacked = (row: Company, which: 'owed' | 'overdue') =>
  row.owed.map((one) => (
    <span key={one.currency} className="block">
      {moneyText(one[which], one.currency)}
      <span className="text-12 font-normal text-ink-3 @min-md:hidden">{` ${which}`}</span>
    </span>
  ))

/** Left out of a card, where a dash without its heading says nothing. */
const Nothing = () => <span className="@max-md:hidden">–</span>

const columnsWith = (current: string, open: (row: Company) => void): Column<Company>[] => [
  {
    id: 'company_name',
    header: 'Company',
    rowHeader: true,
    sortable: true,
    card: 'title',
    text: (row) => row.name,
    cell: (row) => (
      <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 truncate">{row.name || 'Your company'}</span>
        {row.account === current && <Tag>Open now</Tag>}
        {STATES[row.state] && <Tag tone="soon">{STATES[row.state]}</Tag>}
      </span>
    ),
  },
  { id: 'role', header: 'Your role', width: 7, card: 'detail', cell: (row) => ROLES[row.role] },
  {
    id: 'owed',
    header: 'Owed',
    sortable: true,
    align: 'end',
    width: 12,
    card: 'value',
    text: (row) => amounts(row, 'owed'),
    cell: (row) => (row.owed.length === 0 ? <Nothing /> : stacked(row, 'owed')),
  },
  {
    id: 'overdue',
    header: 'Overdue',
    sortable: true,
    align: 'end',
    width: 12,
    card: 'aside',
    text: (row) => amounts(row, 'overdue'),
    cell: (row) => (row.overdue_invoices === 0 ? <Nothing /> : stacked(row, 'overdue')),
  },
  {
    id: 'attention',
    header: 'Needs attention',
    sortable: true,
    width: 11,
    card: 'state',
    cell: (row) =>
      !hasFigures(row) ? (
        <span className="text-ink-3">Not shown</span>
      ) : (
        attentionOf(row) || (
          <span className="text-ink-3">
            <span className="@max-md:hidden">Nothing</span>
            <span className="@min-md:hidden">Nothing needs attention</span>
          </span>
        )
      ),
  },
  {
    id: 'open',
    header: 'Open',
    headerHidden: true,
    width: 6,
    align: 'end',
    card: 'action',
    cell: (row) =>
      row.account === current ? null : (
        <Button size="sm" onClick={() => open(row)} aria-label={`Open ${row.name}`}>
          Open
        </Button>
      ),
  },
]

function attentionOf({ overdue_invoices: late, tasks_due: tasks }: Company): string {
  return [tasks > 0 && `${tasks} ${tasks === 1 ? 'task' : 'tasks'} due`, late > 0 && `${late} overdue`]
    .filter((text) => text !== false)
    .join(', ')
}

const OpenClientDialog = lazyWithRetry(() => import('./open-client-dialog.tsx'), 'OpenClientDialog')

/** For owners and admins of a firm of accountants. */
function ClientActions({ onOpened }: { onOpened: () => void }) {
  const manages = useCan('users.manage')
  const included = useFeature('SUB_ACCOUNT_MANAGEMENT')
  const [opening, setOpening] = useState(false)
  if (!manages || !included) return null
  return (
    <>
      <ButtonLink href={CLIENTS_PATH}>Clients and colleagues</ButtonLink>
      <Button variant="primary" onClick={() => setOpening(true)}>
        Create a client company
      </Button>
      <Suspense>
        {opening && <OpenClientDialog onClose={() => setOpening(false)} onOpened={onOpened} />}
      </Suspense>
    </>
  )
}

const countText = (count: number): string => `${count} ${count === 1 ? 'company' : 'companies'}`

/** Sums over all companies that match the search, by currency. */
function Totals({ of }: { of: Totals }) {
  const figures = [
    ...of.owed.flatMap(({ currency, owed, overdue }) => [
      { label: `Owed, ${currency}`, text: moneyText(owed, currency) },
      { label: `Overdue, ${currency}`, text: moneyText(overdue, currency) },
    ]),
    { label: 'Need attention', text: countText(of.attention) },
  ]
  return (
    <div className="mx-4 mb-4 grid gap-y-2 md:mx-6">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-12 text-ink-3">{label}</dt>
            <dd className="num text-16 font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
      {of.left_out > 0 && (
        <p className="text-ink-2">
          {`Without ${countText(of.left_out)}: closed, blocked, or waiting for your two-step login.`}
        </p>
      )}
    </div>
  )
}

const COMPANY_ORDERS = ['company_name', 'created', 'owed', 'overdue', 'attention']

const cleanCurrency = ({ currency, ...search }: ListSearch): ListSearch => ({
  ...search,
  ...(currency !== undefined && isCurrency(currency) && { currency }),
})

/** All companies in which somebody works: what each is owed, what is overdue, and what needs attention. */
export function CompaniesPage() {
  const { pk: current } = useAccount()
  const call = useCall()
  const list = useListState(['currency'], { clean: cleanCurrency, orders: COMPANY_ORDERS })
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const companies = useQuery({
    queryKey: ['companies', list.query],
    queryFn: ({ signal }) => call(contract.companies.list, { query: list.query }, { signal }),
    placeholderData: (before) => before,
  })
  const open = async ({ account }: Company) => {
    const found = await call(contract.accounts.read, { params: { account } })
    navigate('/')
    session.chooseAccount(
      { id: found.pk, company: found.company.pk, company_name: found.company.name },
      found.currency,
    )
  }
  const all = columnsWith(current, (row) => void open(row))
  const { button, ...arranged } = useDeviceColumns('companies', list, all)
  return (
    <>
      <PageHeader
        title="Your companies"
        actions={<ClientActions onOpened={() => void companies.refetch()} />}
      />
      <HelpNote topic="companies" className="mb-4 border-b" />
      {companies.data && companies.data.count > 1 && <Totals of={companies.data.totals} />}
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
        <SearchField
          label="Search companies"
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
        />
        <DroppedFilters list={list} currencies={companies.data?.currencies ?? []} className="order-last" />
        {companies.data && companies.data.count > 1 && companies.data.currencies.length > 1 && (
          <div className="flex items-center gap-2 text-ink-2">
            <span aria-hidden="true">Sort amounts in</span>
            <NativeSelect
              aria-label="Sort amounts in"
              value={companies.data.currency ?? ''}
              options={companies.data.currencies.map((code) => ({ value: code, label: code }))}
              onChange={(event) => list.set({ currency: event.target.value })}
            />
          </div>
        )}
        <ExportMenu list={list} route={contract.companies.export} name="Companies" right="dashboard.read" />
        {button}
      </div>
      <DataTable
        className="border-t border-line"
        label="Your companies"
        {...arranged}
        rows={companies.data?.results}
        rowKey={(row) => row.account}
        loading={companies.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        skeletonRows={4}
        empty={
          <EmptyState icon={<Building2 />} title="No company found">
            Companies that invite you to their team appear here.
          </EmptyState>
        }
        error={companies.error && <FailedNote what="your companies" query={companies} list={list} />}
      />
      <ListPager list={list} reply={companies.data} />
    </>
  )
}
