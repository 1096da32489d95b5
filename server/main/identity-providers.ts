import { createIdentityProviders as createProviders } from '../gateways/identity-providers/index.ts'
import type { IdentityProvider } from '../gateways/identity-providers/port.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'

/** The identity providers of this process: those that the configuration sets up. */
export const createIdentityProviders = ({ signInClients }: Config, clock: Clock): IdentityProvider[] =>
  createProviders(signInClients, () => clock.wallNow())
