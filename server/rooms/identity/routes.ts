import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { askEmailChange } from './actions/email/ask-email-change.ts'
import { cancelEmailChange } from './actions/email/cancel-email-change.ts'
import { checkEmailLink } from './actions/email/check-email-link.ts'
import { resendVerification } from './actions/email/resend-verification.ts'
import { verifyEmail } from './actions/email/verify-email.ts'
import { hideHelp, readHelp } from './actions/people/hide-help.ts'
import { readProfile } from './actions/people/read-profile.ts'
import { updateProfile } from './actions/people/update-profile.ts'

const { help, identity } = contract

/** Routes for the profile and email address of a person. The login room binds the session routes. */
export const identityRoutes: BoundRoute[] = [
  onUnitOfWork(identity.resendVerification, (uow) => resendVerification(uow)),
  on(identity.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body.token)),
  on(identity.checkEmailLink, (ctx, { body }) => checkEmailLink(ctx, body.token)),
  on(identity.profile, (ctx) => readProfile(ctx)),
  onUnitOfWork(identity.askEmailChange, (uow, { body }) => askEmailChange(uow, body)),
  on(identity.cancelEmailChange, (ctx) => cancelEmailChange(ctx)),
  on(identity.updateProfile, (ctx, { body }) => updateProfile(ctx, body)),
  on(help.read, (ctx) => readHelp(ctx)),
  on(help.change, (ctx, { body }) => hideHelp(ctx, body)),
]
