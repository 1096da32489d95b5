import type { Ctx } from '../context.ts'

/**
 * Checks just before a message leaves whether it still should. Runs in the transaction that claims it; false cancels the
 * message.
 */
export type DeliveryCheck = (ctx: Ctx, messageId: string) => Promise<boolean>
