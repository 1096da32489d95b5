import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'

const BUSINESS = join(PRODUCT_FOLDER, 'web', 'business')
const PORTAL_ROUTES = join(PRODUCT_FOLDER, 'web', 'portal', 'routes.tsx')

const textsOf = (pattern: string): string =>
  globSync(pattern, { cwd: BUSINESS })
    .map((path) => readFileSync(join(BUSINESS, path), 'utf8'))
    .join('\n')
const within = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found]) => found!)),
]

/** Returns every route path of the business app, such as '/invoices/$invoiceId'. */
export function businessAddresses(): string[] {
  const routes = textsOf('routes/*.tsx')
  const named = within(routes, /path: ([A-Z_]+_PATH)/g).map((name) => {
    const value = new RegExp(`const ${name} = '([^']+)'`).exec(textsOf('{paths.ts,*/*.ts}'))?.[1]
    if (value === undefined) throw new Error(`${name} is not defined.`)
    return value
  })
  return [...new Set([...within(routes, /'(\/[\w$/-]*)'/g), ...named])].sort()
}

/** Returns every route path of the portal: the table of pages, and the comparisons beside it. */
export const portalAddresses = (): string[] =>
  within(readFileSync(PORTAL_ROUTES, 'utf8'), /(?:^ {2}|path === )'(\/[\w-]+)'/gm).sort()
