import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** The registration of this installation at Clio Manage. Clio registers apps for one of its regions. */
export interface ClioSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly region: ClioRegion
  /** https://app.clio.com: consent, API and the pages where people work. */
  readonly url: string
}

/** Clio's regions, each with hosts, apps and firms of its own. */
const CLIO_REGIONS = {
  us: 'https://app.clio.com',
  ca: 'https://ca.app.clio.com',
  eu: 'https://eu.app.clio.com',
  au: 'https://au.app.clio.com',
} as const
export type ClioRegion = keyof typeof CLIO_REGIONS

const text = z.string().min(1).optional()

/** Environment settings of the installation at Clio. */
export const clioSettings = {
  CLIO_CLIENT_ID: text,
  CLIO_CLIENT_SECRET: text,
  CLIO_REGION: z.enum(['us', 'ca', 'eu', 'au']).optional(),
  CLIO_URL: safeAddress,
}

interface Values {
  readonly CLIO_CLIENT_ID?: string | undefined
  readonly CLIO_CLIENT_SECRET?: string | undefined
  readonly CLIO_REGION?: ClioRegion | undefined
  readonly CLIO_URL?: string | undefined
}

/** Returns the installation's settings; null when Clio is not configured. Throws when only a part of them is. */
export function readClio(values: Values): { clio: ClioSettings | null } {
  const { CLIO_CLIENT_ID: clientId, CLIO_CLIENT_SECRET: clientSecret, CLIO_REGION: region = 'us' } = values
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new Error('CLIO_CLIENT_ID and CLIO_CLIENT_SECRET belong together: set both or neither.')
  if (clientId === undefined || clientSecret === undefined) return { clio: null }
  return { clio: { clientId, clientSecret, region, url: values.CLIO_URL ?? CLIO_REGIONS[region] } }
}
