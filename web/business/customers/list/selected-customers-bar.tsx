import { FolderInput, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useCan } from '../../../session/account-context.ts'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import { ExportSelection } from '../../layout/export-menu.tsx'
import type { useSelectedCustomers } from './use-selected-customers.ts'

const InviteRunDialog = lazyWithRetry(
  () => import('../../portal/invite-runs/invite-run-dialog.tsx'),
  'InviteRunDialog',
)
const MoveDialog = lazyWithRetry(() => import('../groups/move-dialog.tsx'), 'MoveDialog')

/** Actions on the selected customers. `total` is the number of customers that match the list's filters. */
export function SelectedCustomersBar({
  selection,
  ordered,
  total,
}: {
  selection: ReturnType<typeof useSelectedCustomers>
  /** The list's search, filters and order. */
  ordered: Readonly<Record<string, string>>
  total: number
}) {
  const [opened, setOpened] = useState<'group' | 'portal' | null>(null)
  const mayGroup = useCan('groups.write')
  const mayInvite = useCan('portal.invite')
  const { body } = selection.customers
  const close = () => setOpened(null)
  if (selection.customers.count === 0) return null
  return (
    <>
      <SelectionBar count={selection.customers.count} onClear={selection.clear}>
        {selection.chooseAll && (
          <SelectionAction onPress={selection.chooseAll}>
            Select all {total.toLocaleString('en-US')}
          </SelectionAction>
        )}
        {mayGroup && (
          <SelectionAction icon={<FolderInput />} onPress={() => setOpened('group')}>
            Move to group
          </SelectionAction>
        )}
        {mayInvite && (
          <SelectionAction icon={<Send />} onPress={() => setOpened('portal')}>
            Invite to portal
          </SelectionAction>
        )}
        <ExportSelection
          route={contract.customers.export}
          name="Selected customers"
          chosen={'customers' in body && body.customers ? { customers: body.customers } : {}}
          matching={ordered}
        />
      </SelectionBar>
      <Suspense>
        {opened === 'group' && (
          <MoveDialog
            selected={selection.customers}
            onClose={close}
            onMoved={() => {
              close()
              selection.clear()
            }}
          />
        )}
        {opened === 'portal' && (
          <InviteRunDialog selected={selection.customers} onClose={close} onStarted={selection.clear} />
        )}
      </Suspense>
    </>
  )
}
