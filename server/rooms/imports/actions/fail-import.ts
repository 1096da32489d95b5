import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { CsvProblem } from '../../../platform/csv/csv-problem.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockRun, updateRun } from '../store/runs.ts'

/** A job that breaks this often without getting any further won't get further. */
const MOST_ATTEMPTS = 4
const WENT_WRONG =
  'Something went wrong on our side. Nothing is half written: start it again, or contact support.'

/**
 * Does a job's work so that it ends clearly: what the file or the account is to blame for fails the import at once,
 * with its sentence; anything else is left to the queue to try again a few times, and then fails it too.
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
    if (sentence === null && (await uow.transaction((ctx) => countAttempt(ctx, importId))) < MOST_ATTEMPTS)
      throw error
    if (sentence === null) uow.app.log.error('import failed', { importId, error })
    await uow.transaction((ctx) => failImport(ctx, importId, sentence ?? WENT_WRONG))
  }
}

/** Ends an import that is under way with a sentence for the person who started it. */
export async function failImport(ctx: Ctx, importId: string, sentence: string): Promise<void> {
  const run = await lockRun(ctx, importId)
  if (run?.status !== 'previewing' && run?.status !== 'running') return
  await updateRun(ctx, importId, { status: 'failed', failure: sentence })
}

async function countAttempt(ctx: Ctx, importId: string): Promise<number> {
  const run = await lockRun(ctx, importId)
  if (!run) return MOST_ATTEMPTS
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
