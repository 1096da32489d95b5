import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

/** Values sent with the authorization request and needed again in the callback. */
export interface AuthorizationRequest {
  /** One of our own pages, exactly as registered at the provider. */
  readonly redirectUrl: string
  readonly state: string
  /** Returned inside the ID token. */
  readonly nonce: string
  /** PKCE code verifier (RFC 7636). The authorization request carries only its SHA-256. */
  readonly verifier: string
}

/** Parameters of the provider's callback, with their request. */
export interface Answer extends AuthorizationRequest {
  readonly code: string
  /** The `iss` parameter (RFC 9207), where the provider sends it. */
  readonly issuer: string | undefined
}

/** A person's identity at the provider. */
export interface ExternalPerson {
  /** The provider's key of the person: never reused, and unchanged when the email changes. */
  readonly subject: string
  readonly email: string | null
  /** True when the provider reports the email as verified. */
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/**
 * - refused: the callback is invalid or the provider rejects it; starting again may help.
 * - unavailable: the provider could not be reached.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: 'refused' | 'unavailable'; readonly log: string }

/** An external provider that authenticates people. */
export interface IdentityProvider {
  readonly id: SignInProvider
  /** All scopes that are requested: identity only, no business data. */
  readonly scopes: readonly string[]
  /** Returns the address to which the user is redirected. */
  authorizationUrl(request: AuthorizationRequest, scopes: readonly string[]): Promise<Result<string>>
  /** Returns the authenticated person. Uses the code up, also when it fails. */
  identify(answer: Answer): Promise<Result<ExternalPerson>>
}
