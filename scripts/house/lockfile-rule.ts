import { missingEntries } from '../complete-lockfile.ts'
import type { Rule } from './project.ts'

/** A lockfile that lacks another platform's optional packages stops npm ci on every platform. */
export const lockfileRule: Rule = {
  name: 'the lockfile is complete',
  check(project) {
    const path = 'package-lock.json'
    if (!project.has(path)) return []
    const missing = Object.keys(missingEntries(JSON.parse(project.text(path))))
    return missing.map((name) => ({ path, message: `${name} is missing: run scripts/complete-lockfile.ts` }))
  },
}
