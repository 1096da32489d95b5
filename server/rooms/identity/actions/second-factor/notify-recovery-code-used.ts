import type { BaseCtx } from '../../../../platform/context.ts'
import { countRecoveryCodes } from '../../store/second-factors.ts'
import type { User } from '../../store/users.ts'
import { mailUser } from '../people/mail-user.ts'

/** Notifies a person by mail that a recovery code was used, with the number left. */
export async function notifyRecoveryCodeUsed(ctx: BaseCtx, user: User): Promise<void> {
  const left = await countRecoveryCodes(ctx, user.id)
  const { appOrigin } = ctx.app.config
  await mailUser(ctx, user, 'identity.recovery-code-used', {
    subject: 'A recovery code was used',
    preheader: leftWords(left),
    heading: 'A recovery code was used',
    paragraphs: [
      `Somebody, most likely you, has just used a recovery code in place of a code of the authenticator app (${user.email}). ${leftWords(left)}`,
      `If that was you, there is nothing to do; new codes are made at ${appOrigin}/settings/profile.`,
      'If not, somebody knows your password and has your recovery codes: set a new password now, which logs out everybody, and then make new codes, which ends the former ones.',
    ],
    button: { label: 'That was not me', url: `${appOrigin}/forgot-password` },
  })
}

const leftWords = (left: number): string => {
  if (left === 0) return 'It was the last one: make new ones, or a lost phone locks you out.'
  return left === 1 ? '1 of them is left.' : `${left} of them are left.`
}
