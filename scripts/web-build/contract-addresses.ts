import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Route } from '../../contract/route.ts'

const INDEX = resolve(import.meta.dirname, '..', '..', 'contract', 'index.ts')
/** `contract.invoices.list`, and `contract.invoices` where the call is chosen later. */
const USE = /(?<![\w.$])contract\.(\w+)(?:\.(\w+))?/g

type Contract = Readonly<Record<string, Readonly<Record<string, Route>>>>

/**
 * The contract as the web needs it: where each call goes, what kind of session it wants, and what kind of body and
 * reply it has. The server checks the shapes and rights, so they and the summaries stay out of what browsers download.
 * Each module is given the calls that it makes, so that a page never brings along those of other pages.
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

/** A call, a group of calls or the whole contract, cut down to addresses, as source text. */
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
