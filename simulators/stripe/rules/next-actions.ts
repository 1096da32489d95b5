import { newId } from '../state/ids.ts'
import type { World } from '../state/world.ts'
import type { Call } from '../wire/call.ts'

const MICRODEPOSIT_SECONDS = 2 * 86_400

/** Asks for the amounts or the code of two small deposits, which arrive within two days. */
export const askForMicrodeposits = (world: World, id: string): Record<string, unknown> => ({
  type: 'verify_with_microdeposits',
  verify_with_microdeposits: {
    arrival_date: world.now + MICRODEPOSIT_SECONDS,
    hosted_verification_url: `${world.origin}/microdeposits/${id}`,
    microdeposit_type: 'descriptor_code',
  },
})

/** Asks for 3-D Secure: in the page when its script confirms, otherwise by a redirect where one is possible. */
export function chooseNextAction(call: Call, id: string, returnUrl: string | null): Record<string, unknown> {
  const { world, params, publishable } = call
  const inPage = params.flag('use_stripe_sdk') || (publishable && returnUrl === null)
  if (inPage || returnUrl === null)
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        source: newId('src'),
        stripe_js: `${world.origin}/challenge/${id}`,
      },
    }
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${world.origin}/challenge/${id}/redirect`, return_url: returnUrl },
  }
}
