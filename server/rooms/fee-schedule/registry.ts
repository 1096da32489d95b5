import type { RoomRegistry } from '../../platform/registry.ts'

export const feeScheduleRegistry = { room: 'fee-schedule' } satisfies RoomRegistry
