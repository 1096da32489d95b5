import type { CustomerOption } from '../customer-options.ts'

/** Records that a new task is about. */
export interface TaskSubject {
  readonly customer: string
  readonly invoice?: string
}

/** A task as its form holds it. */
export interface TaskValues {
  title: string
  note: string
  due_on: string
  customer: CustomerOption | null
  /** Id of a member; empty for nobody. */
  assignee: string
}
