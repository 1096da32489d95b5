import { isIP } from 'node:net'
import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { isInnerAddress } from '../../../platform/web-files/inner-addresses.ts'
import { isOpenAddress } from '../rules/open-address.ts'

/**
 * Refuses invalid_input for an address that can never be called. A name is checked when it is resolved, at each request, because
 * it may lead elsewhere then.
 */
export function checkAddress({ app }: Ctx, url: string): void {
  const { webhooksToLoopback } = app.config
  if (isOpenAddress(url, webhooksToLoopback) && !leadsInside(url, webhooksToLoopback)) return
  throw refuseFields({ url: ['Enter an https address on the public internet.'] })
}

/** True for an IP address of this machine or an inner network, in any notation that a URL allows. */
function leadsInside(url: string, toLoopback: boolean): boolean {
  const { hostname } = new URL(url)
  return isIP(hostname) !== 0 && isInnerAddress(hostname) && !(toLoopback && hostname === '127.0.0.1')
}
