import { storeReport } from '../../server/rooms/email-addresses/index.ts'
import { readReportsOf } from '../../server/rooms/email-addresses/testing.ts'
import { mailReport } from '../../testing/mail-reports/mail-reports.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import { workProbe } from './background-probes.ts'
import type { Probe } from './probe.ts'
import { changeOwnRows } from './twin-probes.ts'

/** Probes of mail servers' reports: about an unknown address, about a refused message, and when that message concerns nothing. */
export async function reportProbes(sweep: Sweep): Promise<Probe[]> {
  const { own, test, inspector } = sweep
  const mails = await inspector.rows<{ id: string; address: string }>(
    'select id, to_address as address from mail_messages where account_id = $1 and related_id is not null order by id limit 2',
    [own.accountId],
  )
  const [bounced, refused] = mails as [(typeof mails)[0], (typeof mails)[0]]
  const store = (mail: typeof bounced, name: Parameters<typeof mailReport>[0]) =>
    storeReport(
      test.app,
      { accountId: own.accountId, address: mail.address, mailId: mail.id },
      mailReport(name, mail.address),
    )
  await store(bounced, 'postfix-unknown-user')
  await store(refused, 'exchange-spam-policy')
  const read = async () => {
    await readReportsOf(own)
    return []
  }
  return [
    workProbe('reports of mail servers', sweep, read),
    workProbe('reports of mail servers about nothing', sweep, async () => {
      await changeOwnRows(sweep, 'update mail_messages set related_type = null, related_id = null')
      return read()
    }),
  ]
}
