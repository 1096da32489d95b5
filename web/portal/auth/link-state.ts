import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { browserSession } from '../portal-session.ts'

export type LinkPurpose = 'enrol' | 'reset' | 'log_in'

/** Reads whether the link is still valid. When the server can't be reached, submitting the form shows it. */
export function useLinkState(token: string, purpose: LinkPurpose) {
  const { session } = browserSession
  const link = useQuery({
    key: ['portal-link', purpose, token],
    ask: (signal) =>
      session.call(contract.identity.checkPortalLink, { body: { token, purpose } }, { signal }),
    freshMs: Number.POSITIVE_INFINITY,
    enabled: token !== '',
  })
  if (token === '') return { state: 'ended' as const }
  return link.data ?? { state: link.error ? ('open' as const) : ('asking' as const) }
}
