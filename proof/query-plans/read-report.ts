import type pg from 'pg'
import { type App, inAccount, unitOfWork } from '../../server/platform/context.ts'
import { addressRecords, findReportLink, storeReport } from '../../server/rooms/email-addresses/index.ts'
import { readReportsOf } from '../../server/rooms/email-addresses/testing.ts'
import { mailReport } from '../../testing/mail-reports/mail-reports.ts'

const CALLER = { requestId: 'plans', ip: null }
const ACTOR = { kind: 'system', job: 'plans' } as const

/** A message of the sampled company, with the address of the customer that it went to. */
export interface SentMail {
  readonly id: string
  readonly to: string
}

/** Returns the reminder of a customer in the group. Reads as the tables' owner. */
export async function findSentMail(owner: pg.Client, accountId: string): Promise<SentMail> {
  const { rows } = await owner.query<SentMail>(
    `select m.id, lower(k.email) as "to" from reminder_messages m
       join customers k on k.account_id = m.account_id and k.id = m.customer_id and k.email <> ''
     where m.account_id = $1 order by m.id limit 1`,
    [accountId],
  )
  return rows[0]!
}

/** Receives the report of a mail server that a message bounced, as the receiver and its job do. */
export async function readReportOfServer(app: App, accountId: string, mail: SentMail): Promise<void> {
  const path = await inAccount(app, CALLER, ACTOR, accountId, (ctx) =>
    addressRecords.issueReturnPath(ctx, mail),
  )
  const link = await findReportLink(app, path!)
  await storeReport(app, link!, mailReport('postfix-unknown-user', mail.to))
  await readReportsOf({
    run: (work) => inAccount(app, CALLER, ACTOR, accountId, work),
    uow: () => unitOfWork(app, CALLER, ACTOR, accountId),
  })
}
