import type { CalendarDate } from '../../../../domain/calendar.ts'
import type { Steps } from '../../../platform/context.ts'
import { type PaymentSettings, readSettings } from '../../payments/index.ts'
import { type CoveredInvoice, coveredUntil } from '../store/covered.ts'

const PAGE = 200

/** Does something with each covered invoice that is due by a date; nothing while the account is not active. */
export async function eachCovered(
  steps: Steps,
  untilOf: (today: CalendarDate) => CalendarDate,
  work: (one: CoveredInvoice, settings: PaymentSettings) => Promise<void>,
): Promise<void> {
  for (let after: CoveredInvoice | undefined; ; ) {
    const { settings, page } = await steps.transaction(async (ctx) => {
      const read = await readSettings(ctx)
      return {
        settings: read,
        page: read.isActive ? await coveredUntil(ctx, untilOf(read.today), after, PAGE) : [],
      }
    })
    for (const one of page) await alone(steps, one.id, () => work(one, settings))
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

/** One that fails doesn't hold up the others. */
export async function alone(steps: Steps, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    steps.app.log.error('automatic payment failed', { id, error })
  }
}
