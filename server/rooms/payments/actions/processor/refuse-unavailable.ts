import type { App } from '../../../../platform/context.ts'
import { isOutboundPaused, OUTBOUND_PAUSED_CODE } from '../../../../platform/outbound.ts'
import { type Refusal, refuse } from '../../../../platform/refusal.ts'

/** Why a payer's processor did nothing: it can't be reached, or this is a restored copy that asks nobody. `code` is its error's. */
export const refuseUnavailable = (code: string | null): Refusal =>
  refuse(code === OUTBOUND_PAUSED_CODE ? 'payments_paused' : 'processor_unavailable')

const HELD = 'This is a restored copy: it asks no payment processor for anything until it is released.'

/** Why nothing came of what the company's people asked a processor for, on a restored copy or where it can't be reached. */
export const refuseStaffUnavailable = async (app: App): Promise<Refusal> =>
  (await isOutboundPaused(app.db)) ? refuse('payments_paused', HELD) : refuse('processor_unavailable')
