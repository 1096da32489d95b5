import { type CalendarDate, dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { renderMail } from '../../../platform/mail/layout.ts'
import { queueMailOnce } from '../../../platform/mail/outbox.ts'
import { readAccountRow, selectMembers } from '../../accounts/index.ts'
import type { DataExportRow } from '../tables.ts'

const PRODUCT = 'Quittance'

/** Tells the person who asked for an export that it can be downloaded, after a login, while they are an owner. */
export async function mailExportReady(ctx: Ctx, row: DataExportRow): Promise<void> {
  const person = (await selectMembers(ctx)).find(({ userId }) => userId === row.created_by)
  if (person?.role !== 'owner' || row.kept_until === null) return
  const { name, day } = await describeAccount(ctx, row.kept_until.getTime())
  await mail(ctx, `data-export.${row.id}`, person.email, {
    subject: `Your export of ${name} is ready`,
    paragraphs: [`Log in to download everything that ${name} has in ${PRODUCT}, until ${day}.`],
    button: 'Download the export',
    path: `/settings/account?export=${row.id}`,
  })
}

/** Tells all owners that the account is closed and until when it can be reopened. */
export async function mailClosed(ctx: Ctx, deleteAtMs: number): Promise<void> {
  const { name, day } = await describeAccount(ctx, deleteAtMs)
  await mailAllOwners(ctx, `account-closed.${deleteAtMs}`, {
    subject: `${name} is closed and will be deleted on ${day}`,
    paragraphs: [
      `Nothing is sent or charged any more, and your customers can’t open your portal or pay links.`,
      `Until ${day} an owner can reopen the account, and export everything. Then all of it is deleted.`,
    ],
    button: 'Export or reopen',
    path: '/settings/account',
  })
}

/** Tells all owners that the account works again. */
export async function mailReopened(ctx: Ctx): Promise<void> {
  const { name } = await describeAccount(ctx, ctx.now)
  const { type } = await readAccountRow(ctx)
  await mailAllOwners(ctx, `account-reopened.${ctx.now}`, {
    subject: `${name} is open again`,
    paragraphs: [
      'Everything is as it was. Reminders and automatic payments go on.',
      ...(type === 'provider'
        ? [
            'Connect your accounting platform again under Settings: its access ended when the account was closed.',
          ]
        : []),
    ],
    button: `Open ${PRODUCT}`,
    path: '/',
  })
}

interface Notice {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button: string
  readonly path: string
}

/** Not those who switched notices off only: closing concerns every owner. */
async function mailAllOwners(ctx: Ctx, key: string, notice: Notice): Promise<void> {
  for (const { role, email } of await selectMembers(ctx))
    if (role === 'owner') await mail(ctx, key, email, notice)
}

async function mail(ctx: Ctx, key: string, to: string, notice: Notice): Promise<void> {
  const { appOrigin } = ctx.app.config
  const { subject, paragraphs, button, path } = notice
  const rendered = renderMail({
    company: { name: PRODUCT },
    subject,
    preheader: paragraphs[0] ?? '',
    heading: subject,
    paragraphs: [...paragraphs],
    button: { label: button, url: `${appOrigin}${path}` },
    allowedOrigins: [appOrigin],
  })
  await queueMailOnce(ctx, `${key}.${to}`, {
    kind: 'account-data.notice',
    to,
    fromName: PRODUCT,
    ...rendered,
    related: { type: 'account', id: ctx.accountId },
  })
}

async function describeAccount(ctx: Ctx, atMs: number): Promise<{ name: string; day: string }> {
  const { company, timezone, dateFormat } = await readAccountRow(ctx)
  const date: CalendarDate = dateInZone(atMs, timezone)
  return { name: company.name || 'your company', day: formatDate(date, dateFormat) }
}
