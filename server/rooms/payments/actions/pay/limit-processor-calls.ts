import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'

const HOUR_S = 3600
const CALLS_PER_HOUR = 60

/**
 * Counts a call to the processor that a payer makes about a payment that has begun. Refuses too_many_requests. What is
 * answered from our own records is not counted, so that a repeated request is answered however many came before.
 */
export const limitProcessorCalls = ({ app, accountId }: UnitOfWork, paymentId: string): Promise<void> =>
  consumeRateLimit(app, `processor calls ${accountId} ${paymentId}`, CALLS_PER_HOUR, HOUR_S)
