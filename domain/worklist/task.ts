/** Causes of tasks. */
export const TASK_KINDS = [
  'follow_up',
  'failed_charge',
  'refused_address',
  'answer',
  'books_entry',
  'other',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/** Names of the kinds, as people read them. */
export const TASK_KIND_TEXTS: Readonly<Record<TaskKind, string>> = {
  follow_up: 'Follow-up',
  failed_charge: 'Failed charge',
  refused_address: 'Refused email',
  answer: 'Customer’s answer',
  books_entry: 'Entry in the books',
  other: 'Other',
}

/** Lists of tasks: those to do now or later, those that wait for a day, and those that are done. */
export const TASK_VIEWS = ['open', 'snoozed', 'done'] as const
export type TaskView = (typeof TASK_VIEWS)[number]

export const TASK_TITLE_MAX_LENGTH = 120
export const TASK_TEXT_MAX_LENGTH = 2000
