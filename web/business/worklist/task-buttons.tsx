import { Check, Ellipsis, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Task } from '../../../contract/worklist/worklist.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { Button } from '../../ui/layout/button.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../ui/overlay/menu-props.ts'
import { type Member, useMembers } from './use-members.ts'
import { useTaskChanges } from './use-task-changes.ts'

const FinishDialog = lazyWithRetry(() => import('./finish-dialog.tsx'), 'FinishDialog')
const SnoozeDialog = lazyWithRetry(() => import('./snooze-dialog.tsx'), 'SnoozeDialog')
const TaskDialog = lazyWithRetry(() => import('./task-dialog.tsx'), 'TaskDialog')

type Open = 'finish' | 'snooze' | 'edit' | null

/** Buttons of a task: done, and a menu with the other changes; for a done one, to open it again. */
export function TaskButtons({ task }: { task: Task }) {
  const [open, setOpen] = useState<Open>(null)
  const changes = useTaskChanges()
  const members = useMembers().data?.results ?? []
  const reopening = useAction(changes.reopen)
  if (task.status === 'done')
    return (
      <Button size="sm" icon={<RotateCcw />} busy={reopening.busy} onClick={() => reopening.run(task)}>
        Reopen
      </Button>
    )
  const close = () => setOpen(null)
  return (
    <span className="inline-flex items-center gap-1">
      <Button size="sm" icon={<Check />} aria-label={`Done: ${task.title}`} onClick={() => setOpen('finish')}>
        Done
      </Button>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={<Ellipsis />} label={`Change ${task.title}`} />}
        items={[
          { id: 'snooze', label: 'Snooze…', onSelect: () => setOpen('snooze') },
          ...(task.snoozed_until === null
            ? []
            : [{ id: 'wake', label: 'End snooze', onSelect: () => void changes.wake(task) }]),
          { id: 'edit', label: 'Edit…', onSelect: () => setOpen('edit') },
          ...assignItems(task, members, (member) => void changes.assign(task, member)),
        ]}
      />
      <Suspense>
        {open === 'finish' && <FinishDialog task={task} onClose={close} />}
        {open === 'snooze' && <SnoozeDialog task={task} onClose={close} />}
        {open === 'edit' && <TaskDialog task={task} onClose={close} />}
      </Suspense>
    </span>
  )
}

const assignItems = (
  task: Task,
  members: readonly Member[],
  onAssign: (member: Member | null) => void,
): MenuItem[] => [
  { kind: 'separator', id: 'before-assign' },
  { kind: 'heading', id: 'assign', label: 'Assign to' },
  ...members.map((member) => ({
    id: member.pk,
    label: member.name,
    checked: task.assignee?.pk === member.pk,
    onSelect: () => onAssign(member),
  })),
  { id: 'nobody', label: 'Nobody', checked: task.assignee === null, onSelect: () => onAssign(null) },
]
