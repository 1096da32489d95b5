import type { Ctx } from '../../../../platform/context.ts'
import { compareCounters } from '../../store/counters.ts'

/**
 * Recounts the account's invoices and describes differences from the counters. An empty list means that they
 * agree.
 */
export const verifyInvoiceCounters = (ctx: Ctx): Promise<string[]> => compareCounters(ctx)
