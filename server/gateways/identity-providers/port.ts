import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

/** What one sends along with a person, and needs again for the answer. */
export interface AuthorizationRequest {
  /** One of our own pages, exactly as the provider knows it. */
  readonly redirectUrl: string
  readonly state: string
  /** Comes back inside the provider's signed statement. */
  readonly nonce: string
  /** Of PKCE (RFC 7636); the provider is shown its SHA-256 only. */
  readonly verifier: string
}

/** What the provider sent a person back with. */
export interface Answer extends AuthorizationRequest {
  readonly code: string
  /** Who says to have answered (RFC 9207), where the provider tells. */
  readonly issuer: string | undefined
}

/** Somebody as their provider knows them. */
export interface ExternalPerson {
  /** The provider's own key of the person: never reused, and the same whatever their address becomes. */
  readonly subject: string
  readonly email: string | null
  /** Whether the provider says that the address was proved to be theirs. */
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/**
 * - refused: what came back is not good, or the provider knows nothing of it; starting again may help.
 * - unavailable: the provider could not be asked.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: 'refused' | 'unavailable'; readonly log: string }

/** Somebody else who says who a person is. */
export interface IdentityProvider {
  readonly id: SignInProvider
  /** All that is ever asked for: who somebody is, and nothing of their business. */
  readonly scopes: readonly string[]
  /** Where to send a person. */
  authorizationUrl(errand: AuthorizationRequest, scopes: readonly string[]): Promise<Result<string>>
  /** Who came back. The code is used up by it, whatever comes of it. */
  identify(answer: Answer): Promise<Result<ExternalPerson>>
}
