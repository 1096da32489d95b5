import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { isOpenAddress } from '../rules/open-address.ts'

/**
 * Refuses invalid_input for an address that can never be called. A name is checked when it is resolved, at each request, because
 * it may lead elsewhere then.
 */
export function checkAddress({ app }: Ctx, url: string): void {
  if (isOpenAddress(url, app.config.webhooksToLoopback)) return
  throw refuseFields({ url: ['Enter an https address on the public internet.'] })
}
