import type { RoomRegistry } from '../../platform/registry.ts'
import { identityRoutes, purgeEndedSessions } from './index.ts'

const auditTexts = {
  'identity.ask-email-change': 'asked to change their email address',
  'identity.cancel-email-change': 'canceled the change of their email address',
  'identity.change-email': 'changed their email address',
  'identity.restore-email': 'restored their email address',
  'identity.verify-email': 'confirmed their email address',
  'identity.resend-verification': 'asked for another confirmation email[ for {user}]',
  'identity.change-password': 'changed their password',
  'identity.reset-password': 'set a new password by a link from an email',
  'identity.ask-reset': 'asked for a link to set a new password[ for {user}]',
  'identity.repeated-sign-up': 'tried to sign up with an address that already has a login[: {user}]',
  'identity.token-reused': 'used an outdated session token, so the session was ended',
  'identity.log-in': 'logged in',
  'identity.log-out': 'logged out',
  'identity.begin-second-factor': 'started setting up two-step login',
  'identity.set-up-second-factor': 'turned on two-step login',
  'identity.end-second-factor': 'turned off two-step login',
  'identity.renew-recovery-codes': 'made new recovery codes',
  'identity.undo-second-factor': 'undid two-step login that someone else set up',
  'identity.take-second-factor-away': 'removed two-step login for {object}',
  'identity.end-session': 'logged out one of their devices',
  'identity.end-other-sessions': 'logged out all their other devices',
  'identity.prove-second-factor': 'confirmed it’s them with a code',
  'identity.update-profile': 'changed their profile',
} as const

export const identityRegistry = {
  room: 'identity',
  routes: identityRoutes,
  housekeeping: [{ name: 'identity.purge-ended-sessions', run: purgeEndedSessions }],
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
