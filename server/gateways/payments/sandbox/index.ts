import './tables.ts'
import { type App, inAccount } from '../../../platform/context.ts'
import { webhookSecrets } from '../../../platform/webhook-secrets.ts'
import type { PaymentProvider } from '../port.ts'
import { createSandbox as create } from './sandbox.ts'

const CALLER = { requestId: 'sandbox', ip: null }
const ACTOR = { kind: 'system', job: 'sandbox' } as const

/** The Sandbox of this process. It keeps its books in transactions of its own, never in the product's. */
export const createSandbox = (app: App): PaymentProvider =>
  create({
    inAccount: (accountId, work) => inAccount(app, CALLER, ACTOR, accountId, work),
    webhookSecret: webhookSecrets(app.config, 'sandbox')[0]!,
  })
