import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { checkRecords } from './check-records.ts'

/** Lists the DNS records of the installation's emails with what the name servers have. */
export async function readDelivery({
  app: { config },
}: UnitOfWork): Promise<HandlerReplyOf<typeof contract.emailAddresses.readDelivery>> {
  return {
    sender: config.mailFrom,
    dkim_domain: config.dkim?.domain ?? null,
    bounce_domain: config.bounceDomain ?? null,
    records: (await checkRecords(config)).map((record) => ({ ...record, found: [...record.found] })),
  }
}
