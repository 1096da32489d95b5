import { Ellipsis, Folders } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { readSort, writeSort } from '../../../ui/table/table-state.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { useListState } from '../../list-search.ts'
import { customersInGroupPath } from '../list/customer-params.ts'
import { offLabels } from '../switches/switch-words.ts'
import { GROUP_ORDERS, type Group, useGroups } from './use-groups.ts'

const GroupDialog = lazyWithRetry(() => import('./group-dialog.tsx'), 'GroupDialog')
const AddCustomersDialog = lazyWithRetry(() => import('./add-customers-dialog.tsx'), 'AddCustomersDialog')
const GroupSwitchesDialog = lazyWithRetry(() => import('./group-switches-dialog.tsx'), 'GroupSwitchesDialog')
const DeleteGroupDialog = lazyWithRetry(() => import('./delete-group-dialog.tsx'), 'DeleteGroupDialog')

type Change = { readonly to: 'add' | 'switches' | 'rename' | 'delete'; readonly group: Group }
type Open = 'new' | Change | null

const COLUMNS: Column<Group>[] = [
  {
    id: 'name',
    header: 'Group',
    rowHeader: true,
    sortable: true,
    card: 'title',
    text: (row) => row.name,
    cell: (row) => (
      <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 truncate">{row.name}</span>
        {offLabels(row).map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
      </span>
    ),
  },
  {
    id: 'members_count',
    header: 'Customers',
    align: 'end',
    sortable: true,
    width: 8,
    card: 'detail',
    cell: (row) => (
      <>
        {row.members_count.toLocaleString('en-US')}
        <span className="@min-md:hidden"> {row.members_count === 1 ? 'customer' : 'customers'}</span>
      </>
    ),
  },
]

const columnsWith = (onChange: (change: Change) => void): Column<Group>[] => [
  ...COLUMNS,
  {
    id: 'changes',
    header: 'Changes',
    headerHidden: true,
    width: 5,
    align: 'end',
    card: 'value',
    className: '@max-md:row-span-2',
    cell: (group) => (
      <Menu
        align="end"
        trigger={<IconButton icon={<Ellipsis />} label={`Change ${group.name}`} />}
        items={[
          { id: 'view', label: 'View customers', href: customersInGroupPath(group.pk) },
          { id: 'add', label: 'Add customers…', onSelect: () => onChange({ to: 'add', group }) },
          { id: 'switches', label: 'Switches…', onSelect: () => onChange({ to: 'switches', group }) },
          { id: 'rename', label: 'Rename', onSelect: () => onChange({ to: 'rename', group }) },
          { id: 'delete', label: 'Delete', danger: true, onSelect: () => onChange({ to: 'delete', group }) },
        ]}
      />
    ),
  },
]

/** Lists the groups of customers, each with a link to its customers. */
export function GroupsPage() {
  const list = useListState([], { orders: GROUP_ORDERS })
  const groups = useGroups(list.search.order_by)
  const mayWrite = useCan('groups.write')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const newButton = mayWrite && <NewButton onPress={() => setOpen('new')}>New group</NewButton>
  return (
    <>
      <PageHeader
        title="Customer groups"
        crumbs={[{ label: 'Customers', href: '/customers' }]}
        actions={
          <>
            <ExportMenu
              list={{ query: list.search.order_by ? { order_by: list.search.order_by } : {} }}
              route={contract.customerGroups.export}
              name="Customer groups"
            />
            {newButton}
          </>
        }
      />
      <DroppedFilters list={list} className="px-4 py-2 md:px-6" />
      <DataTable
        className="border-t border-line"
        label="Customer groups"
        columns={mayWrite ? columnsWith(setOpen) : COLUMNS}
        rows={groups.data?.results}
        rowKey={(row) => row.pk}
        loading={groups.isFetching}
        sort={readSort(list.search.order_by)}
        onSort={(sort) => list.set({ order_by: writeSort(sort) })}
        rowHref={(row) => customersInGroupPath(row.pk)}
        skeletonRows={3}
        empty={
          <EmptyState icon={<Folders />} title="No groups yet" action={newButton}>
            Group customers you treat alike, such as wholesale or schools, to find them together. A customer
            is in one group at most.
          </EmptyState>
        }
        error={
          groups.error && (
            <Note
              tone="error"
              title="Failed to load customer groups"
              onRetry={() => groups.refetch()}
              retrying={groups.isFetching}
              className="mx-4 my-6 md:mx-6"
            >
              {actionErrorText(groups.error)}
            </Note>
          )
        }
      />
      <Suspense>
        {open === 'new' && <GroupDialog group={null} onClose={close} />}
        {open !== null && open !== 'new' && open.to === 'add' && (
          <AddCustomersDialog group={open.group} onClose={close} />
        )}
        {open !== null && open !== 'new' && open.to === 'switches' && (
          <GroupSwitchesDialog group={open.group} onClose={close} />
        )}
        {open !== null && open !== 'new' && open.to === 'rename' && (
          <GroupDialog group={open.group} onClose={close} />
        )}
        {open !== null && open !== 'new' && open.to === 'delete' && (
          <DeleteGroupDialog group={open.group} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
