import { useSearch } from '@tanstack/react-router'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { setupAddress } from '../../auth/trips/setup-trip.ts'
import { ACCOUNTING_PATH } from '../../paths.ts'
import { Finish } from '../finish.tsx'
import { useSetup } from '../setup-steps.ts'

interface BooksAnswer {
  provider?: string | undefined
  code?: string | undefined
  realm_id?: string | undefined
  state?: string | undefined
}

/** Finishes the connection to an accounting platform that a person began. */
export function FinishBooks() {
  const { pk: account } = useAccount()
  const { provider, code, realm_id = '', state } = useSearch({ strict: false }) as BooksAnswer
  const call = useCall()
  const setup = useSetup()
  const attempt =
    provider && code && state
      ? {
          finish: () =>
            call(contract.accounting.finish, {
              params: { account, provider },
              body: { code, realm_id, state },
            }),
          findConnected: async () =>
            (await call(contract.accounting.list, { params: { account } })).find(
              (one) => one.provider === provider && one.status === 'connected',
            ),
        }
      : null
  return <Finish attempt={attempt} path={setup ? setupAddress() : ACCOUNTING_PATH} next={setup?.next} />
}
