import { createHmac, hkdfSync } from 'node:crypto'

/** An Authorization header that must be rejected, although its session is alive. */
export interface Forgery {
  readonly name: string
  readonly authorization: string
}

type Fields = Record<string, unknown>

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string): Fields => JSON.parse(Buffer.from(part, 'base64url').toString()) as Fields

/**
 * Forgeries of a session token. Those of `withKey` are correctly signed and have exactly one defect, which proves that
 * every header and claim is checked.
 */
export function forgeriesOf(token: string, secret: string, nowMs: number): Forgery[] {
  return [...withKey(token, secret, nowMs), ...withoutKey(token, secret), ...malformedHeaders(token)].map(
    ([name, authorization]) => ({ name, authorization }),
  )
}

type Named = [name: string, authorization: string]

const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

function withKey(token: string, secret: string, nowMs: number): Named[] {
  const [head, claims] = token.split('.') as [string, string]
  const [header, payload] = [decoded(head), decoded(claims)]
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'quittance/access-token', 32))
  const sign = (body: string, hash = 'sha256') =>
    `Bearer ${body}.${createHmac(hash, key).update(body).digest('base64url')}`
  const heads: [string, Fields, string?][] = [
    ['another algorithm under our key', { alg: 'HS512' }, 'sha512'],
    ['no type', { typ: undefined }],
    ['the type of another kind of token', { typ: 'JWT' }],
    ['no key id', { kid: undefined }],
    ['a key id that is a path', { kid: '../../dev/null' }],
    ['a critical extension', { crit: ['exp'] }],
    ['an unencoded payload', { b64: false, crit: ['b64'] }],
    ['no algorithm at all', { alg: undefined }],
  ]
  const now = Math.floor(nowMs / 1000)
  const bodies: [string, Fields][] = [
    ['no issuer', { iss: undefined }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['no audience', { aud: undefined }],
    ['an unknown audience', { aud: 'root' }],
    ['every audience at once', { aud: ['staff', 'portal', 'paylink'] }],
    ['another audience', { aud: payload.aud === 'staff' ? 'portal' : 'staff' }],
    ['no subject', { sub: undefined }],
    ['another subject', { sub: NOBODY }],
    ['no session', { sid: undefined }],
    ['an unknown session', { sid: NOBODY }],
    ['a session that is not an id', { sid: "1' or '1'='1" }],
    ['a session that is a list', { sid: [payload.sid] }],
    ['another account', { acc: NOBODY }],
    ['a missing or unexpected account', { acc: payload.acc === undefined ? NOBODY : undefined }],
    ['no generation', { gen: undefined }],
    ['a future generation', { gen: 1_000_000 }],
    ['a generation that is not a number', { gen: 'latest' }],
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', { exp: now }],
    ['an expiry that is text', { exp: String(now + 900) }],
    ['no issue time', { iat: undefined }],
    ['a not-before time in the future', { nbf: now + 60 }],
  ]
  return [
    ...heads.map(
      ([name, change, hash]): Named => [name, sign(`${coded({ ...header, ...change })}.${claims}`, hash)],
    ),
    ...bodies.map(([name, change]): Named => [name, sign(`${head}.${coded({ ...payload, ...change })}`)]),
    ['a payload that is a list', sign(`${head}.${coded([payload])}`)],
    ['a payload that is null', sign(`${head}.${coded(null)}`)],
  ]
}

function withoutKey(token: string, secret: string): Named[] {
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const [header, payload] = [decoded(head), decoded(claims)]
  const under = (key: string | Buffer, change: Fields = {}): string => {
    const body = `${coded({ ...header, ...change })}.${claims}`
    return `Bearer ${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
  }
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): Named[] => [
      [`the algorithm '${alg}'`, `Bearer ${coded({ ...header, alg })}.${claims}.`],
      [
        `the algorithm '${alg}' and a signature`,
        `Bearer ${coded({ ...header, alg })}.${claims}.${signature}`,
      ],
    ]),
    ...['RS256', 'ES256', 'PS256', 'EdDSA', 'HS384', 'dir'].map(
      (alg): Named => [`the algorithm ${alg}`, under(secret, { alg })],
    ),
    ['a key URL', under('key', { jku: 'https://evil.test/keys.json' })],
    ['an embedded key', under('key', { jwk: { kty: 'oct', k: Buffer.from('key').toString('base64url') } })],
    ['an empty key', under('')],
    ['a guessed key', under('secret')],
    ['the secret itself as the key', under(secret)],
    ['its key id as the key', under(String(header.kid))],
    ['another subject', `Bearer ${head}.${coded({ ...payload, sub: NOBODY })}.${signature}`],
    [
      'a later expiry under the old signature',
      `Bearer ${head}.${coded({ ...payload, exp: 4_102_444_800 })}.${signature}`,
    ],
    ['a changed signature', `Bearer ${head}.${claims}.${signature.slice(0, -4)}AAAA`],
    ['half a signature', `Bearer ${head}.${claims}.${signature.slice(0, 20)}`],
    ['no signature', `Bearer ${head}.${claims}.`],
    ['two parts', `Bearer ${head}.${claims}`],
    ['five parts', `Bearer ${head}.${claims}.${signature}.${claims}.${signature}`],
    ['parts in another order', `Bearer ${claims}.${head}.${signature}`],
    ['an oversized token', `Bearer ${head}.${'A'.repeat(6_000)}.${signature}`],
  ]
}

/** The genuine token in a malformed header. */
function malformedHeaders(token: string): Named[] {
  return [
    ['no scheme', token],
    ['another scheme', `Basic ${token}`],
    ['a name and a password', `Basic ${Buffer.from(`x:${token}`).toString('base64')}`],
    ['two spaces', `Bearer  ${token}`],
    ['a trailing word', `Bearer ${token} x`],
    ['a second token', `Bearer ${token}, Bearer ${token}`],
    ['a tab', `Bearer\t${token}`],
    ['quotation marks', `Bearer "${token}"`],
    ['letters of another script', `Bearer ${token.replace('e', 'é')}`],
    ['padding', `Bearer ${token}==`],
    ['the scheme alone', 'Bearer'],
    ['nothing', ''],
  ]
}
