import { createIdentityProviders as createProviders } from '../gateways/identity-providers/index.ts'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'

/** Creates this process's configured identity providers. */
export const createIdentityProviders = ({ signInClients }: Config, clock: Clock): IdentityProvider[] =>
  createProviders(signInClients, () => clock.wallNow())
