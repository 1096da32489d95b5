import type { BaseCtx } from '../../../../platform/context.ts'
import { selectOwnMail } from '../../store/users.ts'

/**
 * Returns the people whose mails are stored under their own id, for the schedules that process mails per
 * account.
 */
export const listMailKeepers = (ctx: BaseCtx): Promise<string[]> => selectOwnMail(ctx)
