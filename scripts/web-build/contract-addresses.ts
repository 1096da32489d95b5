import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Route } from '../../contract/route.ts'

const INDEX = resolve(import.meta.dirname, '..', '..', 'contract', 'index.ts')
/** `contract.invoices.list`, and `contract.invoices` where the call is chosen later. */
const USE = /(?<![\w.$])contract\.(\w+)(?:\.(\w+))?/g

type Contract = Readonly<Record<string, Readonly<Record<string, Route>>>>

/**
 * Reduces the contract to what browsers need: method, path, kind of session, and kinds of body and reply. The server
 * checks shapes and rights, so these and the summaries are left out of the bundle. Each module receives only the calls
 * that it makes, so that a page does not load those of other pages.
 */
export function contractAddresses(): Plugin {
  let contract: Contract = {}
  return {
    name: 'contract-addresses',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      contract = (await import(pathToFileURL(INDEX).href)).contract
    },
    load: (id) => (resolve(id) === INDEX ? `export const contract = ${addresses(contract)}` : null),
    transform(code, id) {
      if (!/[\\/]web[\\/].*\.tsx?$/.test(id) || !code.includes('contract.')) return null
      const given = new Map<string, string>()
      const body = code.replace(USE, (use: string, group: string, name?: string) => {
        const found = name === undefined ? contract[group] : contract[group]?.[name]
        if (!found) this.error(`The contract has no ${use}.`)
        const local = use.replaceAll('.', '$')
        given.set(local, addresses(found))
        return local
      })
      const consts = [...given].map(([local, text]) => `const ${local} = ${text};`)
      return { code: consts.join('') + body, map: null }
    },
  }
}

type Tree = Route | { readonly [name: string]: Tree }

const isRoute = (tree: Tree): tree is Route => typeof tree.path === 'string'

/** Returns the addresses of a call, a group of calls or the whole contract as source text. */
function addresses(tree: Tree): string {
  if (isRoute(tree)) return JSON.stringify(addressOf(tree))
  const entries = Object.entries(tree).map(([name, below]) => `${JSON.stringify(name)}:${addresses(below)}`)
  return `{${entries.join()}}`
}

const addressOf = ({ method, path, access, reply, body, cookie }: Route) => ({
  method,
  path,
  access: { kind: access.kind },
  ...(typeof reply === 'string' && { reply }),
  ...(body && 'file' in body && { body }),
  ...(cookie && { cookie }),
})
