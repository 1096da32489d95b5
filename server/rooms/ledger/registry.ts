import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'

export const ledgerRegistry = {
  room: 'ledger',
} satisfies RoomRegistry
