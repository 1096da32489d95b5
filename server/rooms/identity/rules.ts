import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { msg } from '../../../domain/languages/msg.ts'
import { checkPassword, PASSWORD_TEXTS } from '../../../domain/people/password-rules.ts'

/** Longest life of a session, regardless of activity. */
export const SESSION_LIFE_MS = {
  staff: 12 * HOUR_MS,
  portal: 8 * HOUR_MS,
  preview: 30 * MINUTE_MS,
  paylink: 8 * HOUR_MS,
} as const

/** Duration of the step-up after a second factor was entered. */
export const STEP_UP_LIFE_MS = 10 * MINUTE_MS

/** Lifetime of each kind of one-time link or code. */
export const TOKEN_LIFE_MS = {
  verify_email: DAY_MS,
  change_email: DAY_MS,
  restore_email: 7 * DAY_MS,
  undo_second_factor: 7 * DAY_MS,
  reset_password: 30 * MINUTE_MS,
  invite_user: 7 * DAY_MS,
  portal_enrol: 7 * DAY_MS,
  portal_reset: 30 * MINUTE_MS,
  portal_undo_second_factor: 7 * DAY_MS,
  portal_log_in: 15 * MINUTE_MS,
  pay_link_code: 10 * MINUTE_MS,
  pay_link_portal: 10 * MINUTE_MS,
} as const

export const INVITATION_LIFE_MS = TOKEN_LIFE_MS.invite_user

/** Retention of ended sessions and tokens, for investigations. */
export const ENDED_KEPT_MS = 30 * DAY_MS

/** Attempts per window. Each kind of attempt has its own count. */
export const FACTOR_TRIES = { most: 5, windowSeconds: 15 * 60 } as const

/** Wrong attempts after which a short code is void. */
export const MAX_CODE_FAILURES = 5

export const WRONG_CODE = msg('That code is wrong or was already used. Enter a new one.')

export type TokenPurpose = keyof typeof TOKEN_LIFE_MS

/** Links that prove control of an address. */
export const EMAIL_PROOFS = [
  'verify_email',
  'change_email',
  'restore_email',
  'undo_second_factor',
] as const satisfies readonly TokenPurpose[]
export type EmailProof = (typeof EMAIL_PROOFS)[number]

export interface TypedPassword {
  readonly password1: string
  readonly password2: string
}

/** Facts about the owner that the password must not be made of. */
export interface PasswordOwner {
  readonly email: string
  readonly companyNames: readonly string[]
}

/** Returns messages by field for a new password typed twice, or null when it is valid. */
export function newPasswordErrors(
  typed: TypedPassword,
  about: PasswordOwner,
  commonPasswords: ReadonlySet<string>,
): Record<string, string[]> | null {
  for (const companyName of about.companyNames.length > 0 ? about.companyNames : ['']) {
    const context = { commonPasswords, companyName, email: about.email }
    const problem = checkPassword(typed.password1, context)
    if (problem) return { password1: [PASSWORD_TEXTS[problem]] }
  }
  return typed.password1 === typed.password2
    ? null
    : { password2: [msg('The passwords don’t match. Enter the same one twice.')] }
}
