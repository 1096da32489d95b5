import type { BaseCtx } from '../../../../platform/context.ts'
import { selectOwnMail } from '../../store/users.ts'

/** People under whose own id mails are kept, for the schedules that look after mails under an account. */
export const listMailKeepers = (ctx: BaseCtx): Promise<string[]> => selectOwnMail(ctx)
