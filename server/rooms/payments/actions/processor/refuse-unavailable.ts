import type { App } from '../../../../platform/context.ts'
import { isOutboundPaused, OUTBOUND_PAUSED_CODE } from '../../../../platform/outbound.ts'
import { type Refusal, refuse } from '../../../../platform/refusal.ts'

/**
 * The refusal for a payer when the processor did nothing: it is unreachable, or outbound calls are paused on
 * a restored copy. `code`: code of the processor error.
 */
export const refuseUnavailable = (code: string | null): Refusal =>
  refuse(code === OUTBOUND_PAUSED_CODE ? 'payments_paused' : 'processor_unavailable')

const HELD = 'This is a restored copy. It contacts no payment processor until released.'

/**
 * The refusal for staff when a processor call had no effect: outbound calls are paused on a restored copy, or
 * it is unreachable.
 */
export const refuseStaffUnavailable = async (app: App): Promise<Refusal> =>
  (await isOutboundPaused(app.db)) ? refuse('payments_paused', HELD) : refuse('processor_unavailable')
