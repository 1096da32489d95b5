import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

interface WaysIn {
  /** Those that are set up; no other is offered. */
  readonly providers: readonly SignInProvider[]
  /** Whether /login-social is there. */
  readonly socialLogin: boolean
  readonly supportUrl: string
}

const NONE: WaysIn = { providers: [], socialLogin: false, supportUrl: '' }

/** What the server wrote into the page, so that the first screen asks for nothing and stands still. */
function read(): WaysIn {
  const text = document.getElementById('ways-in')?.textContent
  return text ? (JSON.parse(text) as WaysIn) : NONE
}

let known: WaysIn | null = null

/** How people may log in here besides by a password, and where they get help. */
export const waysIn = (): WaysIn => {
  known ??= read()
  return known
}
