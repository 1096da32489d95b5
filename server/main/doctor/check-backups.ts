import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { reasonOf } from '../../platform/reason-of.ts'
import { MANIFEST } from '../backup/manifest.ts'
import { type Finding, ok, problem, skipped } from './finding.ts'

/** A daily backup, with two hours for it to take. */
const OLDEST_MS = DAY_MS + 2 * HOUR_MS
const ADVICE = 'Run npm run backup -- --to FOLDER each day: docs/deploy.md has a timer for it.'

/** The age of the newest complete backup below a folder. */
export async function checkBackups(folder: string | undefined, nowMs: number): Promise<Finding> {
  if (folder === undefined)
    return skipped(
      'backups: not checked. Name the folder that holds them: npm run doctor -- --backups FOLDER',
    )
  try {
    const taken = await Promise.all((await readdir(folder)).map((name) => takenAt(join(folder, name))))
    const newest = Math.max(...taken.filter((at) => at !== null), Number.NEGATIVE_INFINITY)
    if (newest === Number.NEGATIVE_INFINITY) return problem(`backups: there is none in ${folder}`, ADVICE)
    const hours = Math.round((nowMs - newest) / HOUR_MS)
    const what = `backups: the newest in ${folder} is ${hours} hours old`
    return nowMs - newest > OLDEST_MS ? problem(what, ADVICE) : ok(what)
  } catch (error) {
    return problem(`backups: ${folder} can't be read: ${reasonOf(error)}`, ADVICE)
  }
}

/** When a backup was taken, in epoch ms; null where there is none or only a part of one. */
async function takenAt(folder: string): Promise<number | null> {
  try {
    const { takenAt: at } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as { takenAt: string }
    return Number.isNaN(Date.parse(at)) ? null : Date.parse(at)
  } catch {
    return null
  }
}
