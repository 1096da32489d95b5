import { Building2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { DroppedFilters } from '../layout/dropped-filters.tsx'
import { FeatureGate, useFeature } from '../layout/gates/feature-gate.tsx'
import { ListPager } from '../layout/list-pager.tsx'
import { useListState } from '../list-search.ts'
import { COMPANIES_PATH } from '../paths.ts'
import { ROLE_NAMES } from '../team/role-words.ts'
import { type Client, useClients } from './use-clients.ts'

const GiveAccessDialog = lazyWithRetry(() => import('./give-access-dialog.tsx'), 'GiveAccessDialog')
const EndAccessDialog = lazyWithRetry(() => import('./end-access-dialog.tsx'), 'EndAccessDialog')

const COLUMNS: readonly Column<Client>[] = [
  {
    id: 'name',
    header: 'Client company',
    rowHeader: true,
    card: 'title',
    text: (row) => row.name,
    cell: (row) => row.name || 'Unnamed company',
  },
  {
    id: 'people',
    header: 'Your people there',
    card: 'detail',
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        {row.people.map((one) => (
          <Tag key={one.user} icon={null}>
            {one.name} · {ROLE_NAMES[one.role]}
          </Tag>
        ))}
      </span>
    ),
  },
]

/** Client companies of a firm of accountants: which colleague works in which of them, with which role. */
export function ClientsPage() {
  const manages = useCan('users.manage')
  return (
    <>
      <PageHeader
        title="Clients and colleagues"
        crumbs={[{ label: 'Your companies', href: COMPANIES_PATH }]}
      />
      {manages ? (
        <Managed />
      ) : (
        <Note tone="warning" className="m-4 md:m-6">
          Owners and admins of your firm decide who works for which client.
        </Note>
      )}
    </>
  )
}

function Managed() {
  const { company } = useAccount()
  const list = useListState([])
  const { data, error, refetch, isFetching, show } = useClients()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<'give' | 'end' | null>(null)
  const mayGive = useFeature('SUB_ACCOUNT_MANAGEMENT')
  const text = (list.search.search ?? '').toLowerCase()
  const found = data?.clients.filter((one) => matches(one, text))
  const page = found?.slice((list.page - 1) * list.pageSize, list.page * list.pageSize)
  const chosen = data?.clients.filter(({ account }) => selected.has(account)) ?? []
  const dialog = { chosen, onClose: () => setOpen(null), onChanged: show }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
        <SearchField
          label="Search clients and colleagues"
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
        />
        {mayGive && (
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => setOpen('give')}>
            Give access
          </Button>
        )}
        <Button disabled={chosen.length === 0} onClick={() => setOpen('end')}>
          End access
        </Button>
        <span role="status" className="text-ink-2">
          {chosen.length > 0 && `${chosen.length} selected`}
        </span>
      </div>
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
      <FeatureGate feature="SUB_ACCOUNT_MANAGEMENT">{null}</FeatureGate>
      <DataTable
        className="border-t border-line"
        label="Client companies"
        columns={COLUMNS}
        rows={page}
        rowKey={(row) => row.account}
        loading={isFetching}
        selection={{ selected, onChange: setSelected, name: (row) => row.name }}
        skeletonRows={4}
        filtered={text !== ''}
        empty={
          <EmptyState icon={<Building2 />} title="No client companies yet">
            Companies that take {company.name || 'your company'} as their accountants appear here.
          </EmptyState>
        }
        error={
          error && (
            <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
              {actionErrorText(error)}
            </Note>
          )
        }
      />
      {found && (
        <ListPager
          list={list}
          reply={{
            page: list.page,
            count: found.length,
            num_pages: Math.max(1, Math.ceil(found.length / list.pageSize)),
          }}
        />
      )}
      <Suspense>
        {open === 'give' && <GiveAccessDialog {...dialog} colleagues={data?.colleagues ?? []} />}
        {open === 'end' && <EndAccessDialog {...dialog} />}
      </Suspense>
    </>
  )
}

const matches = ({ name, people }: Client, text: string): boolean =>
  text === '' || [name, ...people.map((one) => one.name)].some((one) => one.toLowerCase().includes(text))
