const SCHEMES = new Set(['postgres', 'postgresql'])

/** Values of libpq's target_session_attrs that select a server that takes writes. */
const TAKES_WRITES = new Set(['read-write', 'primary'])

/**
 * Returns one URL for each server of a URL that names several, as libpq writes them:
 * `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`. Throws the end of a sentence that doesn't
 * repeat the URL, which may contain a password.
 */
export function urlsOf(text: string): string[] {
  const scheme = text.indexOf('://')
  if (!SCHEMES.has(text.slice(0, scheme))) throw unreadable()
  // A user name or password encodes these characters.
  const length = text.slice(scheme + 3).search(/[/?#]/)
  const end = length === -1 ? text.length : scheme + 3 + length
  const begin = Math.max(scheme + 3, text.lastIndexOf('@', end) + 1)
  const urls = text
    .slice(begin, end)
    .split(',')
    .map((host) => withoutTarget(`${text.slice(0, begin)}${host}${text.slice(end)}`))
  if (new Set(urls).size !== urls.length) throw new Error('names a server twice.')
  return urls
}

/** The driver doesn't know the setting, and the product always needs the server that takes writes. */
function withoutTarget(text: string): string {
  const url = URL.parse(text)
  if (url === null) throw unreadable()
  const target = url.searchParams.get('target_session_attrs')
  if (target === null) return text
  if (!TAKES_WRITES.has(target))
    throw new Error(
      `has target_session_attrs=${target}, but Quittance needs the server that takes writes: write read-write, or leave it out.`,
    )
  url.searchParams.delete('target_session_attrs')
  return url.href
}

const unreadable = (): Error => new Error('has to look like postgres://user:password@host:5432/database.')
