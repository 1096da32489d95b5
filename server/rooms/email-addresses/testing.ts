import type { AddressMark } from '../../../domain/people/address-marks.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Ctx } from '../../platform/context.ts'
import { readReport } from './actions/intake/read-report.ts'
import { issueUnsubscribeUrls } from './actions/issue-unsubscribe-urls.ts'
import { markAddress } from './actions/mark-address.ts'

/** Marks an address as if a mail server or its reader had said so. */
export const aMark = (ctx: Ctx, address: string, kind: AddressMark): Promise<void> =>
  markAddress(ctx, {
    address,
    kind,
    reason: kind === 'bounced' ? '550 5.1.1 No such user' : '',
    mailId: null,
  })

/** Issues an unsubscribe link of an address, and returns its secret. */
export async function anUnsubscribeToken(ctx: Ctx, address: string): Promise<string> {
  const [url] = await issueUnsubscribeUrls(ctx, [address])
  return new URL(url!).searchParams.get('token')!
}

/** Reads the reports of an account that wait. */
export async function readReportsOf(tenant: Pick<Tenant, 'run' | 'uow'>): Promise<void> {
  const reports = await tenant.run((ctx) => ctx.db.selectFrom('received_reports').select('id').execute())
  for (const { id } of reports) await readReport(tenant.uow({ kind: 'system', job: 'test' }), id)
}

export { useAddressAgain } from './actions/use-address-again.ts'
