import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { InviteRunReply } from '../../../../contract/portal-access/invite-runs.ts'
import type { ReplyOf, RequestOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useForgetLogins } from '../logins/use-logins.ts'

const ASK_AGAIN_MS = 1000

type InviteRuns = ReplyOf<typeof contract.inviteRuns.list>

/** Changes with each page of customers that the last run invited, and with its end. */
const stepOf = ({ runs: [last] }: InviteRuns): string =>
  last ? `${last.pk} ${last.state} ${last.customers_done}` : ''

const runsKey = (account: string) => [account, 'portal-invite-runs']

/** Reads the last runs. The list of logins is read again with each step of one. */
function useReadRuns() {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const forgetLogins = useForgetLogins()
  return {
    queryKey: runsKey(account),
    queryFn: async ({ signal }: { signal?: AbortSignal }) => {
      const before = queries.getQueryData<InviteRuns>(runsKey(account))
      const reply = await call(contract.inviteRuns.list, { params: { account } }, { signal })
      if (before && stepOf(before) !== stepOf(reply)) void forgetLogins()
      return reply
    },
  }
}

/** The last runs, asked for again while one is going on. */
export const useInviteRuns = () =>
  useQuery({
    ...useReadRuns(),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') ? ASK_AGAIN_MS : false,
  })

/** Waits for the end of a run, on whichever page its starter is by then. Throws when the runs can’t be read. */
async function waitForEnd(
  queries: QueryClient,
  read: ReturnType<typeof useReadRuns>,
  pk: string,
): Promise<InviteRunReply | undefined> {
  for (;;) {
    const { runs } = await queries.fetchQuery({ ...read, staleTime: ASK_AGAIN_MS })
    const run = runs.find((one) => one.pk === pk)
    if (run?.state !== 'running') return run
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

const END_TITLES = {
  done: 'Invitations sent',
  canceled: 'Inviting stopped',
  failed: 'Inviting stopped',
} as const

/** Says how a run ended: '10 customers were invited.' */
function endOf({ state, sent, failure }: InviteRunReply) {
  const invited = sent === 1 ? '1 customer was invited.' : `${sent} customers were invited.`
  return {
    title: state === 'running' ? '' : END_TITLES[state],
    body: state === 'failed' ? `${failure ?? ''} ${invited}`.trim() : invited,
    tone: state === 'failed' ? ('error' as const) : ('success' as const),
  }
}

function useForgetRuns(): () => Promise<void> {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  const forgetLogins = useForgetLogins()
  return async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: runsKey(account) }), forgetLogins()])
  }
}

type StartBody = NonNullable<RequestOf<typeof contract.inviteRuns.start>['body']>

/** Customers of a run, by their ids or as they match the list; null for all. */
export type InviteSelection = Pick<StartBody, 'customers'> | Pick<StartBody, 'matching'> | null

/** The call that starts a run, whose end is reported on any page. */
export function useStartRun(onStarted: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const read = useReadRuns()
  const forget = useForgetRuns()
  return useSingleMutation({
    mutationFn: (body: StartBody) => call(contract.inviteRuns.start, { params: { account }, body }),
    async onSuccess({ pk }) {
      await forget()
      onStarted()
      void waitForEnd(queries, read, pk).then(
        (run) => run && toast(endOf(run)),
        // Nobody is logged in any more; the page of logins shows the run.
        () => {},
      )
    },
  })
}

/** The call that stops a run. */
export function useStopRun() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useSingleMutation({
    mutationFn: ({ pk }: InviteRunReply) =>
      call(contract.inviteRuns.cancel, { params: { account, run: pk }, body: {} }),
    onSuccess: useForgetRuns(),
  })
}

/** Customers whom a run would invite, read again each time that the dialog opens. */
export function useRunPreview(again: boolean, selection: InviteSelection) {
  const { pk: account } = useAccount()
  const call = useCall()
  const query = { again: again ? 'true' : 'false' } as const
  return useQuery({
    queryKey: [...runsKey(account), 'preview', query, selection],
    queryFn: ({ signal }) =>
      selection === null
        ? call(contract.inviteRuns.preview, { params: { account }, query }, { signal })
        : call(
            contract.inviteRuns.previewSelected,
            { params: { account }, body: { again, ...selection } },
            { signal },
          ),
    gcTime: 0,
  })
}
