import { TASK_KINDS, TASK_VIEWS, type TaskKind, type TaskView } from '../../../domain/worklist/task.ts'
import type { FilterField } from '../layout/filters/filter-field.ts'
import type { ListSearch } from '../list-search.ts'

export const TASK_FILTERS: readonly FilterField[] = [
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
]

/** Query parameters of the worklist besides page and size. */
export const WORKLIST_PARAMS = ['view', 'assignee', 'kind'] as const

const ASSIGNEES = ['everyone', 'me', 'nobody'] as const
export type Assignee = (typeof ASSIGNEES)[number]

/** Filters of the worklist. */
export interface WorklistFilter {
  readonly view: TaskView
  readonly assignee: Assignee
  readonly kind: TaskKind | undefined
  readonly customer: string | undefined
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** Reads the filters of an address. Values that the API would refuse become the defaults. */
export const readFilter = (search: ListSearch): WorklistFilter => ({
  view: oneOf(TASK_VIEWS, search.view) ?? 'open',
  assignee: oneOf(ASSIGNEES, search.assignee) ?? 'everyone',
  kind: oneOf(TASK_KINDS, search.kind),
  customer: search.customer,
})
