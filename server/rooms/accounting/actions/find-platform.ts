import type { AccountingPlatform } from '../../../gateways/accounting/port.ts'
import type { Config } from '../../../platform/config.ts'
import type { App } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'

/** Returns a platform by its id. Refuses not_found for one that is not set up here. */
export function findPlatform(app: App, provider: string): AccountingPlatform {
  const platform = app.accountingPlatforms.get(provider)
  if (!platform) throw refuse('not_found')
  return platform
}

/** Pages to which platforms send people back. */
const CALLBACKS: Readonly<Record<string, string>> = {
  quickbooks: '/quickbooks-redirect',
  xero: '/xero-redirect',
  clio: '/clio-redirect',
}

export const callbackOf = ({ appOrigin }: Config, provider: string): string =>
  `${appOrigin}${CALLBACKS[provider] ?? ''}`
