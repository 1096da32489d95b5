import type { AuditArea, AuditTexts } from '../../domain/accounts/audit-areas.ts'
import type { EventTypesByAction } from '../../domain/accounts/event-types.ts'
import type { BaseCtx, InvoiceReminders, InvoiceReopening, JobDefinition, UnitOfWork } from './app.ts'
import type { BoundRoute } from './http/handlers.ts'
import type { DeliveryCheck } from './mail/delivery-check.ts'
import type { FailedMailHandler } from './mail/failed-mail.ts'
import type { Failpoint, JobName, ScheduleName } from './registered-names.ts'

/**
 * Work of an account that becomes due at a time. It runs for the accounts for which it is due: when a writer has
 * marked it due (`markDue`), after the audit entries that it names, or at the instant that it returned itself. It may
 * run without need and in two workers at once, and does nothing twice.
 */
export interface Schedule {
  readonly name: ScheduleName
  /** 'machine' for work that follows the machine's clock, such as mail; otherwise the product's clock. */
  readonly clock?: 'machine'
  /** Areas of the audit log after whose entries it runs, within a minute or two. */
  readonly after?: readonly AuditArea[]
  run(uow: UnitOfWork): Promise<unknown>
  /**
   * Returns when it is due next according to the account's data, in epoch ms of its clock; null when nothing waits.
   * An instant that has passed makes it run again in a minute.
   */
  nextDue(uow: UnitOfWork): Promise<number | null>
}

/** Work on rows of no account, such as deleting expired ones. Runs once a minute. */
export interface Housekeeping {
  readonly name: string
  run(ctx: BaseCtx): Promise<unknown>
}

/** A room's exports to the rest of the program. Each room has one in its `registry.ts`. */
export interface RoomRegistry {
  readonly room: string
  readonly routes?: readonly BoundRoute[]
  readonly jobs?: readonly JobDefinition<JobName>[]
  readonly schedules?: readonly Schedule[]
  readonly housekeeping?: readonly Housekeeping[]
  readonly failpoints?: readonly Failpoint[]
  /** Checks of the room's messages before they leave, by their kind. */
  readonly mailChecks?: Readonly<Record<string, DeliveryCheck>>
  /** Reactions to emails that are given up. */
  readonly mailFailures?: readonly FailedMailHandler[]
  /** Reminds of invoices that people select; declared by one room. */
  readonly invoiceReminders?: InvoiceReminders
  /** Opens again what ended with an invoice that is owed again. */
  readonly invoiceReopening?: InvoiceReopening
  readonly auditTexts?: AuditTexts
  /** The room's audit actions that are events of the account, with their types. */
  readonly events?: EventTypesByAction
}
