import type { Connection } from '../port.ts'

/** Features of the business's account that not every account has. */
export type Feature = 'vault' | 'reporting' | 'disputes'

const SCOPES: Readonly<Record<Feature, RegExp>> = {
  vault: /\/services\/vault\/payment-tokens\//,
  reporting: /\/services\/reporting\/search\/read$/,
  disputes: /\/services\/disputes\/read-seller$/,
}

/** Returns the features that the scopes of a token name. */
export const featuresOf = (scopes: readonly string[]): Feature[] =>
  (Object.keys(SCOPES) as Feature[]).filter((name) => scopes.some((scope) => SCOPES[name].test(scope)))

export const allows = ({ credentials }: Connection, feature: Feature): boolean =>
  credentials?.features?.includes(feature) ?? false

/**
 * An account is stored only where a charge whose answer was lost can be found again, which takes the report of transactions.
 */
export const storesMethods = (connection: Connection): boolean =>
  allows(connection, 'vault') && allows(connection, 'reporting')
