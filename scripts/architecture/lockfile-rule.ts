import { missingEntries } from '../complete-lockfile.ts'
import type { Rule } from './project.ts'

const LOCKFILE = 'package-lock.json'

/** A lockfile that lacks another platform's optional packages stops npm ci on every platform. */
const complete: Rule = {
  name: 'the lockfile is complete',
  check(project) {
    if (!project.has(LOCKFILE)) return []
    const missing = Object.keys(missingEntries(JSON.parse(project.text(LOCKFILE))))
    return missing.map((name) => ({
      path: LOCKFILE,
      message: `${name} is missing: run scripts/complete-lockfile.ts`,
    }))
  },
}

/** First versions that fix vulnerabilities which affect this product. */
const MENDED: Readonly<Record<string, string>> = {
  fastify: '5.8.5',
  '@fastify/static': '9.1.1',
  nodemailer: '7.0.7',
  'pdfjs-dist': '4.2.67',
}

const mended: Rule = {
  name: 'no package has a known vulnerability',
  check(project) {
    if (!project.has(LOCKFILE)) return []
    const { packages } = JSON.parse(project.text(LOCKFILE)) as {
      packages: Record<string, { version?: string }>
    }
    return Object.entries(packages).flatMap(([place, { version = '' }]) => {
      const name = place.split('node_modules/').at(-1) ?? ''
      const least = MENDED[name]
      return least === undefined || !isOlder(version, least)
        ? []
        : [{ path: LOCKFILE, message: `${name} ${version} has vulnerabilities that ${least} fixes` }]
    })
  },
}

const isOlder = (version: string, least: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) < 0

export const lockfileRules: Rule[] = [complete, mended]
