export type LinkState = 'active' | 'expired' | 'revoked'

/** Returns the state of a link at `nowMs`, epoch ms. */
export function linkState(link: { revokedAt: Date | null; expiresAt: Date }, nowMs: number): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  return link.expiresAt.getTime() > nowMs ? 'active' : 'expired'
}
