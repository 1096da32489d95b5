import { Folders, Plus } from 'lucide-react'
import { useCan } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../../ui/overlay/menu-props.ts'
import { FilterChip } from '../../../ui/table/filter-chip.tsx'
import type { ListState } from '../../list-search.ts'
import { CUSTOMER_GROUPS_PATH } from '../../paths.ts'
import { NO_GROUP, withGroup } from '../list/customer-params.ts'
import { useGroups } from './use-groups.ts'

/** Filters the list of customers by group: a chip while it is active, otherwise a button that offers the groups. */
export function GroupFilter({ list }: { list: ListState }) {
  const groups = useGroups().data?.results
  const mayWrite = useCan('groups.write')
  const ungrouped = list.search.filter_has_group === 'false'
  const current = ungrouped ? NO_GROUP : list.search.filter_group
  if (groups?.length === 0 && current === undefined && !mayWrite) return null
  const choose = (group: string) => () => list.set(withGroup(group))
  const items: MenuItem[] = groups?.length
    ? [
        ...groups.map((group) => ({
          id: group.pk,
          label: group.name,
          detail: group.members_count.toLocaleString('en-US'),
          checked: current === group.pk,
          onSelect: choose(group.pk),
        })),
        { id: 'none', label: 'No group', checked: current === NO_GROUP, onSelect: choose(NO_GROUP) },
        { kind: 'separator', id: 'line' },
      ]
    : []
  const menu = [
    ...items,
    {
      id: 'groups',
      label: mayWrite ? 'Manage groups' : 'All groups',
      icon: <Folders />,
      href: CUSTOMER_GROUPS_PATH,
    },
  ]
  const trigger =
    current === undefined ? (
      <Button variant="dashed" icon={<Plus />}>
        Group
      </Button>
    ) : (
      <FilterChip
        name="Group is"
        value={nameOf(current, groups)}
        onRemove={() => list.set(withGroup(undefined))}
      />
    )
  return <Menu align="start" trigger={trigger} items={menu} />
}

function nameOf(current: string, groups: readonly { pk: string; name: string }[] | undefined): string {
  if (current === NO_GROUP) return 'none'
  if (groups === undefined) return '…'
  return groups.find((group) => group.pk === current)?.name ?? 'deleted'
}
