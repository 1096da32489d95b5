import type { StatementKind } from '../../../../../domain/statements/statement-kind.ts'
import { findPeriodProblem } from '../../../../../domain/statements/statement-period.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import type { Sending } from '../../rules/sending.ts'

/** A run as it is asked for. */
export interface RunBody {
  readonly from: string
  readonly to: string
  readonly kind: StatementKind
  readonly only_open: boolean
}

/** Returns what a run sends. Refuses messages beside `from` and `to`. */
export async function checkRun(ctx: Ctx, { from, to, kind, only_open }: RunBody): Promise<Sending> {
  const problem = findPeriodProblem({ from, to }, await todayOf(ctx))
  if (problem) throw refuseFields({ [problem.field]: [problem.message] })
  return { kind, period: { from, to }, onlyOpen: only_open }
}
