import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isId } from '../ids.ts'

export type Audience = 'staff' | 'portal' | 'preview' | 'paylink'

/** Claims of an access token. Only `sid` is trusted: each request reads the session. */
export interface TokenClaims {
  readonly audience: Audience
  /** User, portal user or pay link. */
  readonly subject: string
  readonly sessionId: string
  readonly generation: number
  /** Set for portal, preview and pay-link tokens. */
  readonly accountId: string | null
  /** Epoch seconds. */
  readonly expiresAt: number
}

export const ACCESS_TOKEN_LIFE_S = 15 * 60

export interface TokenSigner {
  sign(claims: Omit<TokenClaims, 'expiresAt'>, nowMs: number, latestExpiryMs: number): Promise<string>
  /** Returns the claims of a genuine token. `expired` holds the claims of one that has expired. */
  verify(
    token: string,
    nowMs: number,
  ): Promise<{ ok: true; claims: TokenClaims } | { ok: false; expired: TokenClaims | null }>
}

const ISSUER = 'quittance'
const AUDIENCES = ['staff', 'portal', 'preview', 'paylink']

/** Caches verified tokens, because a browser sends the same token many times. */
const MAX_REMEMBERED = 10_000

interface NamedKey {
  readonly kid: string
  readonly key: KeyObject
}

export function createTokenSigner(secret: string, previousSecret?: string): TokenSigner {
  const current = nameKey(secret)
  const keys = previousSecret ? [current, nameKey(previousSecret)] : [current]
  const genuine = new Map<string, TokenClaims>()
  const read = async (token: string): Promise<TokenClaims | null> => {
    const known = genuine.get(token)
    if (known) return known
    for (const key of keys) {
      const claims = await readToken(token, key)
      if (claims === null) continue
      if (genuine.size >= MAX_REMEMBERED) genuine.delete(genuine.keys().next().value!)
      genuine.set(token, claims)
      return claims
    }
    return null
  }
  return {
    async sign(claims, nowMs, latestExpiryMs) {
      const issuedAt = Math.floor(nowMs / 1000)
      const expires = Math.min(issuedAt + ACCESS_TOKEN_LIFE_S, Math.floor(latestExpiryMs / 1000))
      return new SignJWT({
        sid: claims.sessionId,
        gen: claims.generation,
        ...(claims.accountId && { acc: claims.accountId }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: current.kid })
        .setIssuer(ISSUER)
        .setAudience(claims.audience)
        .setSubject(claims.subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(current.key)
    },
    async verify(token, nowMs) {
      const claims = await read(token)
      if (claims === null) return { ok: false, expired: null }
      if (claims.expiresAt * 1000 <= nowMs) return { ok: false, expired: claims }
      return { ok: true, claims }
    },
  }
}

async function readToken(token: string, { kid, key }: NamedKey): Promise<TokenClaims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCES,
      currentDate: new Date(0),
      requiredClaims: ['sub', 'exp', 'iat', 'aud'],
    })
    if (protectedHeader.kid !== kid || typeof payload.aud !== 'string') return null
    if (typeof payload.sid !== 'string' || !isId(payload.sid)) return null
    if (!Number.isInteger(payload.gen)) return null
    return {
      audience: payload.aud as Audience,
      subject: payload.sub!,
      sessionId: payload.sid,
      generation: Number(payload.gen),
      accountId: typeof payload.acc === 'string' ? payload.acc : null,
      expiresAt: payload.exp!,
    }
  } catch {
    return null
  }
}

const nameKey = (secret: string): NamedKey => ({
  kid: Buffer.from(hkdfSync('sha256', secret, '', 'quittance/kid', 6)).toString('base64url'),
  key: createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'quittance/access-token', 32))),
})
