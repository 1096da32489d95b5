import { existsSync, readFileSync } from 'node:fs'
import { changedFiles } from '../../ring.ts'

const touched = new Set(
  changedFiles(/^server\/.*(?<!\.test)\.ts$/)
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/failpoint\('([^']+)'/g)].map(([, name]) => name!),
    ),
)

/** True for a failpoint in a changed file. */
export const isTouchedFailpoint = (name: string): boolean => touched.has(name)
