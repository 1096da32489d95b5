import { createClio } from '../gateways/accounting/clio/index.ts'
import type { AccountingPlatform } from '../gateways/accounting/port.ts'
import { createQuickBooksOnline } from '../gateways/accounting/quickbooks-online/index.ts'
import { createSandboxBooks } from '../gateways/accounting/sandbox/index.ts'
import { createXero } from '../gateways/accounting/xero/index.ts'
import type { App } from '../platform/context.ts'

/** Creates this process's accounting platforms, all behind the same port. */
export const createAccountingPlatforms = (app: App): AccountingPlatform[] => [
  createSandboxBooks(app),
  ...(app.config.xero ? [createXero(app.config.xero, () => app.clock.wallNow())] : []),
  ...(app.config.clio ? [createClio(app.config.clio, () => app.clock.wallNow())] : []),
  ...(app.config.intuit ? [createQuickBooksOnline(app.config.intuit, () => app.clock.wallNow())] : []),
]
