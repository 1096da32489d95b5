import type { Schedule } from '../../platform/registry.ts'
import { refreshTokens } from './actions/refresh-tokens.ts'
import { nextRefreshAt } from './store/refreshing.ts'

/** Due by the machine's clock, as the processors' own clocks are. */
export const connectionsSchedules: readonly Schedule[] = [
  {
    name: 'connections.refresh-tokens',
    clock: 'machine',
    run: refreshTokens,
    nextDue: (uow) => uow.transaction(nextRefreshAt),
  },
]
