import { HELD_CODE } from '../../../platform/outbound.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'

/** Why a payer's processor did nothing: it can't be reached, or this is a restored copy that asks nobody. `code` is its error's. */
export const refuseUnavailable = (code: string | null): Refusal =>
  refuse(code === HELD_CODE ? 'payments_paused' : 'processor_unavailable')
