import type { Task } from '../../../contract/worklist/worklist.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { TASK_KIND_TEXTS, type TaskView } from '../../../domain/worklist/task.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import { TaskButtons } from './task-buttons.tsx'
import { dayOfTask, dueText, invoicesText, KIND_TONES } from './task-words.ts'

// Lines of 24 px, so that a finger hits one of two links.
const LINK = 'inline-block leading-6 underline decoration-line-strong underline-offset-3 hover:decoration-ink'

const KIND: Column<Task> = {
  id: 'kind',
  header: 'Kind',
  width: 9.5,
  card: 'state',
  hideBelow: 'xl',
  cell: (task) => (
    <Tag tone={KIND_TONES[task.kind]} icon={null}>
      {TASK_KIND_TEXTS[task.kind]}
    </Tag>
  ),
}

const CUSTOMER: Column<Task> = {
  id: 'customer',
  header: 'Customer',
  width: 13,
  card: 'detail',
  text: (task) => `${task.customer.short_name} ${invoicesText(task.invoices)}`,
  cell: (task) => (
    <span className="grid min-w-0">
      <span className="truncate">
        <Link className={LINK} href={recordPath('customer', task.customer.pk)}>
          {task.customer.short_name}
        </Link>
      </span>
      <span className="truncate text-12 text-ink-3">
        <InvoiceLinks task={task} />
      </span>
    </span>
  ),
}

/** Links to the invoices of a task. Those beyond the second are on the customer's page. */
function InvoiceLinks({ task }: { task: Task }) {
  const shown = task.invoices.slice(0, 2)
  const more = task.invoices.length - shown.length
  return (
    <>
      {shown.map(({ pk, number }, at) => (
        <span key={pk}>
          {at > 0 && ', '}
          <Link className={LINK} href={recordPath('invoice', pk)}>
            {number}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

const AMOUNT: Column<Task> = {
  id: 'amount',
  header: 'Amount due',
  align: 'end',
  width: 8,
  card: 'value',
  cell: (task) =>
    task.amount === null || task.currency === null ? '' : moneyText(task.amount, task.currency, true),
}

const ASSIGNEE: Column<Task> = {
  id: 'assignee',
  header: 'Assigned to',
  width: 10,
  hideBelow: 'lg',
  text: (task) => task.assignee?.name ?? '',
  cell: (task) => (
    <>
      <span className="text-ink-3 @min-md:hidden">Assigned to </span>
      {task.assignee === null ? (
        <span className="text-ink-3">
          <span className="@max-md:hidden">Nobody</span>
          <span className="@min-md:hidden">nobody</span>
        </span>
      ) : (
        task.assignee.name
      )}
    </>
  ),
}

/** Shows what to do, and below it why, the instructions, and what was noted. */
function TaskText({ task }: { task: Task }) {
  const lines = [
    task.reason,
    task.note,
    task.snooze_note === '' ? '' : `Snoozed: ${task.snooze_note}`,
    task.done === null ? '' : outcomeText(task.done),
  ]
  return (
    <span className="grid min-w-0 gap-0.5 font-normal whitespace-normal @min-md:py-2.5">
      <span className="font-semibold break-words">{task.title}</span>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <span key={line} className="text-12 break-words whitespace-pre-line text-ink-2">
            {line}
          </span>
        ))}
      {task.url !== '' && <ElsewhereLink url={task.url} />}
    </span>
  )
}

/** The page of another program where the task is done. */
function ElsewhereLink({ url }: { url: string }) {
  return (
    <a className={`${LINK} justify-self-start text-12`} href={url} target="_blank" rel="noreferrer">
      Open the bill in a new tab
    </a>
  )
}

const outcomeText = ({ by, outcome }: NonNullable<Task['done']>): string =>
  `${by === null ? 'Done' : `Done by ${by}`}${outcome === '' ? '' : `: ${outcome}`}`

/** Columns of a list of tasks. */
export function useTaskColumns(view: TaskView, mayChange: boolean): readonly Column<Task>[] {
  const account = useAccount()
  const format = (day: string) => formatDate(day, account.date_format)
  const when = (task: Task): string =>
    task.done === null
      ? dueText(dayOfTask(task), account.today, format)
      : format(dayOf(task.done.at, account.timezone))
  const isLate = (task: Task): boolean => task.done === null && dayOfTask(task) < account.today
  return [
    {
      id: 'task',
      header: 'Task',
      rowHeader: true,
      card: 'title',
      cell: (task) => <TaskText task={task} />,
      className: '@max-md:whitespace-normal',
    },
    CUSTOMER,
    KIND,
    AMOUNT,
    {
      id: 'due',
      header: view === 'done' ? 'Done' : 'Due',
      width: 7.5,
      card: 'aside',
      cell: (task) => <span className={isLate(task) ? 'text-overdue' : undefined}>{when(task)}</span>,
    },
    ASSIGNEE,
    ...(mayChange
      ? [
          {
            id: 'actions',
            header: 'Actions',
            headerHidden: true,
            width: 9,
            align: 'end' as const,
            card: 'action' as const,
            cell: (task: Task) => <TaskButtons task={task} />,
          },
        ]
      : []),
  ]
}
