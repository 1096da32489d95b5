import { newRecoveryCodes, recoveryCodeHashes } from '../../../platform/authenticator.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { replaceRecoveryCodes } from '../store/second-factors.ts'

/** Ten codes in place of all former ones. Only their hashes under the server's secret are kept. */
export async function makeRecoveryCodes(ctx: BaseCtx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    ctx,
    userId,
    codes.map((code) => recoveryCodeHashes(ctx.app.config, userId, code)[0]),
  )
  return codes
}
