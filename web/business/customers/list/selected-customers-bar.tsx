import { FolderInput } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { SelectionAction, SelectionBar } from '../../../ui/table/selection-bar.tsx'
import type { useSelectedCustomers } from './use-selected-customers.ts'

const MoveDialog = lazyWithRetry(() => import('../groups/move-dialog.tsx'), 'MoveDialog')

/** Actions on the selected customers. `total` is the number of customers that match the list's filters. */
export function SelectedCustomersBar({
  selection,
  total,
}: {
  selection: ReturnType<typeof useSelectedCustomers>
  total: number
}) {
  const [moving, setMoving] = useState(false)
  if (selection.customers.count === 0) return null
  return (
    <>
      <SelectionBar count={selection.customers.count} onClear={selection.clear}>
        {selection.chooseAll && (
          <SelectionAction onPress={selection.chooseAll}>
            Select all {total.toLocaleString('en-US')}
          </SelectionAction>
        )}
        <SelectionAction icon={<FolderInput />} onPress={() => setMoving(true)}>
          Move to group
        </SelectionAction>
      </SelectionBar>
      {moving && (
        <Suspense>
          <MoveDialog
            selected={selection.customers}
            onClose={() => setMoving(false)}
            onMoved={() => {
              setMoving(false)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
