import { ClipboardCheck } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { TASK_KIND_TEXTS, TASK_KINDS, type TaskView } from '../../../domain/worklist/task.ts'
import { useCan } from '../../session/account-context.ts'
import { NativeSelect } from '../../ui/fields/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { useListColumns } from '../layout/columns/use-list-columns.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FailedNote } from '../layout/failed-note.tsx'
import { FilterBar } from '../layout/filters/filter-bar.tsx'
import { useFilteredList } from '../layout/filters/use-filtered-list.ts'
import { ListPager } from '../layout/list-pager.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { ListViews } from '../layout/saved-views/list-views.tsx'
import type { ListState } from '../list-search.ts'
import { WORKLIST_PATH } from '../paths.ts'
import { useTaskColumns } from './task-columns.tsx'
import { useTasks } from './use-tasks.ts'
import { readFilter, TASK_FILTERS, WORKLIST_PARAMS, type WorklistFilter } from './worklist-list.ts'

const TaskDialog = lazyWithRetry(() => import('./task-dialog.tsx'), 'TaskDialog')

const VIEWS = [
  { id: 'open', name: 'To do', href: WORKLIST_PATH },
  { id: 'snoozed', name: 'Snoozed', href: `${WORKLIST_PATH}?view=snoozed` },
  { id: 'done', name: 'Done', href: `${WORKLIST_PATH}?view=done` },
]

/** Tasks of the account: to do, snoozed and done. */
export function WorklistPage() {
  const list = useFilteredList(TASK_FILTERS, WORKLIST_PARAMS)
  const filter = readFilter(list.search)
  const mayWrite = useCan('worklist.write')
  const [adding, setAdding] = useState(false)
  const addButton = mayWrite && <NewButton onPress={() => setAdding(true)}>Add task</NewButton>
  return (
    <>
      <PageHeader title="Worklist" actions={addButton} />
      <HelpNote topic="worklist" />
      <ListViews
        label="Tasks shown"
        list={list}
        saved="tasks"
        path={WORKLIST_PATH}
        current={filter.view}
        views={VIEWS}
        isShown
      />
      <TaskTable filter={filter} list={list} mayWrite={mayWrite} action={addButton} />
      <Suspense>{adding && <TaskDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

const ASSIGNEE_OPTIONS = [
  { value: 'everyone', label: 'Assigned to everyone' },
  { value: 'me', label: 'Assigned to me' },
  { value: 'nobody', label: 'Assigned to nobody' },
]
const KIND_OPTIONS = [
  { value: '', label: 'All kinds' },
  ...TASK_KINDS.map((value) => ({ value, label: TASK_KIND_TEXTS[value] })),
]

function Filters({
  filter,
  list,
  columns,
}: {
  filter: WorklistFilter
  list: ListState
  /** The button that opens the choice of columns. */
  columns: ReactNode
}) {
  return (
    <FilterBar
      list={list}
      fields={TASK_FILTERS}
      search={null}
      tools={
        <>
          <ExportMenu
            list={{ ...list, query: matchOf(filter) }}
            route={contract.worklist.export}
            name="Tasks"
          />
          {columns}
        </>
      }
    >
      <NativeSelect
        compact
        aria-label="Assignee"
        options={ASSIGNEE_OPTIONS}
        value={filter.assignee}
        onChange={({ target: { value } }) => list.set({ assignee: value === 'everyone' ? undefined : value })}
      />
      <NativeSelect
        compact
        aria-label="Kind"
        options={KIND_OPTIONS}
        value={filter.kind ?? ''}
        onChange={({ target: { value } }) => list.set({ kind: value })}
      />
    </FilterBar>
  )
}

const matchOf = ({ view, assignee, kind, customer }: WorklistFilter): Record<string, string> => ({
  view,
  assignee,
  ...(kind && { kind }),
  ...(customer && { customer }),
})

const EMPTY: Readonly<Record<TaskView, readonly [title: string, text: string]>> = {
  open: [
    'Nothing to do',
    'Calls that a flow asks for, failed charges, refused emails and customers’ answers appear here.',
  ],
  snoozed: ['Nothing is snoozed', 'A task that you snooze waits here until its day.'],
  done: ['Nothing is done yet', 'Tasks that you finish stay here with what came of them.'],
}

function TaskTable({
  filter,
  list,
  mayWrite,
  action,
}: {
  filter: WorklistFilter
  list: ListState
  mayWrite: boolean
  action: ReactNode
}) {
  const { view, assignee, kind, customer } = filter
  const { page, page_size = '25' } = list.query
  const tasks = useTasks({
    view,
    assignee,
    page_size,
    ...(kind && { kind }),
    ...(customer && { customer }),
    ...(page !== undefined && { page }),
  })
  const columns = useTaskColumns(view, mayWrite)
  const { button, ...arranged } = useListColumns('tasks', list, columns, tasks.data !== undefined)
  const [title, text] = EMPTY[view]
  return (
    <>
      <Filters filter={filter} list={list} columns={button} />
      <DataTable
        label="Tasks"
        {...arranged}
        rows={tasks.data?.results}
        rowKey={(task) => task.pk}
        loading={tasks.isFetching}
        filtered={assignee !== 'everyone' || kind !== undefined || customer !== undefined}
        error={tasks.error && <FailedNote what="tasks" query={tasks} list={list} />}
        empty={
          <EmptyState icon={<ClipboardCheck />} title={title} action={view === 'open' && action}>
            {text}
          </EmptyState>
        }
      />
      <ListPager list={list} reply={tasks.data} />
    </>
  )
}
