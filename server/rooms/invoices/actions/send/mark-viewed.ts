import type { Ctx } from '../../../../platform/context.ts'
import { noteView } from '../../store/invoices.ts'

/** Notes that a customer opened an invoice. The first time counts; the caller has checked that they may see it. */
export const markViewed = (ctx: Ctx, invoiceId: string): Promise<void> => noteView(ctx, invoiceId)
