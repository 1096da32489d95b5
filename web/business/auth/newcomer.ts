import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

/** A user back from an identity provider who has no account yet. */
export interface Newcomer {
  readonly provider: SignInProvider
  readonly token: string
  readonly profile: ReplyOf<typeof contract.socialLogins.exchange>['profile']
}

let waiting: Newcomer | null = null

/** Kept in memory only and never stored: its token opens an account. */
export const rememberNewcomer = (newcomer: Newcomer | null): void => {
  waiting = newcomer
}

export const newcomerOf = (lead: string | undefined): Newcomer | null =>
  waiting?.provider === lead ? waiting : null
