import { newRecoveryCodes, recoveryCodeHashes } from '../../../../platform/auth/authenticator.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { factorOfUser, type SecondFactorStore } from '../../store/second-factors.ts'

/** Replaces all recovery codes with ten new ones. Only hashes keyed with the server's secret are stored. */
export async function makeRecoveryCodes(
  ctx: BaseCtx,
  loginId: string,
  factor: SecondFactorStore = factorOfUser(loginId),
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await factor.replaceRecoveryCodes(
    ctx,
    codes.map((code) => recoveryCodeHashes(ctx.app.config, loginId, code)[0]),
  )
  return codes
}
