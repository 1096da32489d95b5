import { z } from 'zod'
import { msg } from '../domain/languages/msg.ts'
import { accountSummary } from './accounts.ts'
import { route } from './route.ts'
import { sessions } from './sessions.ts'
import { email, FORBIDDEN, id, instant, name, productText, requiredText, strict, text } from './shapes.ts'

const QUARTER_HOUR_S = 15 * 60

/** Cookie with a customer's token, for browsers that deny storage to a frame on another website. */
export const FRAMED_SESSION_COOKIE = '__Host-framed-session'

/** A password as entered. */
export const password = z
  .string('This field is required.')
  .min(1, 'This field is required.')
  .max(1000, msg('At most 128 characters.'))
const accessToken = z
  .string('This field is required.')
  .min(1, 'This field is required.')
  .max(4000, msg('Not a token.'))
const oneTimeToken = z
  .string('This field is required.')
  .min(1, 'This field is required.')
  .max(200, msg('Not a valid link.'))

export const user = z.object({
  pk: id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email_verified: z.boolean(),
})

/** Reply of login, sign-up and enrollment. `account` is null for a person without one. */
export const signedIn = z.object({ token: z.string(), user, account: accountSummary.nullable() })

const authCode = requiredText(20)
/** Proof by the person themselves, required where a stolen session must not suffice. */
export const ownFactors = {
  current_password: password,
  auth_code: text(20).optional().describe('of a user with two-step login'),
}
const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('each logs in once instead of a code; never shown again'),
})

/** The marketing source of a visitor, from the address that they opened. */
export const marketingSource = text(200).default('').describe('utm_source and its like, as in a query')

const done = z.object({ detail: productText })

