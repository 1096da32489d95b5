import { createPublicKey, type KeyObject } from 'node:crypto'
import type { PayTraceSettings } from '../../../platform/processors/paytrace-settings.ts'
import { PAYTRACE_LIVE_HOST } from '../../../platform/processors/paytrace-settings.ts'
import {
  type Credentials,
  failed,
  type KeyField,
  type Outcome,
  type PaymentProcessor,
  succeeded,
} from '../port.ts'
import type { PayTraceClient } from './client.ts'
import { openSession } from './session.ts'
import { daysAround } from './wire-values.ts'

const KEY_FIELDS: readonly KeyField[] = [
  {
    name: 'user_name',
    label: 'API user name',
    help: 'The user that you created for the API at PayTrace, under Account, Users.',
    secret: false,
    required: true,
  },
  { name: 'password', label: 'Password', help: 'The password of that user.', secret: true, required: true },
  {
    name: 'integrator_id',
    label: 'Integrator ID',
    help: 'PayTrace gives you this when it enables the API.',
    secret: false,
    required: true,
  },
  {
    name: 'public_key',
    label: 'Public key',
    help: 'Download it at PayTrace under Integration, Public key, open the file and copy all of its text.',
    secret: false,
    required: true,
  },
  {
    name: 'e_checks',
    label: 'E-checks',
    help: 'PayTrace has to enable e-checks for your account first.',
    secret: false,
    required: true,
    choices: [
      { value: 'no', label: 'Cards only' },
      { value: 'yes', label: 'Cards and e-checks' },
    ],
  },
]

const LEAST_BITS = 2048
const NO_KEY = 'This is not the text of a public key. It begins with -----BEGIN PUBLIC KEY-----.'

/** Connects businesses by the user, the password and the public key of their own PayTrace account. */
export const connecting = (
  client: PayTraceClient,
  { apiUrl }: PayTraceSettings,
  now: () => number,
): Required<Pick<PaymentProcessor, 'keyFields' | 'connectWithKeys' | 'health'>> => ({
  keyFields: KEY_FIELDS,
  async connectWithKeys(values) {
    const { public_key: typed = '', ...keys } = values
    const publicKey = readPublicKey(typed)
    if (!publicKey.ok) return publicKey
    const userName = keys.user_name?.trim() ?? ''
    const login = { userName, password: keys.password ?? '' }
    const session = await openSession(apiUrl, login)
    if (!session.ok) return session.error.kind === 'auth' ? wrongLogin : session
    const credentials: Credentials = {
      accessToken: session.value,
      remoteId: userName,
      publishableKey: publicKey.value,
      live: new URL(apiUrl).hostname === PAYTRACE_LIVE_HOST,
      keys: { ...keys, user_name: userName, integrator_id: keys.integrator_id?.trim() ?? '' },
    }
    // A reading call tells whether the integrator's id is right.
    const checked = await client.call(
      { accountId: 'connecting', credentials },
      'read',
      'transactions/export/by_date_range',
      daysAround(now(), now()),
    )
    if (checked.ok) return succeeded(credentials)
    return checked.error.kind === 'auth' ? wrongIntegrator : checked
  },
  async health(connection) {
    const asked = await client.call(
      connection,
      'read',
      'transactions/export/by_date_range',
      daysAround(now(), now()),
    )
    if (!asked.ok) return asked
    const name = connection.remoteId ?? connection.credentials?.remoteId ?? ''
    return succeeded({ remoteId: name, name, chargesEnabled: true })
  },
})

const wrong = (fields: Readonly<Record<string, readonly string[]>>) =>
  failed({ kind: 'invalid', code: 'wrong_key', fields, raw: null })

const wrongLogin = wrong({
  password: ['PayTrace doesn’t accept this user name and password. Passwords there expire after 90 days.'],
})
const wrongIntegrator = wrong({ integrator_id: ['PayTrace doesn’t know this integrator ID.'] })

/** Reads the text of a key, whose lines may have been lost on the way, and writes it as PEM. */
function readPublicKey(typed: string): Outcome<string> {
  const [, name, body] = /-----BEGIN ((?:RSA )?PUBLIC KEY)-----([\sA-Za-z0-9+/=]+)-----END/.exec(typed) ?? []
  if (name === undefined || body === undefined) return wrong({ public_key: [NO_KEY] })
  const key = parseKey(`-----BEGIN ${name}-----\n${body.replace(/\s/g, '')}\n-----END ${name}-----\n`)
  if (!key) return wrong({ public_key: [NO_KEY] })
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS)
    return wrong({ public_key: [`This key is too short. It needs ${LEAST_BITS} bits of RSA.`] })
  return succeeded(key.export({ type: 'spki', format: 'pem' }).toString())
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem)
  } catch {
    return null
  }
}
