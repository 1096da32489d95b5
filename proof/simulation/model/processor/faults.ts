import type { ChargeTrouble, Trouble } from '../../commands.ts'

export const reachesProcessor = (trouble: Trouble): boolean =>
  !['before', 'intended', 'timeoutBefore', 'resetBefore', 'rateLimited', 'unavailable'].includes(
    trouble ?? '',
  )

export const isCrash = (trouble: Trouble): boolean =>
  trouble === 'before' || trouble === 'intended' || trouble === 'called' || trouble === 'unsettled'
export const isUnavailable = (trouble: Trouble): boolean =>
  trouble === 'rateLimited' || trouble === 'unavailable'
export const isResponseLost = (trouble: Trouble): boolean => /^(timeout|reset)/.test(trouble ?? '')
export const isMismatch = (trouble: ChargeTrouble | Trouble): boolean =>
  trouble === 'wrongAmount' || trouble === 'wrongCurrency'

/** The response arrives as sent. Otherwise the product requests the charge's current state. */
export const isResponseReceived = (trouble: ChargeTrouble | Trouble): boolean =>
  trouble === null || trouble === 'settled'
