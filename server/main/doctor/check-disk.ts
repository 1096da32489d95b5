import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { reasonOf } from '../../platform/reason-of.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const FEW_BYTES = 1e9
const SMALL_SHARE = 0.1

/** Free space where data and temporary files are written. */
export const checkDisk = (dataDir: string | null): Promise<Finding[]> =>
  Promise.all([...(dataDir === null ? [] : [dataDir]), tmpdir()].map(checkFolder))

async function checkFolder(folder: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    const [free, share] = [bavail * bsize, bavail / blocks]
    const what = `disk: ${(free / 1e9).toFixed(1)} GB free at ${folder} (${Math.round(share * 100)} %)`
    if (free < FEW_BYTES)
      return problem(what, 'Make room: a full disk stops imports, backups and an embedded database.')
    return share < SMALL_SHARE ? warning(what, 'Make room before it is full.') : ok(what)
  } catch (error) {
    return problem(
      `disk: ${folder} can't be read: ${reasonOf(error)}`,
      'Create the folder, and let this user write to it.',
    )
  }
}
