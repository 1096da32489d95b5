import type { Ctx } from '../../../../platform/context.ts'
import { noteView } from '../../store/invoices.ts'

/** Records the first time a customer opened an invoice. The caller has checked that they may see it. */
export const markViewed = (ctx: Ctx, invoiceId: string): Promise<void> => noteView(ctx, invoiceId)
