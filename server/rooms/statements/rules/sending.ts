import type { StatementKind } from '../../../../domain/statements/statement-kind.ts'
import type { StatementPeriod } from '../../../../domain/statements/statement-period.ts'

/** Statements that leave together. */
export interface Sending {
  readonly kind: StatementKind
  readonly period: StatementPeriod
  /** True when customers without an open invoice or credit get none. */
  readonly onlyOpen: boolean
}
