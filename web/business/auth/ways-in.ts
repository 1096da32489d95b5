import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

interface WaysIn {
  /** Configured providers; no others are offered. */
  readonly providers: readonly SignInProvider[]
  /** Whether /login-social exists. */
  readonly socialLogin: boolean
  readonly supportUrl: string
}

const NONE: WaysIn = { providers: [], socialLogin: false, supportUrl: '' }

/** Data that the server wrote into the page, so that the first screen needs no request and does not shift. */
function read(): WaysIn {
  const text = document.getElementById('ways-in')?.textContent
  return text ? (JSON.parse(text) as WaysIn) : NONE
}

let known: WaysIn | null = null

/** The login options besides a password, and the support contact. */
export const waysIn = (): WaysIn => {
  known ??= read()
  return known
}
