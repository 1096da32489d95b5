import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

interface LoginOptions {
  /** Configured providers; no others are offered. */
  readonly providers: readonly SignInProvider[]
  /** Whether /login-social exists. */
  readonly socialLogin: boolean
  readonly supportUrl: string
}

const NONE: LoginOptions = { providers: [], socialLogin: false, supportUrl: '' }

/** Data that the server wrote into the page, so that the first screen needs no request and does not shift. */
function read(): LoginOptions {
  const text = document.getElementById('ways-in')?.textContent
  return text ? (JSON.parse(text) as LoginOptions) : NONE
}

let known: LoginOptions | null = null

/** The login options besides a password, and the support contact. */
export const loginOptions = (): LoginOptions => {
  known ??= read()
  return known
}