export const identity = {
  signUp: route({
    method: 'POST',
    path: '/api/profile/signup/',
    summary: 'Sign up with an email address and a password',
    access: { kind: 'public' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S, also: { field: 'email', limit: 5 } },
    query: strict({ invite: text(200).optional() }),
    body: strict({
      email,
      password1: password,
      password2: password,
      first_name: name(100).default(''),
      last_name: name(100).default(''),
      marketing_source: marketingSource,
    }),
    reply: signedIn,
  }),
  logIn: route({
    method: 'POST',
    path: '/api/profile/login/',
    summary: 'Log in. With sub_domain, or on a company’s subdomain, to that company’s customer portal',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 600, windowSeconds: QUARTER_HOUR_S },
    body: strict({
      email: z
        .string('This field is required.')
        .trim()
        .min(1, 'This field is required.')
        .max(254, msg('At most 254 characters.'))
        .refine((value) => !FORBIDDEN.test(value), 'Enter a valid email address.'),
      password,
      auth_code: text(20).optional(),
      sub_domain: text(63).optional(),
    }),
    reply: signedIn,
  }),
  refreshToken: route({
    method: 'POST',
    path: '/api/profile/token-refresh/',
    summary: 'Exchange an access token for a fresh one',
    access: { kind: 'public', host: 'any' },
    rateLimit: { limit: 600, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: accessToken }),
    reply: z.object({ token: z.string(), email_verified: z.boolean() }),
  }),
  renewFramedSession: route({
    method: 'POST',
    path: '/api/profile/framed-session/',
    summary:
      'Exchange the token of a portal in another website’s frame, or its cookie where no token is sent, and keep the fresh one in the cookie',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 600, windowSeconds: QUARTER_HOUR_S },
    cookie: FRAMED_SESSION_COOKIE,
    body: strict({ token: accessToken.optional() }),
    reply: z.object({ session: signedIn.nullable().describe('null when there is nothing to renew') }),
  }),
  logOut: route({
    method: 'POST',
    path: '/api/profile/logout/',
    summary: 'End this session',
    access: { kind: 'session' },
    body: strict({}).optional(),
    reply: done,
  }),
  resendVerification: route({
    method: 'POST',
    path: '/api/profile/resend-verification/',
    summary: 'Send the verification email again',
    access: { kind: 'user', unverified: true },
    rateLimit: { limit: 5, windowSeconds: QUARTER_HOUR_S },
    body: strict({}).optional(),
    reply: done,
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/profile/verify-email/',
    summary: 'Confirm or restore an email address, or undo two-step login, with the token of the email',
    access: { kind: 'public' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: oneTimeToken }),
    reply: z.object({
      email_verified: z.boolean(),
      email: z.string(),
      restored: z.boolean().describe('the former address was restored; set a new password next'),
      second_factor_undone: z.boolean().describe('two-step login was undone; set a new password next'),
    }),
  }),
  checkEmailLink: route({
    method: 'POST',
    path: '/api/profile/email-link/',
    summary: 'Read what an email link would do, without using it',
    access: { kind: 'public' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: oneTimeToken }),
    reply: z.object({
      does: z.enum(['verify_email', 'change_email', 'restore_email', 'undo_second_factor']),
      email: z.string().describe('to which the link was mailed'),
    }),
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/profile/forgot-password/',
    summary: 'Ask for a password reset link. The answer is the same for unknown addresses',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 30, windowSeconds: QUARTER_HOUR_S, also: { field: 'email', limit: 5 } },
    body: strict({ email, sub_domain: text(63).optional() }),
    reply: done,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/profile/reset-password/',
    summary: 'Set a new password with the token of the email',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 50, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: oneTimeToken, password1: password, password2: password }),
    reply: done,
  }),
  profile: route({
    method: 'GET',
    path: '/api/profile/',
    summary: 'Read the user who is logged in',
    access: { kind: 'user', unverified: true },
    reply: user.extend({
      pending_email: z.string().nullable().describe('the new address that is not confirmed yet'),
    }),
  }),
  askEmailChange: route({
    method: 'POST',
    path: '/api/profile/change-email/',
    summary: 'Email a link to a new login address. The current one stays until it is opened',
    access: { kind: 'user' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ current_password: password, email }),
    reply: done,
  }),
  cancelEmailChange: route({
    method: 'DELETE',
    path: '/api/profile/change-email/',
    summary: 'Cancel the change to a new address',
    access: { kind: 'user' },
    reply: 'nothing',
  }),
  updateProfile: route({
    method: 'PATCH',
    path: '/api/profile/',
    summary: 'Change your name',
    access: { kind: 'user' },
    body: strict({ first_name: name(100).optional(), last_name: name(100).optional() }),
    reply: user,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/profile/change-password/',
    summary: 'Change your password. Ends every other session',
    access: { kind: 'login' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ current_password: password, password1: password, password2: password }),
    reply: done,
  }),
  secondFactor: route({
    method: 'GET',
    path: '/api/profile/second-factor/',
    summary: 'Read whether your login needs an authenticator code',
    access: { kind: 'login' },
    reply: z.object({
      enabled: z.boolean(),
      since: instant.nullable(),
      recovery_codes_left: z.number().int(),
    }),
  }),
  beginSecondFactor: route({
    method: 'POST',
    path: '/api/profile/second-factor/',
    summary: 'Make the secret for an authenticator app. Takes effect once a code is confirmed',
    access: { kind: 'login' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ current_password: password }),
    reply: z.object({
      secret: z.string().describe('in base 32, to be typed where no camera is'),
      uri: z.string().describe('otpauth://totp/…, what the QR code says'),
    }),
  }),
  confirmSecondFactor: route({
    method: 'POST',
    path: '/api/profile/second-factor/confirm/',
    summary: 'Turn on two-step login with a code from the app. Ends every other session',
    access: { kind: 'login' },
    rateLimit: { limit: 30, windowSeconds: QUARTER_HOUR_S },
    body: strict({ auth_code: authCode }),
    reply: recoveryCodes,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/profile/second-factor/recovery-codes/',
    summary: 'Replace the recovery codes with ten new ones',
    access: { kind: 'login' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ current_password: password, auth_code: authCode }),
    reply: recoveryCodes,
  }),
  proveSecondFactor: route({
    method: 'POST',
    path: '/api/profile/second-factor/prove/',
    summary: 'Confirm your second factor for this session, for ten minutes',
    access: { kind: 'user' },
    body: strict({ auth_code: authCode }),
    reply: done,
  }),
  endSecondFactor: route({
    method: 'POST',
    path: '/api/profile/second-factor/end/',
    summary: 'Turn off two-step login. Ends every other session',
    access: { kind: 'login' },
    rateLimit: { limit: 10, windowSeconds: QUARTER_HOUR_S },
    body: strict({ current_password: password, auth_code: authCode }),
    reply: done,
  }),
  ...sessions,
  checkPortalLink: route({
    method: 'POST',
    path: '/api/profile/portal-link/',
    summary: 'Read whether an invitation, login or portal reset link still works, without using it',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 50, windowSeconds: QUARTER_HOUR_S },
    body: strict({
      token: requiredText(200),
      purpose: z.enum(['enrol', 'reset', 'log_in'], msg('Choose what it is for.')),
    }),
    reply: z.object({
      state: z
        .enum(['open', 'enrolled', 'ended'])
        .describe('enrolled: an invitation whose person has chosen a password already'),
      email: z.string().optional().describe('of an open link that logs in: whose login it is'),
    }),
  }),
  enrollInPortal: route({
    method: 'POST',
    path: '/api/profile/enrol/',
    summary: 'Accept a portal invitation: set a password and log in',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 50, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: requiredText(200), password1: password, password2: password }),
    reply: signedIn,
  }),
}
