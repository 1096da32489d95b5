import type { Call } from '../wire/call.ts'
import { invalidRequest } from '../wire/stripe-error.ts'

/** Lets a publishable key use only an object whose client secret it sends. */
export function requireClientSecret(
  call: Call,
  object: { readonly id: string; readonly client_secret: string },
): void {
  const sent = call.params.text('client_secret')
  if (sent === object.client_secret || (sent === undefined && !call.publishable)) return
  throw invalidRequest(
    `The client_secret provided does not match any associated object on this account. Ensure the client_secret's value and the API keys belong to the same account.`,
    { code: sent === undefined ? 'parameter_missing' : 'resource_missing', param: 'client_secret' },
    sent === undefined ? 400 : 404,
  )
}
