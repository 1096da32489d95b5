import type { BoundRoute } from '../platform/http/handlers.ts'
import type { JobDefinition } from '../platform/jobs/queue.ts'
import { deliverMessageJob } from '../platform/mail/outbox.ts'
import { accountsRoutes } from '../rooms/accounts/index.ts'
import { auditLogRoutes } from '../rooms/audit-log/index.ts'
import { autoPaymentsRoutes } from '../rooms/auto-payments/index.ts'
import { creditMemosRoutes } from '../rooms/credit-memos/index.ts'
import { customersRoutes } from '../rooms/customers/index.ts'
import { identityRoutes } from '../rooms/identity/index.ts'
import { importsJobs, importsRoutes } from '../rooms/imports/index.ts'
import { invoicesRoutes } from '../rooms/invoices/index.ts'
import { onboardingRoutes } from '../rooms/onboarding/index.ts'
import { paymentsJobs, paymentsRoutes } from '../rooms/payments/index.ts'
import { portalRoutes } from '../rooms/portal/index.ts'
import { reportsRoutes } from '../rooms/reports/index.ts'
import { socialLoginsRoutes } from '../rooms/social-logins/index.ts'
import { teamRoutes } from '../rooms/team/index.ts'
import { devRoutes, mailboxRoutes } from './dev-routes.ts'
import { installationRoutes } from './installation-routes.ts'
import { sandboxRoutes } from './sandbox-routes.ts'

/** Every route of every room. The demo's own routes exist only in demo mode, its mailbox only where emails go to it. */
export const routesOf = (demo: boolean, mailbox: boolean): BoundRoute[] => [
  ...identityRoutes,
  ...accountsRoutes,
  ...socialLoginsRoutes,
  ...teamRoutes,
  ...customersRoutes,
  ...invoicesRoutes,
  ...importsRoutes,
  ...creditMemosRoutes,
  ...paymentsRoutes,
  ...autoPaymentsRoutes,
  ...reportsRoutes,
  ...portalRoutes,
  ...onboardingRoutes,
  ...auditLogRoutes,
  ...sandboxRoutes,
  ...installationRoutes,
  ...(demo ? devRoutes : []),
  ...(mailbox ? mailboxRoutes : []),
]

/** Every kind of job and what does it. */
export const JOBS: readonly JobDefinition[] = [
  deliverMessageJob,
  ...importsJobs,
  ...paymentsJobs,
] as JobDefinition[]
