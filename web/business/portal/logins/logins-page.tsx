import { KeyRound, Send, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import {
  PORTAL_LOGIN_STATE_TEXTS,
  PORTAL_LOGIN_STATES,
} from '../../../../domain/people/portal-login-state.ts'
import { useCan } from '../../../session/account-context.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import { readSort, writeSort } from '../../../ui/table/table-state.ts'
import { useListColumns } from '../../layout/columns/use-list-columns.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { ListPager } from '../../layout/list-pager.tsx'
import { useListState } from '../../list-search.ts'
import { recordPath } from '../../paths.ts'
import { InviteRunProgress } from '../invite-runs/invite-run-progress.tsx'
import { PortalHeader } from '../portal-header.tsx'
import { useLoginColumns } from './login-columns.tsx'
import { cleanLoginSearch, LOGIN_ORDERS } from './login-search.ts'
import { useLogins } from './use-logins.ts'

const InviteRunDialog = lazyWithRetry(() => import('../invite-runs/invite-run-dialog.tsx'), 'InviteRunDialog')
const InviteDialog = lazyWithRetry(() => import('./invite-dialog.tsx'), 'InviteDialog')

const STATE_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...PORTAL_LOGIN_STATES.map((value) => ({ value, label: PORTAL_LOGIN_STATE_TEXTS[value] })),
]

/** Lists who logs in to the portal for which customer, and the customers for whom nobody does. */
export function LoginsPage() {
  const list = useListState(['state'], { clean: cleanLoginSearch, orders: LOGIN_ORDERS })
  const mayInvite = useCan('portal.invite')
  const [opened, setOpened] = useState<'one' | 'all' | 'selected' | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const close = () => setOpened(null)
  const logins = useLogins(list.query)
  const columns = useLoginColumns(mayInvite)
  const { button, ...arranged } = useListColumns('portal_logins', list, columns, logins.data !== undefined)
  const customers = [...new Set([...selected].map((key) => key.split(' ')[0]!))]
  return (
    <>
      <PortalHeader
        current="logins"
        actions={
          mayInvite && (
            <>
              <Button icon={<Users />} onClick={() => setOpened('all')}>
                Invite all
              </Button>
              <Button variant="primary" icon={<Send />} onClick={() => setOpened('one')}>
                Invite
              </Button>
            </>
          )
        }
      />
      <InviteRunProgress />
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        <SearchField
          value={list.search.search ?? ''}
          onSearch={(search) => list.set({ search })}
          label="Search logins"
        />
        <NativeSelect
          compact
          aria-label="Status"
          options={STATE_OPTIONS}
          value={list.search.state ?? ''}
          onChange={({ target: { value } }) => list.set({ state: value })}
        />
        <DroppedFilters list={list} className="order-last" />
        <ExportMenu list={list} route={contract.portalLogins.export} name="Portal logins" />
        {button}
      </div>
      <DataTable
        label="Portal logins"
        {...arranged}
        rows={logins.data?.results}
        rowKey={(row) => `${row.customer} ${row.login} ${row.state === 'removed'}`}
        selection={
          mayInvite
            ? { selected, onChange: setSelected, name: (row) => `${row.short_name} ${row.email}`.trim() }
            : undefined
        }
        rowHref={(row) => recordPath('customer', row.customer)}
        loading={logins.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        filtered={list.search.search !== undefined || list.search.state !== undefined}
        empty={
          <EmptyState icon={<KeyRound />} title="No customers yet">
            Customers appear here with the people who log in for them.
          </EmptyState>
        }
        error={logins.error && <FailedNote what="portal logins" query={logins} list={list} />}
      />
      <ListPager list={list} reply={logins.data} />
      {customers.length > 0 && (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <SelectionAction icon={<Send />} onPress={() => setOpened('selected')}>
            Invite to portal
          </SelectionAction>
        </SelectionBar>
      )}
      <Suspense>
        {opened === 'one' && <InviteDialog onClose={close} />}
        {opened === 'all' && <InviteRunDialog onClose={close} />}
        {opened === 'selected' && (
          <InviteRunDialog
            selected={{ count: customers.length, body: { customers } }}
            onClose={close}
            onStarted={() => setSelected(new Set())}
          />
        )}
      </Suspense>
    </>
  )
}
