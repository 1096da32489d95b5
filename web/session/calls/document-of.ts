import type { Route } from '../../../contract/route.ts'

/** A document of this API: the call that fetches it. */
export interface DocumentCall {
  readonly route: Route & { readonly reply: 'file' }
  readonly params: Readonly<Record<string, string>>
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the call for a document's address when it matches one of `routes`; null otherwise, also for
 * anything that a browser would read as another site. Only the ids come from the address: the call is built
 * from the contract's own path. With `account` the document must belong to that account.
 */
export function documentOf(
  address: string,
  routes: readonly DocumentCall['route'][],
  account: string | null = null,
): DocumentCall | null {
  if (!/^\/api\/[0-9a-z/-]+$/i.test(address)) return null
  for (const route of routes) {
    const params = paramsOf(route.path, address)
    if (params === null) continue
    const isOthers = account !== null && 'account' in params && params.account !== account
    return isOthers ? null : { route, params }
  }
  return null
}

function paramsOf(path: string, address: string): Record<string, string> | null {
  const wanted = path.split('/')
  const given = address.endsWith('/') ? address.split('/') : `${address}/`.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!
    if (!part.startsWith(':')) {
      if (part !== value) return null
    } else {
      if (!ID.test(value)) return null
      params[part.slice(1)] = value
    }
  }
  return params
}
