import { z } from 'zod'
import { startOfDayInZone } from '../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { readAccountRow, todayOf } from '../accounts/index.ts'
import { nextPurge, purgeRecipients } from '../customers/index.ts'
import { deleteClosed, nextDeletion } from './actions/delete-closed.ts'
import { writeExport } from './actions/write-export.ts'
import { deleteArchives, nextExpiry } from './store/exports.ts'

export const accountDataJobs = [
  defineJob({
    name: 'account-data.write-export',
    payload: z.strictObject({ export: z.uuid() }),
    runUnitOfWork: (uow, payload) => writeExport(uow, payload.export),
  }),
]

/** Documents of erased customers show their recipient for the legal period. */
async function purge(ctx: Ctx): Promise<void> {
  await purgeRecipients(ctx, await todayOf(ctx))
}

async function nextPurgeAt(ctx: Ctx): Promise<number | null> {
  const day = await nextPurge(ctx)
  return day === null ? null : startOfDayInZone(day, (await readAccountRow(ctx)).timezone)
}

export const accountDataSchedules: readonly Schedule[] = [
  {
    name: 'account-data.purge-recipients',
    run: (uow) => uow.transaction(purge),
    nextDue: (uow) => uow.transaction(nextPurgeAt),
  },
  {
    name: 'account-data.delete-archives',
    run: (uow) => uow.transaction((ctx) => deleteArchives(ctx, 'expired')),
    nextDue: (uow) => uow.transaction(nextExpiry),
  },
  {
    name: 'account-data.delete-closed',
    run: deleteClosed,
    nextDue: (uow) => uow.transaction(nextDeletion),
  },
]
