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
      `Someone just used a recovery code instead of an authenticator app code (${user.email}). ${leftWords(left)}`,
      `If this was you, you’re all set. Make new codes at ${appOrigin}/settings/profile.`,
      'If not, someone has your password and recovery codes. Set a new password now, which logs everyone out. After that, make new codes to replace the old ones.',
    ],
    button: { label: 'This wasn’t me', url: `${appOrigin}/forgot-password` },
  })
}

const leftWords = (left: number): string => {
  if (left === 0) return 'It was the last one. Make new codes, or losing your phone locks you out.'
  return left === 1 ? '1 code is left.' : `${left} codes are left.`
}
