import { ClipboardList, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { TaskButtons } from './task-buttons.tsx'
import type { TaskSubject } from './task-values.ts'
import { dayOfTask, dueText } from './task-words.ts'
import { useTasks } from './use-tasks.ts'

const TaskDialog = lazyWithRetry(() => import('./task-dialog.tsx'), 'TaskDialog')
const SHOWN = '10'

/** Tasks to do about a customer or an invoice, with a button to add one. */
export function OpenTasks({ subject }: { subject: TaskSubject }) {
  const account = useAccount()
  const mayWrite = useCan('worklist.write')
  const [adding, setAdding] = useState(false)
  const tasks = useTasks({
    page_size: SHOWN,
    ...(subject.invoice === undefined ? { customer: subject.customer } : { invoice: subject.invoice }),
  })
  const when = (day: string) => dueText(day, account.today, (one) => formatDate(one, account.date_format))
  return (
    <section aria-label="Tasks" className="min-w-0 border-t border-line pt-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 className="font-semibold">Tasks</h2>
        {mayWrite && (
          <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Add task
          </Button>
        )}
      </div>
      {tasks.error && (
        <Note tone="error" onRetry={tasks.refetch} retrying={tasks.isFetching}>
          {tasks.error.message}
        </Note>
      )}
      {tasks.data?.results.length === 0 && <p className="text-ink-2">Nothing to do.</p>}
      <ul className="grid gap-3">
        {tasks.data?.results.map((task) => (
          <li key={task.pk} className="flex min-w-0 items-start gap-2">
            <ClipboardList className="mt-0.5 size-4 flex-none text-ink-3" />
            <span className="grid min-w-0 flex-1">
              <span className="font-medium break-words">{task.title}</span>
              <span className="text-12 text-ink-3">
                {when(dayOfTask(task))}
                {task.assignee && ` · ${task.assignee.name}`}
              </span>
            </span>
            {mayWrite && <TaskButtons task={task} />}
          </li>
        ))}
      </ul>
      <Suspense>{adding && <TaskDialog subject={subject} onClose={() => setAdding(false)} />}</Suspense>
    </section>
  )
}
