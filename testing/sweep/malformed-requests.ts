/** Alternative spellings of a path that could bypass a careless router or guard. */
export const PATH_VARIANTS: Record<string, (path: string) => string> = {
  'a double slash before': (path) => `/${path}`,
  'a double slash inside': (path) => path.replace('/api/', '/api//'),
  'a double slash after': (path) => path.replace(/\/(\?|$)/, '//$1'),
  'an encoded slash': (path) => path.replace(/\/(?=[^/]+\/(\?|$))/, '%2F'),
  'an encoded letter': (path) => path.replace('/api/', '/%61pi/'),
  'a twice encoded letter': (path) => path.replace('/api/', '/%2561pi/'),
  'a parameter of the path': (path) => path.replace(/\/(\?|$)/, ';x=1/$1'),
  'capital letters': (path) => path.replace('/api/', '/API/'),
  'no final slash': (path) => path.replace(/\/(\?|$)/, '$1'),
  dots: (path) => path.replace('/api/', '/api/./'),
  'dots upwards': (path) => path.replace('/api/', '/api/x/../'),
  'encoded dots': (path) => path.replace('/api/', '/x/%2e%2e/api/'),
  'a backslash': (path) => path.replace('/api/', '/api\\'),
  'a zero byte': (path) => path.replace(/\/(\?|$)/, '%00/$1'),
}

/** Content types that no route accepts as JSON. Null sends no header. */
export const WRONG_CONTENT_TYPES = [
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json-patch+json',
  'application/ json',
  'text/plain; application/json',
  'application/json; charset=utf-16',
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the body once for each id in it, with only that id replaced. Lists also appear with foreign items appended. */
export function withOneForeign(body: unknown, foreign: unknown): unknown[] {
  if (typeof body === 'string') return UUID.test(body) && body !== foreign ? [foreign] : []
  if (Array.isArray(body)) {
    const parts = Array.isArray(foreign) ? foreign : []
    const replaced = body.flatMap((part, at) =>
      withOneForeign(part, parts[at]).map((changed) => body.with(at, changed)),
    )
    return parts.length > 0 && replaced.length > 0 ? [...replaced, [...body, ...parts]] : replaced
  }
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    withOneForeign(value, (foreign as Record<string, unknown>)?.[name]).map((changed) => ({
      ...body,
      [name]: changed,
    })),
  )
}

const UNKNOWN = '00000000-0000-7000-8000-000000000000'

/** Returns the body with each id replaced by an unknown one. */
export const withIdsOfNobody = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    typeof value === 'string' && UUID.test(value) ? UNKNOWN : value,
  )
