import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { CsvProblem } from '../../../platform/csv/csv-problem.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockRun, updateRun } from '../store/runs.ts'

/** Attempts without progress after which a job gives up. */
const MAX_ATTEMPTS = 4
const WENT_WRONG = 'Something went wrong on our side. Start it again, or contact support.'

/**
 * Runs a job so that it always ends with a clear status. Faults of the file or the account fail the import
 * at once with a sentence. Other errors are left to the queue for a few attempts and then fail it too.
 */
export async function failImportClearly(
  uow: UnitOfWork,
  importId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null && (await uow.transaction((ctx) => countAttempt(ctx, importId))) < MAX_ATTEMPTS)
      throw error
    if (sentence === null) uow.app.log.error('import failed', { importId, error })
    await uow.transaction((ctx) => failImport(ctx, importId, sentence ?? WENT_WRONG))
  }
}

/** Fails a running import with a sentence for the person who started it. */
export async function failImport(ctx: Ctx, importId: string, sentence: string): Promise<void> {
  const run = await lockRun(ctx, importId)
  if (run?.status !== 'previewing' && run?.status !== 'running') return
  await updateRun(ctx, importId, { status: 'failed', failure: sentence })
}

async function countAttempt(ctx: Ctx, importId: string): Promise<number> {
  const run = await lockRun(ctx, importId)
  if (!run) return MAX_ATTEMPTS
  await updateRun(ctx, importId, { attempts: run.attempts + 1 })
  return run.attempts + 1
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CsvProblem) return error.message
  if (!(error instanceof Refusal) || error.code === 'busy') return null
  return (
    error.detail ??
    Object.values(error.fields ?? {})
      .flat()
      .join(' ')
  )
}
