import type { z } from 'zod'
import type { connectionImpact } from '../../../../../contract/payments/payment-connections.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { countAtProcessor } from '../../store/at-processor.ts'

/** Returns what waits for a processor, for the question before its connection is ended. */
export const readImpact = (ctx: Ctx, provider: string): Promise<z.input<typeof connectionImpact>> =>
  countAtProcessor(ctx, provider)
