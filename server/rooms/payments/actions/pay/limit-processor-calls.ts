import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'

const HOUR_S = 3600
const CALLS_PER_HOUR = 60

/**
 * Limits the calls to the processor that a payer makes about a started payment. Refuses too_many_requests.
 * Replies from our own records do not count, so that a repeated request is always answered.
 */
export const limitProcessorCalls = ({ app, accountId }: UnitOfWork, paymentId: string): Promise<void> =>
  consumeRateLimit(app, `processor calls ${accountId} ${paymentId}`, CALLS_PER_HOUR, HOUR_S)
