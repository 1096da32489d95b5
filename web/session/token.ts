/** The client's view of an access token. Only the server verifies tokens. */
export interface TokenTimes {
  readonly subject: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

/** `none`: no token. `bad`: text that is no token. `timed_out`: its exp is in the past. */
export type TokenState = 'none' | 'bad' | 'timed_out' | 'valid'

/** Times of a token in epoch milliseconds by the server's clock; null for text that is no token. */
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

/** State of a stored token at an instant (epoch milliseconds by the server's clock). */
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
