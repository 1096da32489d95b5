import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { addCompany } from '../../store/companies.ts'
import { changeConnection, encryptCredentials } from '../../store/connections.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'

/**
 * Registers for webhooks at a platform where each connection has its own, and prolongs those that expire soon. Without them changes
 * are still read on schedule, so that a failure does not stop the sync: the next one tries again.
 */
export async function keepWebhooks(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<void> {
  const { keepWebhooks: keep, webhookNames } = platform
  if (!keep || !webhookNames) return
  const address = `${uow.app.config.appOrigin}/api/accounting-webhooks/${platform.id}/`
  const kept = await callPlatform(uow, claim, platform, (one) => keep(one, address))
  if (!kept.ok) {
    uow.app.log.warn('webhooks could not be registered', { platform: platform.id, code: kept.error.code })
    return
  }
  const credentials = kept.value
  if (!credentials) return
  await underClaim(uow, claim, async (ctx, row) => {
    await changeConnection(ctx, row.id, { credentials: encryptCredentials(ctx, row.id, credentials) })
    for (const name of webhookNames(credentials))
      await addCompany(ctx, { provider: row.provider, remote_id: name })
  })
}
