import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { readAccountRow, runsByItself } from '../../accounts/index.ts'
import { type PaymentSettings, readSettings } from '../../payments/index.ts'
import { type CoveredInvoice, coveredUntil } from '../store/covered.ts'
import { findProblems } from './problems/find-problems.ts'
import { reportProblem } from './problems/report-problem.ts'

const PAGE = 200

/**
 * Runs `work` for each covered invoice that is due by a date, and reports those whose method can't be charged. Does nothing while
 * the account is off.
 */
export async function runForCoveredInvoices(
  uow: UnitOfWork,
  untilOf: (today: CalendarDate) => CalendarDate,
  work: (one: CoveredInvoice, settings: PaymentSettings) => Promise<void>,
): Promise<void> {
  for (let after: CoveredInvoice | undefined; ; ) {
    const { settings, page, problems } = await uow.transaction(async (ctx) => {
      const read = await readSettings(ctx)
      const isOn = runsByItself(await readAccountRow(ctx), ctx.now)
      const covered = isOn ? await coveredUntil(ctx, untilOf(read.today), after, PAGE) : []
      return { settings: read, page: covered, problems: await findProblems(ctx, covered) }
    })
    for (const one of page)
      await alone(uow, one.id, () =>
        problems.has(one.id) ? uow.transaction((ctx) => reportProblem(ctx, one.id)) : work(one, settings),
      )
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** Logs a failure, so that one invoice does not stop the others. */
export async function alone(uow: UnitOfWork, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    uow.app.log.error('automatic payment failed', { id, error })
  }
}
