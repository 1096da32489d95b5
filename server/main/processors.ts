import type { PaymentProvider } from '../gateways/payments/port.ts'
import { createSandbox } from '../gateways/payments/sandbox/index.ts'
import type { App } from '../platform/context.ts'

/** The processors of this process. Each is an adapter behind the same port. */
export const createProcessors = (app: App): PaymentProvider[] => [createSandbox(app)]
