import { contract } from '../../../contract/index.ts'
import { decideFlags } from '../../../domain/accounts/flags.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'

/** Public settings of the installation. */
export const installationRoutes: BoundRoute[] = [
  on(contract.installation.read, async ({ app: { config } }) => ({
    operator: config.operatorName ?? null,
    support_email: config.supportEmail ?? null,
    demo: config.demo,
    flags: decideFlags(null, config.flags),
  })),
]
