import { z } from 'zod'
import { SIGN_IN_PROVIDER_IDS } from '../../../../domain/people/sign-in-providers.ts'
import type { App } from '../../../platform/context.ts'
import { newSecret } from '../../../platform/ids.ts'
import { openAuthorization, type StateBinding, sealAuthorization } from './seal-authorization.ts'

const person = z.object({
  provider: z.enum(SIGN_IN_PROVIDER_IDS),
  subject: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
})

/** Who came back from a provider. */
export type ProvenPerson = z.output<typeof person>

const ANYWHERE: StateBinding = { what: 'person', to: [] }

/** Says who came back, to ourselves: it logs in or signs up once, within ten minutes. The provider's own tokens are kept nowhere. */
export const issueProviderToken = (app: App, proven: ProvenPerson): string =>
  sealAuthorization(app, ANYWHERE, { ...proven, id: newSecret() })

/** Throws authorization_expired. It is not used up by that. */
export function readProviderToken(app: App, token: string): { proven: ProvenPerson; expiresAtMs: number } {
  const { values, expiresAtMs } = openAuthorization(app, ANYWHERE, token, person)
  return { proven: values, expiresAtMs }
}
