import { newRecoveryCodes, recoveryCodeHashes } from '../../../../platform/auth/authenticator.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { factorOfUser, type KeptFactor } from '../../store/second-factors.ts'

/** Ten codes in place of all former ones. Only their hashes under the server's secret are kept. */
export async function makeRecoveryCodes(
  ctx: BaseCtx,
  loginId: string,
  factor: KeptFactor = factorOfUser(loginId),
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await factor.replaceRecoveryCodes(
    ctx,
    codes.map((code) => recoveryCodeHashes(ctx.app.config, loginId, code)[0]),
  )
  return codes
}
