import { identityForm, type SimulatedPerson } from './people.ts'

const MAX_STEPS = 10

/**
 * Logs in at a provider like a browser (or refuses, with null). Returns our address to which the provider
 * redirects.
 */
export async function signInAt(address: string, person: SimulatedPerson | null): Promise<URL> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let next = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < MAX_STEPS; step++) {
    const reply = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    form = undefined
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    const page = await reply.text()
    if (location !== null) {
      next = new URL(location, next)
      if (next.origin !== origin) return next
      continue
    }
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`The provider answered ${reply.status}: ${page.slice(0, 300)}`)
    next = new URL(action.replaceAll('&amp;', '&'))
    form = identityForm(person)
  }
  throw new Error('The provider redirects too often.')
}
