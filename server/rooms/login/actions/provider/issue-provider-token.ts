import { z } from 'zod'
import { SIGN_IN_PROVIDER_IDS } from '../../../../../domain/people/sign-in-providers.ts'
import type { App } from '../../../../platform/context.ts'
import { newSecret } from '../../../../platform/ids.ts'
import {
  decryptAuthorization,
  type EncryptionBinding,
  encryptAuthorization,
} from './encrypt-authorization.ts'

const person = z.object({
  provider: z.enum(SIGN_IN_PROVIDER_IDS),
  subject: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
})

/** A person as a provider identified them in a callback. */
export type ProvenPerson = z.output<typeof person>

const UNBOUND: EncryptionBinding = { kind: 'person', to: [] }

/** Issues a token that logs the person in or signs them up once, within ten minutes. The provider's own tokens are not stored. */
export const issueProviderToken = (app: App, proven: ProvenPerson): string =>
  encryptAuthorization(app, UNBOUND, { ...proven, id: newSecret() })

/** Reads a token without spending it. Throws authorization_expired. */
export function readProviderToken(app: App, token: string): { proven: ProvenPerson; expiresAtMs: number } {
  const { values, expiresAtMs } = decryptAuthorization(app, UNBOUND, token, person)
  return { proven: values, expiresAtMs }
}
