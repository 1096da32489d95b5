/** What the client reads of an access token. The server alone decides whether a token is genuine. */
export interface TokenTimes {
  readonly subject: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

/** `none`: no token. `bad`: text that is no token. `timed_out`: its exp is in the past. */
export type TokenState = 'none' | 'bad' | 'timed_out' | 'valid'

/** Times of a token in epoch milliseconds of the server's clock; null for text that is no token. */
export function readToken(token: string): TokenTimes | null {
  try {
    const body = JSON.parse(decodePart(token.split('.')[1] ?? '')) as Record<string, unknown>
    const { exp, iat, sub } = body
    if (typeof exp !== 'number' || !Number.isFinite(exp)) return null
    return {
      subject: typeof sub === 'string' ? sub : '',
      issuedAtMs: (typeof iat === 'number' ? iat : exp) * 1000,
      expiresAtMs: exp * 1000,
    }
  } catch {
    return null
  }
}

/** How a stored token stands at an instant (epoch milliseconds, server's clock). */
export function tokenState(token: string | null, nowMs: number): TokenState {
  if (token === null || token === '') return 'none'
  const times = readToken(token)
  if (times === null) return 'bad'
  return times.expiresAtMs <= nowMs ? 'timed_out' : 'valid'
}

function decodePart(part: string): string {
  const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
}
