import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { isBuiltIn } from '../../../gateways/payments/port.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { App } from '../../../platform/context.ts'
import type { Account } from '../rules.ts'

type Shown = HandlerReplyOf<typeof contract.accounts.list>['results'][number]['payment_connections']

/** Returns the processors that take the account's payments: those connected, otherwise the built-in ones. */
export function showProcessors(app: App, account: Account): Shown {
  const processors = [...app.processors.values()]
  const connected = processors.flatMap((processor) => {
    const found = account.connectedProcessors.find(({ provider }) => provider === processor.id)
    return found ? [{ processor, since: found.since, live: found.live }] : []
  })
  const builtIn = processors.filter(isBuiltIn).map((processor) => ({
    processor,
    since: isoInstant(account.createdAtMs),
    live: (processor.trials ?? []).length === 0,
  }))
  return (connected.length > 0 ? connected : builtIn).map(({ processor, since, live }) => ({
    provider: processor.id,
    name: processor.name,
    status: 'connected',
    since,
    live,
    types: [...processor.capabilities({ accountId: account.id }).types],
    trials: [...(processor.trials ?? [])],
  }))
}
