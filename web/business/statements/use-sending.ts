import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useReadValues } from '../../session/forms/use-read-values.ts'
import { useCall } from '../../session/session-context.tsx'

export type IssuedStatement = ReplyOf<typeof contract.statementSending.list>['results'][number]
export type Run = ReplyOf<typeof contract.statementSending.startRun>
export type Settings = ReplyOf<typeof contract.statementSending.readSettings>
export type RunPreview = ReplyOf<typeof contract.statementSending.previewRun>

/** Selects the statements that a run sends. */
export interface RunChoice {
  readonly from: string
  readonly to: string
  readonly kind: Run['kind']
  readonly only_open: boolean
}

const ASK_AGAIN_MS = 1000

const isRunning = (runs: readonly Run[] | undefined): boolean =>
  runs?.some(({ state }) => state === 'running') ?? false

/** Reads the last runs again, and the list of what was sent. */
function useRefresh(): () => Promise<void> {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [account, 'statements'] })
}

/** The last runs, asked for again while one is going on. */
export function useRuns() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account, 'statements', 'runs'],
    queryFn: ({ signal }) => call(contract.statementSending.listRuns, { params: { account } }, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data?.runs) ? ASK_AGAIN_MS : false),
  })
}

/** The call that starts a run. */
export function useStartRun(onStarted: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: (body: RunChoice) => call(contract.statementSending.startRun, { params: { account }, body }),
    async onSuccess() {
      await refresh()
      onStarted()
    },
  })
}

/** The call that stops a run. */
export function useStopRun() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useSingleMutation({
    mutationFn: (run: string) =>
      call(contract.statementSending.cancelRun, { params: { account, run }, body: {} }),
    onSuccess: useRefresh(),
  })
}

const settingsKey = (account: string) => [account, 'statement-settings']

/** How the account sends statements by itself. */
export function useSettings() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: settingsKey(account),
    queryFn: ({ signal }) =>
      call(contract.statementSending.readSettings, { params: { account } }, { signal }),
  })
}

const withoutNext = ({ next: _, ...settings }: Settings) => settings

/** The call that changes how the account sends statements by itself. */
export function useChangeSettings(opened: Settings, onSaved: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const { read, readAgain } = useReadValues(opened, () =>
    call(contract.statementSending.readSettings, { params: { account } }),
  )
  return useSingleMutation({
    mutationFn: (wanted: Settings) =>
      call(contract.statementSending.changeSettings, {
        params: { account },
        body: { ...withoutNext(wanted), if_unchanged: withoutNext(read.current) },
      }),
    onError: readAgain,
    onSuccess(settings) {
      queries.setQueryData(settingsKey(account), settings)
      onSaved()
    },
  })
}

/** Reads the customers to whom a run would send statements, again each time that the dialog opens. */
export function useRunPreview({ only_open, ...choice }: RunChoice) {
  const { pk: account } = useAccount()
  const call = useCall()
  const query = { ...choice, only_open: only_open ? 'true' : 'false' } as const
  return useQuery({
    queryKey: [account, 'statements', 'preview', query],
    queryFn: ({ signal }) =>
      call(contract.statementSending.previewRun, { params: { account }, query }, { signal }),
    gcTime: 0,
  })
}
